import ts from 'typescript';

/** "Could not find a declaration file for module": a run needs none. */
export const UNTYPED = 7016;
/** "Parameter … implicitly has an 'any' type", also of a destructured or rest parameter. */
const UNTYPED_PARAMETERS = [7006, 7019, 7031];

/** Returns the remedy for the import of a package without types; null for an import of any other file. */
export function untypedMessage({ file, start = 0, length = 0 }: ts.Diagnostic): string | null {
  const specifier = file?.text.slice(start, start + length).replaceAll(/["'`]/g, '') ?? '';
  const [, scope, name] = /^(?:@([\w.~-]+)\/)?([\w.~-]+)(?:\/|$)/.exec(specifier) ?? [];
  if (name === undefined || name.startsWith('.')) return null;
  const types = `@types/${scope === undefined ? '' : `${scope}__`}${name}`;
  return `the package of "${specifier}" has no types, so what comes of it is not checked: run \`npm install --save-dev ${types}\`, or where there is no such package, write \`declare module '${specifier}';\` into a file types.d.ts beside a tsconfig.json`;
}

/**
 * Returns whether a diagnostic is about a parameter of a function that is passed to an untyped value: the missing type
 * is missing in the package.
 */
export function isOfUntyped(
  { code, file, start = 0 }: ts.Diagnostic,
  checker: ts.TypeChecker,
): boolean {
  if (file === undefined || !UNTYPED_PARAMETERS.includes(code)) return false;
  let node: ts.Node = nodeAt(file, start);
  while (!ts.isFunctionLike(node)) {
    if (node === file) return false;
    node = node.parent;
  }
  if (ts.isStatement(node)) return false;
  for (let at: ts.Node = node.parent; !ts.isStatement(at) && at !== file; at = at.parent)
    if (ts.isCallExpression(at) || ts.isNewExpression(at))
      return (checker.getTypeAtLocation(at.expression).flags & ts.TypeFlags.Any) !== 0;
  return false;
}

function nodeAt(file: ts.SourceFile, position: number): ts.Node {
  let node: ts.Node = file;
  for (let next: ts.Node | undefined = file; next !== undefined;) {
    node = next;
    next = ts.forEachChild(node, (child) =>
      child.getStart(file) <= position && position < child.getEnd() ? child : undefined,
    );
  }
  return node;
}
