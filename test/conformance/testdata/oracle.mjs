// node oracle.mjs NPM ROOT [CONDITION] < paths > rows: what the TypeScript
// compiler says of the exports and imports of TypeScript and JavaScript files.
// NPM is the folder whose node_modules hold the compiler and a lexer of
// CommonJS; CONDITION is a further condition of package exports.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire, isBuiltin } from 'node:module';

const [npm, root, condition] = process.argv.slice(2);
const require = createRequire(path.join(fs.realpathSync(npm), 'package.json'));
const ts = require('typescript');
const lexer = require('cjs-module-lexer');
if (lexer.init) await lexer.init();

const files = fs.readFileSync(0, 'utf8').split('\n').filter(Boolean);
const listed = new Set(files);
const absolute = f => path.join(root, f);
const relative = f => path.relative(root, f).split(path.sep).join('/');

const config = ['tsconfig.json', 'jsconfig.json'].map(absolute).find(f => fs.existsSync(f));
const configured = config
  ? ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config ?? {}, { ...ts.sys, readDirectory: () => [] }, root).options
  : {};
const options = {
  paths: configured.paths, baseUrl: configured.baseUrl, pathsBasePath: configured.pathsBasePath,
  allowJs: true, noLib: true, noEmit: true, types: [], skipLibCheck: true, resolveJsonModule: true, allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Auto, maxNodeModuleJsDepth: 0, jsx: ts.JsxEmit.Preserve,
  customConditions: condition ? [condition] : undefined,
};
const host = ts.createCompilerHost(options, true);
const program = ts.createProgram({ rootNames: files.map(absolute), options, host });
const checker = program.getTypeChecker();

/** Where a specifier leads: inside the tree, a package, the runtime's own, or nobody knows. */
function target(raw, from) {
  const found = ts.resolveModuleName(raw, from, options, host).resolvedModule;
  const to = found && relative(found.resolvedFileName);
  if (to && !to.startsWith('..') && !to.split('/').includes('node_modules')) {
    return { Raw: raw, Kind: listed.has(to) || !/\.[cm]?[jt]sx?$/.test(to) ? 'pkg' : 'open', Accept: [to, ...running(raw, from, to)] };
  }
  const bare = !/^[./#~@]|^[a-z]+:/.test(raw) || /^@[a-z0-9-~][\w.-]*\/[a-z0-9-~]/i.test(raw);
  if (isBuiltin(raw)) return { Raw: raw, Kind: 'std', Accept: [raw, raw.replace(/^node:/, '')] };
  if (!bare) {
    // The compiler knows no style sheets, pictures or templates: a path that
    // is there as written is what it names.
    const plain = relative(path.resolve(path.dirname(from), raw.replace(/[?#].*$/, '')));
    const there = /^\./.test(raw) && fs.statSync(absolute(plain), { throwIfNoEntry: false })?.isFile();
    return { Raw: raw, Kind: there ? 'pkg' : 'open', Accept: [plain] };
  }
  const parts = raw.split('/');
  return { Raw: raw, Kind: owns(from, parts[0]) ? 'open' : 'ext', Accept: [parts.slice(0, raw[0] === '@' ? 2 : 1).join('/')] };
}

/** Whether a file belongs to a package that has a name: its examples speak of it as their readers would. */
function owns(from, name) {
  for (let dir = path.dirname(from); dir.startsWith(root); dir = path.dirname(dir)) {
    const manifest = path.join(dir, 'package.json');
    if (fs.existsSync(manifest)) return JSON.parse(fs.readFileSync(manifest, 'utf8')).name === name;
  }
  return false;
}

/** What a declaration file stands for, by its name or by Node's own word: the code that runs is as good an answer. */
function running(raw, from, to) {
  const found = to.match(/^(.*)\.d\.([cm]?)ts$/) ? [to.replace(/\.d\.([cm]?)ts$/, '.$1js')] : [];
  try {
    found.push(relative(createRequire(from).resolve(raw)));
  } catch {
    // not for Node
  }
  return found.filter(f => fs.existsSync(absolute(f)));
}

/** The specifiers of a file; what stands in a comment is neither demanded nor wrong. */
function specifiers(source) {
  const found = new Map();
  const add = n => n && ts.isStringLiteralLike(n) && n.text && found.set(n.text, true);
  const commented = n => n && ts.isStringLiteralLike(n) && n.text && !found.has(n.text) && found.set(n.text, false);
  const shadowed = new Set();
  const visit = (n, inner) => {
    if (ts.isFunctionLike(n) && n.parameters.some(p => ts.isIdentifier(p.name) && p.name.text === 'require')) inner = true;
    if (ts.isImportDeclaration(n) || ts.isExportDeclaration(n)) add(n.moduleSpecifier);
    else if (ts.isExternalModuleReference(n)) add(n.expression);
    else if (ts.isImportTypeNode(n) && ts.isLiteralTypeNode(n.argument)) add(n.argument.literal);
    else if (ts.isModuleDeclaration(n) && ts.isStringLiteral(n.name)) shadowed.add(n.name.text);
    else if (ts.isCallExpression(n) && n.expression.kind === ts.SyntaxKind.ImportKeyword) add(n.arguments[0]);
    else if (ts.isCallExpression(n) && ts.isIdentifier(n.expression) && n.expression.text === 'require' && !inner) add(n.arguments[0]);
    for (const doc of n.jsDoc ?? []) documented(doc);
    ts.forEachChild(n, c => visit(c, inner));
  };
  const documented = n => {
    if (ts.isImportTypeNode(n) && ts.isLiteralTypeNode(n.argument)) commented(n.argument.literal);
    commented(n.moduleSpecifier);
    ts.forEachChild(n, documented);
  };
  visit(source, false);
  for (const reference of source.referencedFiles) found.set(reference.fileName, false);
  for (const reference of source.typeReferenceDirectives) found.set(reference.fileName, false);
  for (const raw of shadowed) if (!found.get(raw)) found.set(raw, false);
  return found;
}

/** A coarse kind, or "" where a value's kind depends on what it is made from. */
function kindOf(symbol) {
  const { flags, valueDeclaration } = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const { Function, Class, Interface, TypeAlias, Enum, Variable, Module } = ts.SymbolFlags;
  if (flags & Function) return 'function';
  if (flags & (Class | Interface | TypeAlias | Enum)) return flags & Variable ? '' : 'type';
  if (flags & Module) return 'module';
  if (!(flags & Variable)) return '';
  let value = valueDeclaration?.initializer;
  while (value && (ts.isAsExpression(value) || ts.isParenthesizedExpression(value) || ts.isSatisfiesExpression(value))) value = value.expression;
  if (value && ts.isClassExpression(value)) return 'type';
  return value && ts.isFunctionLike(value) ? 'function' : 'value';
}

const plain = name => String(name).replace(/^___/, '__');
const inComment = d => ts.isJSDocTypedefTag(d) || ts.isJSDocCallbackTag(d) || ts.isJSDocEnumTag(d);

/** The exports of a module, and the names that are neither demanded nor wrong. */
function exportsOf(source) {
  const symbol = checker.getSymbolAtLocation(source) ?? source.symbol;
  const out = { Exports: [], Neutral: [] };
  if (source.isDeclarationFile && !symbol) out.Neutral.push(...ambient(source));
  if (!symbol) return out;
  const assigned = symbol.exports?.get('export=');
  const stem = path.basename(source.fileName).replace(/(\.d)?\.[cm]?[jt]sx?$/, '');
  const beside = [stem, path.basename(path.dirname(source.fileName))];
  const own = assigned && expression(assigned);
  for (const e of checker.getExportsOfModule(symbol)) {
    const name = plain(e.escapedName);
    if (name === 'prototype' || name === 'export=' || name.startsWith('__@')) continue;
    if (e.declarations?.length && e.declarations.every(inComment)) out.Neutral.push(name);
    else if (name === 'default') out.Exports.push({ Name: name, Accept: [...localNames(source, e), ...beside], Kind: '' });
    else if (assigned && !(own && ts.isObjectLiteralExpression(own)) && !symbol.exports.has(e.escapedName)) out.Neutral.push(name);
    else out.Exports.push({ Name: name, Kind: kindOf(e) });
  }
  if (assigned) {
    out.Neutral.push('default', ...beside);
    const name = own && (ts.isIdentifier(own) ? own.text : own.name?.text);
    const far = own && ts.isCallExpression(own) && ts.isStringLiteralLike(own.arguments[0] ?? own) && passedOn(own.arguments[0].text, source);
    if (far) out.Neutral.push(...far);
    if (own && ts.isObjectLiteralExpression(own)) out.Exports.push(...written(own, out.Exports));
    if (name) out.Exports.push({ Name: name, Accept: ['default', ...beside], Kind: '' });
  }
  if (!source.externalModuleIndicator && /\.[cm]?js$/.test(source.fileName)) out.Neutral.push(...lexed(source));
  return out;
}

/** What a declaration file that is no module gives to all files. */
function ambient(source) {
  const names = s => (ts.isVariableStatement(s) ? s.declarationList.declarations : [s]).map(d => d.name?.text);
  return source.statements.flatMap(names).filter(Boolean);
}

/** The names of a module that another one passes on whole: module.exports = require("…"). */
function passedOn(raw, from) {
  const to = target(raw, from.fileName);
  const source = to.Kind === 'pkg' && program.getSourceFile(absolute(to.Accept[0]));
  if (!source || source === from) return [];
  const { Exports, Neutral } = exportsOf(source);
  return [...Exports.flatMap(e => [e.Name, ...(e.Accept ?? [])]), ...Neutral];
}

/** The names in an object that is a CommonJS module: modules that require each other in a ring hide them from the checker. */
function written(object, known) {
  const names = object.properties.map(p => p.name && (ts.isIdentifier(p.name) || ts.isStringLiteral(p.name)) && p.name.text);
  return names.filter(n => n && !known.some(e => e.Name === n)).map(Name => ({ Name, Kind: '' }));
}

/** What stands right of `module.exports =` or `export =`. */
function expression(symbol) {
  const d = symbol.declarations?.[0];
  if (!d) return undefined;
  if (ts.isExportAssignment(d)) return d.expression;
  let b = d;
  while (b && !ts.isBinaryExpression(b)) b = b.parent;
  while (b && ts.isBinaryExpression(b.right)) b = b.right;
  return b?.right;
}

/** The names that a default export has at home. */
function localNames(source, symbol) {
  const names = [];
  for (const d of symbol.declarations ?? []) {
    if (d.name && ts.isIdentifier(d.name)) names.push(d.name.text);
    if (ts.isExportAssignment(d) && ts.isIdentifier(d.expression)) names.push(d.expression.text);
    if (ts.isExportSpecifier(d)) names.push((d.propertyName ?? d.name).text);
  }
  if (symbol.flags & ts.SymbolFlags.Alias) {
    const far = checker.getAliasedSymbol(symbol);
    for (const d of far.declarations ?? []) {
      if (d.name && ts.isIdentifier(d.name)) names.push(d.name.text);
      const at = d.getSourceFile().fileName;
      names.push(path.basename(at).replace(/(\.d)?\.[cm]?[jt]sx?$/, ''), path.basename(path.dirname(at)));
    }
  }
  return names;
}

/** What Node itself would offer to an importing ES module. */
function lexed(source) {
  try {
    return lexer.parse(source.text).exports;
  } catch {
    return [];
  }
}

for (const f of files) {
  const source = program.getSourceFile(absolute(f));
  const row = { Path: f, Exports: [], Neutral: [], Imports: [] };
  if (!source) row.Error = 'not a source of the program';
  else if (source.parseDiagnostics.length) row.Error = ts.flattenDiagnosticMessageText(source.parseDiagnostics[0].messageText, ' ');
  else {
    Object.assign(row, exportsOf(source));
    for (const [raw, demanded] of specifiers(source)) {
      const to = target(raw, source.fileName);
      row.Imports.push(demanded ? to : { ...to, Kind: 'open' });
    }
  }
  console.log(JSON.stringify(row));
}
