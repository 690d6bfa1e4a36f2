"""python3 oracle.py ROOT < paths > rows: what Python's own parser and finders say
of the exports and imports of Python files below ROOT. Nothing is imported."""
import ast
import importlib.machinery
import json
import os
import sys

root = os.path.realpath(sys.argv[1])
files = [line for line in sys.stdin.read().split("\n") if line]
listed = set(files)
trees = {}


def parse(path):
    if path not in trees:
        with open(os.path.join(root, path), "rb") as f:
            trees[path] = ast.parse(f.read(), path)
    return trees[path]


def find(dotted, places):
    """The file of a module, found as the import system does, without running it."""
    spec, name = None, ""
    for part in dotted.split("."):
        name = name + "." + part if name else part
        # FileFinder looks up the last component alone.
        spec = importlib.machinery.PathFinder.find_spec(name, places)
        if spec is None:
            return None
        places = spec.submodule_search_locations and list(spec.submodule_search_locations)
    if spec.origin and spec.has_location:
        return os.path.relpath(spec.origin, root).replace(os.sep, "/")
    return [os.path.relpath(p, root).replace(os.sep, "/") for p in spec.submodule_search_locations]


def roots(path):
    """The directories that sys.path would hold: the one above the outermost package, and the top."""
    at = os.path.dirname(os.path.join(root, path))
    while os.path.exists(os.path.join(at, "__init__.py")) and at != root:
        at = os.path.dirname(at)
    return [at] if at == root else [at, root]


def base(path, level):
    at = os.path.dirname(path)
    for _ in range(level - 1):
        at = os.path.dirname(at)
    return at


def relative(node, path):
    """The file of the module that a relative import names, or a list for a namespace."""
    at = base(path, node.level)
    if node.module:
        return find(node.module, [os.path.join(root, at)])
    init = (at + "/" if at else "") + "__init__.py"
    return init if init in listed else [at or "."]


def module_of(node, path):
    if node.level:
        return relative(node, path)
    return absolute(node.module, path)


def absolute(dotted, path):
    """The file of a module, or of what holds it: os.path is no file's name."""
    while dotted:
        to = find(dotted, roots(path))
        if to is not None:
            return to
        dotted = dotted.rpartition(".")[0]
    return None


def walk(body):
    """Statements that run when the module is loaded, whatever branch is taken."""
    for s in body:
        yield s
        if not isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            for field in ("body", "orelse", "finalbody"):
                yield from walk(getattr(s, field, []))
            for h in getattr(s, "handlers", []):
                yield from walk(h.body)
            for c in getattr(s, "cases", []):
                yield from walk(c.body)


def bound(t):
    if isinstance(t, ast.Name):
        yield t.id
    elif isinstance(t, (ast.Tuple, ast.List)):
        for e in t.elts:
            yield from bound(e)
    elif isinstance(t, ast.Starred):
        yield from bound(t.value)


def strings(node, path, seen):
    """The names in the value of __all__, or None if it is computed."""
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        parts = [strings(e.value, path, seen) if isinstance(e, ast.Starred) else [e.value] if isinstance(e, ast.Constant) else None for e in node.elts]
        return None if None in parts else [n for p in parts for n in p]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = strings(node.left, path, seen), strings(node.right, path, seen)
        return None if left is None or right is None else left + right
    if isinstance(node, ast.Attribute) and node.attr == "__all__" and isinstance(node.value, ast.Name):
        for s in walk(parse(path).body):
            if not isinstance(s, ast.ImportFrom):
                continue
            to = module_of(s, path)
            for a in s.names:
                if (a.asname or a.name) == node.value.id:
                    at = os.path.dirname(to) if isinstance(to, str) else to[0] if to else ""
                    sub = find(a.name, [os.path.join(root, at)])
                    return declared(sub, seen) if isinstance(sub, str) else None
                if a.name == "*" and isinstance(to, str) and to.endswith("/" + node.value.id + ".py"):
                    return declared(to, seen)
    return None


def declared(path, seen=()):
    """The names of __all__; False if there is none, None if it is computed."""
    if path not in listed or path in seen:
        return None
    seen, names = (*seen, path), False
    for s in walk(parse(path).body):
        value, add = None, False
        if isinstance(s, ast.Assign) and any("__all__" in bound(t) for t in s.targets):
            value = s.value
        elif isinstance(s, (ast.AnnAssign, ast.AugAssign)) and isinstance(s.target, ast.Name) and s.target.id == "__all__":
            value, add = s.value, isinstance(s, ast.AugAssign)
        elif isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and isinstance(f := s.value.func, ast.Attribute) and isinstance(f.value, ast.Name) and f.value.id == "__all__":
            one = f.attr == "append" and isinstance(s.value.args[0], ast.Constant)
            value, add = ast.List([s.value.args[0]]) if one else s.value.args[0], True
        if value is None or names is None:
            continue
        more = strings(value, path, seen)
        names = None if more is None or names is False and add else (names if add else []) + more
    return names


def defined(path):
    """The names that a module binds by definitions and assignments, with coarse
    kinds, and those that it binds in passing."""
    kinds, passing = {}, set()
    for s in walk(parse(path).body):
        if isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef)):
            kinds[s.name] = "function"
        elif isinstance(s, ast.ClassDef):
            kinds[s.name] = "type"
        elif isinstance(s, ast.Assign):
            for t in s.targets:
                for n in bound(t):
                    # What a call makes may be a type or a function.
                    kinds.setdefault(n, "value" if isinstance(s.value, ast.Constant) else "")
        elif isinstance(s, ast.AnnAssign):
            for n in bound(s.target):
                if s.value:
                    kinds.setdefault(n, "")
                else:
                    passing.add(n)
        elif isinstance(s, getattr(ast, "TypeAlias", ())):
            kinds[s.name.id] = "type"
        elif isinstance(s, (ast.For, ast.AsyncFor)):
            passing.update(bound(s.target))
        elif isinstance(s, (ast.With, ast.AsyncWith)):
            passing.update(n for i in s.items if i.optional_vars for n in bound(i.optional_vars))
        elif isinstance(s, ast.Delete):
            passing.update(n for t in s.targets for n in bound(t))
        elif isinstance(s, (ast.Import, ast.ImportFrom)):
            passing.update((a.asname or a.name).split(".")[0] for a in s.names)
        for e in ast.walk(s) if not isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) else ():
            if isinstance(e, ast.NamedExpr):
                passing.add(e.target.id)
            elif isinstance(e, ast.ExceptHandler) and e.name:
                passing.add(e.name)
    return kinds, passing


def conditional(path):
    """Names that are deleted again, left over from a loop, or that only `if __name__ == "__main__"` binds."""
    names = set()
    for s in walk(parse(path).body):
        if isinstance(s, (ast.For, ast.AsyncFor, ast.While)):
            for i in walk(s.body + s.orelse):
                if isinstance(i, (ast.Assign, ast.AnnAssign)):
                    names.update(n for t in getattr(i, "targets", None) or [i.target] for n in bound(t))
    for s in parse(path).body:
        if isinstance(s, ast.Delete):
            names.update(n for t in s.targets for n in bound(t))
        if isinstance(s, ast.If) and isinstance(s.test, ast.Compare) and isinstance(s.test.left, ast.Name) and s.test.left.id == "__name__":
            for i in walk(s.body):
                if isinstance(i, ast.Assign):
                    names.update(n for t in i.targets for n in bound(t))
                elif isinstance(i, (ast.FunctionDef, ast.ClassDef)):
                    names.add(i.name)
    return names


def starred(path, seen=()):
    """Names that come through `from m import *`: a package offers them, a module may."""
    names = set()
    for s in walk(parse(path).body):
        if isinstance(s, ast.ImportFrom) and any(a.name == "*" for a in s.names):
            to = module_of(s, path)
            if isinstance(to, str) and to in listed and to not in seen:
                names.update(declared(to) or public(to, (*seen, path)))
    return names


def public(path, seen):
    kinds, passing = defined(path)
    return [n for n in (*kinds, *passing, *starred(path, seen)) if n[0] != "_"]


def exports(path):
    kinds, passing = defined(path)
    stars = starred(path)
    names = [n for n in kinds if not n.startswith("_")]
    named = declared(path)
    if isinstance(named, list):
        return [{"Name": n, "Kind": kinds.get(n, "")} for n in dict.fromkeys(named)], []
    neutral = passing | stars | conditional(path)
    if named is None:
        return [], ["*"]  # only running it would tell
    return [{"Name": n, "Kind": kinds[n]} for n in names if n not in conditional(path)], sorted(neutral)


# The library's own tests are part of it, though sys.stdlib_module_names leaves them out.
std = sys.stdlib_module_names | {"test"}


# Whatever program runs, and a module that PEP 513 lets an operating system add.
unowned = {"__main__", "_manylinux"}

# Directories of packages that a program may put on sys.path itself.
elsewhere = {os.path.basename(os.path.dirname(f)) for f in files if f.endswith("/__init__.py")}


def target(raw, to, top):
    if to is None and top in elsewhere | unowned:
        return {"Raw": raw, "Kind": "open", "Accept": [top, *(f for f in files if f.endswith(f"/{top}/__init__.py"))]}
    if to is None:
        return {"Raw": raw, "Kind": "std" if top in std else "ext", "Accept": [top]}
    accept = [to] if isinstance(to, str) else to
    known = not isinstance(to, str) or to in listed
    # The library's own tree holds what every project calls std: both are right.
    open = top in std or not known
    return {"Raw": raw, "Kind": "open" if open else "pkg", "Accept": accept}


def imports(path):
    out = []
    for s in ast.walk(parse(path)):
        if isinstance(s, ast.Import):
            for a in s.names:
                top = a.name.split(".")[0]
                out.append(target(a.name, absolute(a.name, path), top))
                out.extend(reached(path, a))
        elif isinstance(s, ast.ImportFrom):
            raw = "." * s.level + (s.module or "")
            to = module_of(s, path)
            top = "" if s.level else s.module.split(".")[0]
            if to is None and s.level:
                out.append({"Raw": raw, "Kind": "open", "Accept": []})
                continue
            out.extend(members(s, raw, to, top))
    return out


def reached(path, alias):
    """Modules of an imported package that are used through its name: `import a; a.b.f()`
    works when anyone has loaded a.b, so they are neither demanded nor wrong."""
    name = alias.asname or alias.name.split(".")[0]
    package = alias.name if alias.asname else name
    for e in ast.walk(parse(path)):
        if isinstance(e, ast.Attribute) and isinstance(e.value, ast.Name) and e.value.id == name:
            to = find(package + "." + e.attr, roots(path))
            if isinstance(to, str) and to in listed:
                yield {"Raw": package, "Kind": "open", "Accept": [to]}


def members(s, raw, to, top):
    """`from package import name` names a module of the package, or something in it."""
    inside = to if isinstance(to, list) else [os.path.dirname(to)] if to and os.path.basename(to) == "__init__.py" else []
    subs, rest = [], False
    for a in s.names:
        sub = find(a.name, [os.path.join(root, d) for d in inside]) if inside and a.name != "*" else None
        if isinstance(sub, str) and sub in listed:
            subs.append(target(raw + "." + a.name, sub, top))
        else:
            rest = True
    whole = target(raw, to, top)
    if subs and not rest:
        whole["Kind"] = "open"  # loaded on the way; the names lead to the modules
    return subs + [whole]


for path in files:
    try:
        names, neutral = exports(path)
        row = {"Path": path, "Exports": names, "Neutral": neutral, "Imports": imports(path)}
    except (SyntaxError, ValueError) as e:
        row = {"Path": path, "Error": str(e) or type(e).__name__}
    print(json.dumps(row))
