import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * java Oracle.java ROOT < paths > rows: what javac says of the public types that Java files declare
 * and of the files and packages that their imports name.
 */
public class Oracle {
  private final Path root;
  private final Map<String, CompilationUnitTree> units = new HashMap<>();
  private final Map<String, Set<String>> declared = new HashMap<>(); // full name of a type to its files
  private final Map<String, Set<String>> packages = new HashMap<>(); // package to its directories
  private final Set<String> broken = new TreeSet<>();
  private final Set<String> platform = ModuleLayer.boot().modules().stream()
      .flatMap(m -> m.getPackages().stream()).collect(Collectors.toSet());

  Oracle(Path root) {
    this.root = root;
  }

  public static void main(String[] args) throws Exception {
    List<String> files = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
        .lines().filter(l -> !l.isEmpty()).toList();
    Oracle o = new Oracle(Path.of(args[0]).toRealPath());
    o.parse(files);
    StringBuilder out = new StringBuilder();
    for (String f : files) {
      out.append(o.row(f)).append('\n');
    }
    System.out.print(out);
  }

  private void parse(List<String> files) throws Exception {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var faults = new DiagnosticCollector<JavaFileObject>();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(faults, null, StandardCharsets.UTF_8)) {
      var objects = manager.getJavaFileObjectsFromPaths(files.stream().map(root::resolve).toList());
      var task = (JavacTask) compiler.getTask(null, manager, faults, List.of("-proc:none"), null, objects);
      for (CompilationUnitTree unit : task.parse()) {
        add(relative(Path.of(unit.getSourceFile().toUri())), unit);
      }
    }
    for (var d : faults.getDiagnostics()) {
      if (d.getKind() == Diagnostic.Kind.ERROR && d.getSource() != null) {
        broken.add(relative(Path.of(d.getSource().toUri())));
      }
    }
  }

  private String relative(Path p) {
    return root.relativize(p).toString().replace('\\', '/');
  }

  private static String packageOf(CompilationUnitTree unit) {
    return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
  }

  private void add(String file, CompilationUnitTree unit) {
    units.put(file, unit);
    String pkg = packageOf(unit);
    packages.computeIfAbsent(pkg, k -> new TreeSet<>()).add(Path.of(file).getParent() == null ? "." : Path.of(file).getParent().toString());
    for (Tree t : unit.getTypeDecls()) {
      if (t instanceof ClassTree c) {
        String name = pkg.isEmpty() ? c.getSimpleName().toString() : pkg + "." + c.getSimpleName();
        declared.computeIfAbsent(name, k -> new TreeSet<>()).add(file);
      }
    }
  }

  private String row(String file) {
    CompilationUnitTree unit = units.get(file);
    if (unit == null || broken.contains(file)) {
      return "{\"Path\":" + quote(file) + ",\"Error\":\"does not parse\"}";
    }
    List<String> exports = new ArrayList<>();
    for (Tree t : unit.getTypeDecls()) {
      if (t instanceof ClassTree c && c.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
        exports.add("{\"Name\":" + quote(c.getSimpleName().toString()) + ",\"Kind\":\"type\"}");
      }
    }
    Set<String> imports = new LinkedHashSet<>();
    for (ImportTree i : unit.getImports()) {
      imports.add(target(i));
    }
    return "{\"Path\":" + quote(file) + ",\"Exports\":" + exports + ",\"Imports\":" + imports + "}";
  }

  /** The longest prefix that is a type or a package of the tree; else the platform's or somebody else's. */
  private String target(ImportTree i) {
    String raw = i.getQualifiedIdentifier().toString();
    String name = raw.endsWith(".*") ? raw.substring(0, raw.length() - 2) : raw;
    for (String n = name; !n.isEmpty(); n = n.substring(0, Math.max(0, n.lastIndexOf('.')))) {
      if (declared.containsKey(n)) {
        return json(raw, "pkg", declared.get(n));
      }
      if (raw.endsWith(".*") && n.equals(name) && packages.containsKey(n)) {
        return json(raw, "pkg", packages.get(n));
      }
      if (platform.contains(n)) {
        return json(raw, "std", Set.of(n));
      }
    }
    // Generated types have a package of the tree and no file: nobody can say where they lead.
    for (String n = name; !n.isEmpty(); n = n.substring(0, Math.max(0, n.lastIndexOf('.')))) {
      if (packages.containsKey(n)) {
        Set<String> accept = new LinkedHashSet<>(packages.get(n));
        accept.addAll(prefixes(name));
        return json(raw, "open", accept);
      }
    }
    return json(raw, "ext", prefixes(name));
  }

  /** A map may name a package or what is above it, as published artifacts do. */
  private static Set<String> prefixes(String name) {
    Set<String> list = new LinkedHashSet<>();
    String pkg = name.replaceFirst("\\.[A-Z].*$", "");
    list.add(pkg);
    for (String n = pkg; n.indexOf('.') > 0; n = n.substring(0, n.lastIndexOf('.'))) {
      list.add(n);
    }
    list.add(name);
    return list;
  }

  private static String json(String raw, String kind, Set<String> accept) {
    String list = accept.stream().map(Oracle::quote).collect(Collectors.joining(",", "[", "]"));
    return "{\"Raw\":" + quote(raw) + ",\"Kind\":\"" + kind + "\",\"Accept\":" + list + "}";
  }

  private static String quote(String s) {
    return '"' + s.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
