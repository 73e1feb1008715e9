import ts from 'typescript';
import type { ScriptCall } from '../checks/script-calls.js';

const TOLD: Partial<Record<string, ScriptCall['kind']>> = {
  setPhase: 'phase',
  step: 'step',
  runTask: 'task',
};
/** Calls whose value differs in each run, so that it cannot identify a record. */
const VARYING = /^(Date\.now|Math\.random|performance\.now|crypto\.(randomUUID|getRandomValues))$/;
/** Methods that call their argument for each item. */
const ITERATING = new Set(['map', 'forEach', 'flatMap', 'reduce']);

/** Returns the calls of a reporter with a checked first argument, by the text alone. */
export function readCalls(source: ts.SourceFile): ScriptCall[] {
  const calls: ScriptCall[] = [];
  const visit = (node: ts.Node, reporters: ReadonlySet<string>, loop: boolean): void => {
    let names = reporters;
    let repeated = loop;
    if (ts.isFunctionLike(node)) {
      names = withParameters(node, reporters);
      if (!isIterated(node)) repeated = loop && isInline(node);
    } else if (ts.isIterationStatement(node, false)) repeated = true;
    if (ts.isCallExpression(node)) calls.push(...collectCalls(source, node, names, repeated));
    ts.forEachChild(node, (child) => visit(child, names, repeated || isIterated(child)));
  };
  visit(source, new Set(), false);
  return calls;
}

function collectCalls(
  source: ts.SourceFile,
  node: ts.CallExpression,
  reporters: ReadonlySet<string>,
  loop: boolean,
): ScriptCall[] {
  const { expression: callee } = node;
  const [first] = node.arguments;
  if (!ts.isPropertyAccessExpression(callee) || !ts.isIdentifier(callee.expression)) return [];
  if (!reporters.has(callee.expression.text) || first === undefined) return [];
  const call = (kind: ScriptCall['kind'], text: ts.Expression): ScriptCall => {
    const { line, character } = source.getLineAndCharacterOfPosition(text.getStart(source));
    const place = { line: line + 1, column: character + 1 };
    return { kind, parts: readLiteralParts(text), varies: varyingIn(source, text), loop, ...place };
  };
  if (callee.name.text === 'runTasks' && ts.isArrayLiteralExpression(first))
    return first.elements.flatMap((item) => {
      const [identifier] = ts.isArrayLiteralExpression(item) ? item.elements : [];
      return identifier === undefined ? [] : [call('task', identifier)];
    });
  const kind = TOLD[callee.name.text];
  return kind === undefined ? [] : [call(kind, first)];
}

/** Returns the names by which a function knows a reporter. */
export function withParameters(
  node: ts.SignatureDeclaration,
  outer: ReadonlySet<string>,
): ReadonlySet<string> {
  const names = new Set(outer);
  for (const [index, { name, type }] of node.parameters.entries()) {
    if (!ts.isIdentifier(name)) continue;
    const typed =
      type !== undefined && ts.isTypeReferenceNode(type) && type.getText() === 'Reporter';
    if (typed || name.text === 'reporter' || (index === 1 && isRun(node))) names.add(name.text);
    else names.delete(name.text);
  }
  return names;
}

function isRun(node: ts.SignatureDeclaration): boolean {
  if (ts.isFunctionDeclaration(node))
    return (
      node.name?.text === 'run' ||
      node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true
    );
  const { parent } = node;
  return ts.isVariableDeclaration(parent) && parent.name.getText() === 'run';
}

/** Returns whether a function is the argument of an iteration, as in `items.map((item) => …)`. */
function isIterated(node: ts.Node): boolean {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  const { parent } = node;
  return (
    ts.isCallExpression(parent) &&
    ts.isPropertyAccessExpression(parent.expression) &&
    ITERATING.has(parent.expression.name.text)
  );
}

function isInline(node: ts.Node): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

function readLiteralParts(node: ts.Expression): string[] | null {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return null;
  const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  return parts.some((part) => part !== '') ? parts : null;
}

function varyingIn(source: ts.SourceFile, node: ts.Node): string | null {
  const made =
    (ts.isCallExpression(node) && VARYING.test(node.expression.getText(source))) ||
    (ts.isNewExpression(node) &&
      node.expression.getText(source) === 'Date' &&
      node.arguments?.length === 0);
  if (made) return node.getText(source);
  return ts.forEachChild(node, (child) => varyingIn(source, child) ?? undefined) ?? null;
}
