import ts from 'typescript';
import type { Diagnostic } from '../../../base/kernel/guided-error.js';
import { withParameters } from './read-calls.js';

/** The functions of a reporter that return a promise, and the members of which all functions do. */
const METHODS = new Set(
  'askApproval output runTask runTasks sleep step waitForEvent ai files http mcp memory secrets'.split(
    ' ',
  ),
);

/**
 * Returns the calls of a reporter in a file whose promise nothing awaits: the run may return before they have ended, which cuts them off.
 * They are known by the declarations of the reporter, or where it has no type by the name of the parameter.
 */
export function floatingCalls(
  file: ts.SourceFile,
  checker: ts.TypeChecker,
  declarations: ReadonlySet<string>,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const visit = (node: ts.Node, outer: ReadonlySet<string>): void => {
    const reporters = ts.isFunctionLike(node) ? withParameters(node, outer) : outer;
    const call = ignoredCall(node);
    const isFloating =
      call !== null &&
      (isOfReporter(call.expression, reporters) || isDeclaredIn(call, checker, declarations));
    if (isFloating) {
      const { line, character } = file.getLineAndCharacterOfPosition(call.getStart(file));
      const name = call.expression.getText(file).replaceAll(/\s+/g, '');
      found.push({
        message: `the promise of ${name} is not awaited: what is under way when \`run\` returns is cut off. Write \`await\`, or \`void\` where that is meant`,
        file: file.fileName,
        line: line + 1,
        column: character + 1,
      });
    }
    ts.forEachChild(node, (child) => visit(child, reporters));
  };
  visit(file, new Set());
  return found;
}

/** Returns the call whose value a statement, or the function of a `forEach`, ignores; null for any other node. */
function ignoredCall(node: ts.Node): ts.CallExpression | null {
  if (ts.isExpressionStatement(node)) return callIn(node.expression);
  if (!ts.isArrowFunction(node) || ts.isBlock(node.body)) return null;
  const { parent } = node;
  const isOfForEach =
    ts.isCallExpression(parent) &&
    ts.isPropertyAccessExpression(parent.expression) &&
    parent.expression.name.text === 'forEach';
  return isOfForEach ? callIn(node.body) : null;
}

function callIn(node: ts.Expression): ts.CallExpression | null {
  if (ts.isParenthesizedExpression(node)) return callIn(node.expression);
  return ts.isCallExpression(node) ? node : null;
}

/** `reporter.step`, `reporter.files.write`. */
function isOfReporter(callee: ts.Expression, reporters: ReadonlySet<string>): boolean {
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const { expression: owner, name } = callee;
  if (ts.isIdentifier(owner)) return reporters.has(owner.text) && METHODS.has(name.text);
  return ts.isPropertyAccessExpression(owner) && isOfReporter(owner, reporters);
}

function isDeclaredIn(
  call: ts.CallExpression,
  checker: ts.TypeChecker,
  declarations: ReadonlySet<string>,
): boolean {
  const file = checker.getResolvedSignature(call)?.declaration?.getSourceFile().fileName;
  if (file === undefined || !declarations.has(file)) return false;
  return checker.getPropertyOfType(checker.getTypeAtLocation(call), 'then') !== undefined;
}
