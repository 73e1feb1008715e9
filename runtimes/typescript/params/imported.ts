import type * as ast from '@babel/types';
import { type Declarations, collectDeclarations } from './declarations.js';
import { parse } from './parse.js';

/** Returns the source to which an import specifier in the file `from` leads; null if it is not followed. */
export type OpenImport = (
  specifier: string,
  from: string,
) => { file: string; source: string } | null;

/** A name in another file. */
interface Origin {
  file: SourceFile;
  name: string;
}

interface SourceFile {
  program: ast.Program;
  declared: Declarations;
  /** The declared names, each with its name among all files. */
  own: Map<string, string>;
  imports: Map<string, Origin>;
  reexports: Map<string, Origin>;
  /** Files with `export * from`. */
  stars: SourceFile[];
}

/** Returns the script's declarations together with its imports from files that `open` knows, under unique names. */
export function withImported(
  program: ast.Program,
  scriptFile: string,
  open: OpenImport,
): Declarations {
  const files = new Map<string, SourceFile>();
  const taken = new Set<string>();
  const script = load(scriptFile, program);
  const all: Declarations = { types: new Map(), values: new Map(), exports: new Map() };
  for (const file of files.values()) add(file);
  return { ...all, exports: script.declared.exports };

  function load(path: string, parsed: ast.Program): SourceFile {
    const declared = collectDeclarations(parsed);
    const own = new Map<string, string>();
    for (const [name, types] of declared.types) if (types.length > 0) own.set(name, free(name));
    for (const name of declared.values.keys()) if (!own.has(name)) own.set(name, free(name));
    const file: SourceFile = {
      program: parsed,
      declared,
      own,
      imports: new Map(),
      reexports: new Map(),
      stars: [],
    };
    files.set(path, file);
    for (const statement of parsed.body) follow(file, statement, path);
    return file;
  }

  function free(name: string): string {
    let candidate = name;
    for (let number = 2; taken.has(candidate); number += 1) candidate = `${name}_${number}`;
    taken.add(candidate);
    return candidate;
  }

  function follow(file: SourceFile, statement: ast.Statement, path: string): void {
    const isImport = statement.type === 'ImportDeclaration';
    const isExport = statement.type === 'ExportNamedDeclaration';
    if (!isImport && !isExport && statement.type !== 'ExportAllDeclaration') return;
    const target = statement.source == null ? file : opened(statement.source.value, path);
    if (target === null) return;
    if (statement.type === 'ExportAllDeclaration') file.stars.push(target);
    else
      for (const specifier of statement.specifiers) {
        if (specifier.type === 'ImportSpecifier')
          file.imports.set(specifier.local.name, { file: target, name: text(specifier.imported) });
        else if (specifier.type === 'ImportDefaultSpecifier')
          file.imports.set(specifier.local.name, { file: target, name: 'default' });
        else if (specifier.type === 'ExportSpecifier' && target !== file)
          file.reexports.set(text(specifier.exported), {
            file: target,
            name: specifier.local.name,
          });
      }
  }

  function opened(specifier: string, from: string): SourceFile | null {
    const found = open(specifier, from);
    if (found === null) return null;
    return files.get(found.file) ?? load(found.file, parse(found.source));
  }

  function add({ program: tree, declared, own, imports }: SourceFile): void {
    const names = new Map(own);
    for (const [local, origin] of imports) {
      const name = calledElsewhere(origin);
      if (name !== null) names.set(local, name);
    }
    rename(tree, names);
    for (const [name, types] of declared.types) {
      const called = names.get(name);
      if (types.length > 0) all.types.set(called ?? name, types);
      else if (called === undefined) all.types.set(name, types);
    }
    for (const [name, value] of declared.values) all.values.set(names.get(name) ?? name, value);
  }
}

/** Returns an export's name among all files; null if no file declares it. */
function calledElsewhere(
  { file, name }: Origin,
  seen: ReadonlySet<SourceFile> = new Set(),
): string | null {
  if (seen.has(file)) return null;
  const following = new Set([...seen, file]);
  const local = localName(file.program, name);
  const imported =
    file.reexports.get(name) ?? (local === null ? undefined : file.imports.get(local));
  if (imported !== undefined) return calledElsewhere(imported, following);
  const own = local === null ? undefined : file.own.get(local);
  if (own !== undefined) return own;
  for (const star of file.stars) {
    const found = calledElsewhere({ file: star, name }, following);
    if (found !== null) return found;
  }
  return null;
}

/** Returns a file's local name of its export `name`. */
function localName(program: ast.Program, name: string): string | null {
  for (const statement of program.body) {
    if (statement.type === 'ExportDefaultDeclaration' && name === 'default') {
      const { declaration } = statement;
      if (declaration.type === 'Identifier') return declaration.name;
      return 'id' in declaration && declaration.id?.type === 'Identifier'
        ? declaration.id.name
        : null;
    }
    if (statement.type !== 'ExportNamedDeclaration' || statement.source != null) continue;
    for (const specifier of statement.specifiers)
      if (specifier.type === 'ExportSpecifier' && text(specifier.exported) === name)
        return specifier.local.name;
  }
  return name;
}

/** Replaces every reference to a type with its name among all files. */
function rename(node: unknown, names: ReadonlyMap<string, string>): void {
  if (Array.isArray(node)) for (const item of node) rename(item, names);
  if (typeof node !== 'object' || node === null || Array.isArray(node) || !('type' in node)) return;
  const reference = findReference(node as ast.Node);
  if (reference?.type === 'Identifier')
    reference.name = names.get(reference.name) ?? reference.name;
  for (const [key, child] of Object.entries(node))
    if (typeof child === 'object' && !key.endsWith('Comments') && key !== 'loc')
      rename(child, names);
}

function findReference(node: ast.Node): ast.Node | null {
  switch (node.type) {
    case 'TSTypeReference':
      return node.typeName;
    case 'TSExpressionWithTypeArguments':
      return node.expression;
    case 'TSTypeQuery':
      return node.exprName;
    default:
      return null;
  }
}

function text(name: ast.Identifier | ast.StringLiteral): string {
  return name.type === 'StringLiteral' ? name.value : name.name;
}
