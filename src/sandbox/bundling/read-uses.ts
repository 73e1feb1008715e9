import type * as ast from '@babel/types';
import { isBuiltin } from 'node:module';

/** Something that a file requires of the machine it runs on. Lines and columns count from 1. */
export interface Use {
  /**
   * `module`: a call of a Node module; `file`: a file next to the code; `address`: the URL of the code,
   * `import.meta.url`; `global`: a global that isolates lack.
   */
  kind: 'module' | 'file' | 'address' | 'global';
  /** Name of the module or the global; specifier or path of the file, '' if it is computed. */
  what: string;
  /** True if it happens each time the file is loaded. */
  isCertain: boolean;
  line: number;
  column: number;
}

/** The uses of one file, and the modules that it always loads. */
export interface FileUses {
  uses: Use[];
  loads: ReadonlySet<string>;
}

/** Globals of Node that isolates lack. */
export const MISSING_GLOBALS: ReadonlySet<string> = new Set([
  'Atomics',
  'BroadcastChannel',
  'CloseEvent',
  'Crypto',
  'FinalizationRegistry',
  'Navigator',
  'Performance',
  'PerformanceEntry',
  'PerformanceMark',
  'PerformanceMeasure',
  'PerformanceObserver',
  'SharedArrayBuffer',
  'WeakRef',
  'WebAssembly',
  'WebSocket',
]);
/** Members of `WebAssembly` that compile code; packages test for support by the global alone. */
const COMPILING = ['Module', 'Instance', 'compile', 'instantiate'];
/** Functions of Node modules that are harmless without a machine. */
const HARMLESS = ['existsSync', 'createRequire', 'Agent', 'validateHeaderName'];
/** Functions that join parts into a path. */
const JOINING = ['join', 'resolve', 'URL'];
const FOLDERS = ['__dirname', '__filename'];

/** Position of a node in the tree; `isCertain` if the node is evaluated each time the file is loaded. */
interface Position {
  isCertain: boolean;
  parent: ast.Node | null;
}

type Call = ast.CallExpression | ast.NewExpression;

/**
 * Returns what a file requires of its machine, judged by its text alone. Code in a `try` is skipped, since it may fail.
 * `isNeeded` returns whether a Node module needs the machine.
 */
export function readUses(program: ast.Program, isNeeded: (name: string) => boolean): FileUses {
  const names = namesIn(program);
  const uses: Use[] = [];
  const loads = new Set<string>();
  walk(program, { isCertain: true, parent: null }, (node, { isCertain, parent }) => {
    const add = (kind: Use['kind'], what: string, certain = isCertain): void => {
      const { line = 1, column = 0 } = node.loc?.start ?? {};
      uses.push({ kind, what, isCertain: certain, line, column: column + 1 });
    };
    const required = requiredBy(node);
    if (required !== null && isCertain) loads.add(required);
    if (isCall(node)) {
      const called = findCalledModule(node, names);
      if (called !== null && isCertain && isNeeded(called)) add('module', called);
      const file = loadedFile(node, names);
      if (file !== null) add('file', file);
    }
    const path = pathBeside(node);
    if (path !== null && (parent === null || pathBeside(parent) === null))
      add('file', path, isCertain && isRead(parent, names));
    if (isCertain && needsAddress(node)) add('address', 'import.meta.url');
    if (node.type === 'Identifier' && isMissing(node, parent, names, isCertain))
      add('global', node.name);
  });
  return { uses, loads };
}

/**
 * Names that a file declares, with those that are Node modules and those of functions that load files next to the code.
 */
interface Names {
  declared: ReadonlySet<string>;
  modules: ReadonlyMap<string, string>;
  functions: ReadonlyMap<string, string>;
  loaders: ReadonlySet<string>;
}

function namesIn(program: ast.Program): Names {
  const declared = new Set<string>();
  const modules = new Map<string, string>();
  const functions = new Map<string, string>();
  const loaders = new Set<string>();
  const bind = (target: ast.Node, module: string): void => {
    if (target.type === 'Identifier') modules.set(target.name, module);
    if (target.type === 'ObjectPattern')
      for (const property of target.properties)
        if (property.type === 'ObjectProperty' && property.value.type === 'Identifier')
          if (!HARMLESS.includes(readNodeName(property.key)))
            functions.set(property.value.name, module);
  };
  everyNode(program, (node) => {
    if (node.type === 'ImportDeclaration') {
      const name = findBuiltIn(node.source.value);
      for (const { type, local, ...rest } of node.specifiers) {
        declared.add(local.name);
        if (name === null) continue;
        const imported = 'imported' in rest ? readNodeName(rest.imported) : '';
        if (type !== 'ImportSpecifier' || imported === 'default') modules.set(local.name, name);
        else if (!HARMLESS.includes(imported)) functions.set(local.name, name);
      }
    } else if (node.type === 'VariableDeclarator') {
      for (const name of boundNames(node.id)) declared.add(name);
      const specifier = node.init == null ? null : requiredWithin(node.init);
      const name = specifier === null ? null : findBuiltIn(specifier);
      if (name !== null) bind(node.id, name);
      if (node.id.type === 'Identifier' && node.init != null && isCreatedRequire(node.init))
        loaders.add(node.id.name);
    } else if ('params' in node && Array.isArray(node.params))
      for (const param of node.params) for (const name of boundNames(param)) declared.add(name);
    if ('id' in node && node.id?.type === 'Identifier') declared.add(node.id.name);
  });
  return { declared, modules, functions, loaders };
}

/** Returns the Node module whose function is called; null for any other call. */
function findCalledModule({ callee }: Call, { modules, functions }: Names): string | null {
  if (callee.type === 'Identifier') return functions.get(callee.name) ?? null;
  if (callee.type !== 'MemberExpression' || HARMLESS.includes(readNodeName(callee.property)))
    return null;
  const { object } = callee;
  const holder =
    object.type === 'MemberExpression' && readNodeName(object.property) === 'default'
      ? object.object
      : object;
  return holder.type === 'Identifier' ? (modules.get(holder.name) ?? null) : null;
}

/**
 * Returns the file next to the code that a call loads or finds through a function that bundles keep; null for any other
 * call.
 */
function loadedFile(node: Call, { loaders }: Names): string | null {
  const { callee } = node;
  const [argument] = node.arguments;
  const specifier = argument?.type === 'StringLiteral' ? argument.value : '';
  if (findBuiltIn(specifier) !== null) return null;
  const isLoader =
    (callee.type === 'Identifier' && loaders.has(callee.name)) || isCreatedRequire(callee);
  if (isLoader) return specifier;
  if (callee.type !== 'MemberExpression' || readNodeName(callee.property) !== 'resolve')
    return null;
  const { object } = callee;
  const isRequire =
    object.type === 'Identifier' && (object.name === 'require' || loaders.has(object.name));
  return isRequire ? specifier : null;
}

/**
 * Returns the path that an expression builds from the code's folder, '' if it is computed; null for any other
 * expression.
 */
function pathBeside(node: ast.Node): string | null {
  if (node.type === 'TemplateLiteral' && isFolder(node.expressions[0]))
    return node.quasis[1]?.value.raw ?? '';
  if (node.type === 'BinaryExpression' && node.operator === '+' && isFolder(node.left))
    return node.right.type === 'StringLiteral' ? node.right.value : '';
  if (!isCall(node) || !JOINING.includes(lastName(node.callee))) return null;
  if (node.arguments.length < 2 || !node.arguments.some(isFolder)) return null;
  const text = node.arguments.find((argument) => argument.type === 'StringLiteral');
  return text?.value ?? '';
}

function isFolder(node: ast.Node | undefined): boolean {
  if (node === undefined) return false;
  if (node.type === 'Identifier') return FOLDERS.includes(node.name);
  if (node.type === 'MemberExpression') return node.object.type === 'MetaProperty';
  // `dirname(fileURLToPath(import.meta.url))`.
  return isCall(node) && /^(dirname|fileURLToPath)$/.test(lastName(node.callee))
    ? node.arguments.some(isFolder)
    : false;
}

/** Returns whether a node reads the file passed to it. */
function isRead(node: ast.Node | null, names: Names): boolean {
  return node !== null && isCall(node) && /^(read|open|stat)/.test(lastName(node.callee))
    ? findCalledModule(node, names) === 'fs'
    : false;
}

/** Returns whether a node fails if the code has no URL. */
function needsAddress(node: ast.Node): boolean {
  return (
    isCall(node) &&
    /^(URL|fileURLToPath)$/.test(lastName(node.callee)) &&
    node.arguments.some((argument) => argument.type === 'MemberExpression' && isFolder(argument))
  );
}

function isCreatedRequire(node: ast.Node): boolean {
  return isCall(node) && lastName(node.callee) === 'createRequire';
}

/** Returns whether an identifier is a global that isolates lack, used in a place that fails without it. */
function isMissing(
  { name }: ast.Identifier,
  parent: ast.Node | null,
  { declared }: Names,
  isCertain: boolean,
): boolean {
  if (!MISSING_GLOBALS.has(name) || declared.has(name) || parent === null) return false;
  const isMember = parent.type === 'MemberExpression' || parent.type === 'OptionalMemberExpression';
  if (isMember && readNodeName(parent.object) !== name) return false;
  if (
    'key' in parent &&
    readNodeName(parent.key) === name &&
    !('computed' in parent && parent.computed)
  )
    return false;
  if (isCertain) return true;
  return name === 'WebAssembly' && isMember && COMPILING.includes(readNodeName(parent.property));
}

/** Returns the names that a pattern binds. */
function boundNames(pattern: ast.Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        boundNames(property.type === 'RestElement' ? property.argument : property.value),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : boundNames(element)));
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'RestElement':
      return boundNames(pattern.argument);
    default:
      return [];
  }
}

/**
 * Returns the specifier of a `require` that compilers may have wrapped in a helper call, as in
 * `__importStar(require('fs'))`.
 */
function requiredWithin(node: ast.Node): string | null {
  const own = requiredBy(node);
  if (own !== null || node.type !== 'CallExpression') return own;
  const [argument] = node.arguments;
  return argument === undefined ? null : requiredBy(argument);
}

function requiredBy(node: ast.Node): string | null {
  if (node.type !== 'CallExpression' || readNodeName(node.callee) !== 'require') return null;
  const [argument] = node.arguments;
  return argument?.type === 'StringLiteral' ? argument.value : null;
}

function findBuiltIn(specifier: string): string | null {
  return isBuiltin(specifier) ? specifier.replace(/^node:/, '') : null;
}

function isCall(node: ast.Node): node is Call {
  return node.type === 'CallExpression' || node.type === 'NewExpression';
}

function lastName(node: ast.Node): string {
  return readNodeName(node.type === 'MemberExpression' ? node.property : node);
}

function readNodeName(node: ast.Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'StringLiteral' ? node.value : '';
}

/** Calls `visit` for all nodes except those of a `try`, those that follow it, and those of `typeof`. */
function walk(
  node: ast.Node,
  position: Position,
  visit: (node: ast.Node, position: Position) => void,
): void {
  if (node.type === 'TryStatement' || (node.type === 'UnaryExpression' && isTypeof(node))) return;
  visit(node, position);
  for (const [key, child] of listChildren(node))
    walk(child, { isCertain: position.isCertain && !isLater(node, key), parent: node }, visit);
}

function isTypeof({ operator }: ast.UnaryExpression): boolean {
  return operator === 'typeof';
}

/** Returns whether a child of a node is evaluated later or only in some cases. */
function isLater(node: ast.Node, key: string): boolean {
  if (/Function|Method/.test(node.type)) return true;
  if (node.type === 'ClassProperty') return key === 'value' && !node.static;
  if (/^(If|Switch|For|While|DoWhile)|^ConditionalE/.test(node.type))
    return !/^(test|discriminant)$/.test(key);
  return (
    (node.type === 'LogicalExpression' || node.type === 'AssignmentPattern') && key === 'right'
  );
}

function everyNode(node: ast.Node, visit: (node: ast.Node) => void): void {
  visit(node);
  for (const [, child] of listChildren(node)) everyNode(child, visit);
}

function* listChildren(node: ast.Node): Generator<[key: string, child: ast.Node]> {
  for (const [key, value] of Object.entries(node) as [string, unknown][])
    if (!key.endsWith('Comments'))
      for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
        if (isNode(child)) yield [key, child];
}

function isNode(value: unknown): value is ast.Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'loc' in value;
}
