import ts from 'typescript';
import type { Diagnostic } from '../../../base/kernel/guided-error.js';
import { withParameters } from './read-calls.js';

/** Functions of a reporter that return a promise, and members whose functions all do. */
const METHODS = new Set(
  'askApproval output runTask runTasks sleep step waitForEvent ai files http mcp memory secrets'.split(
    ' ',
  ),
);
const ITERATING = new Set(['map', 'flatMap']);
const MAX_NAME = 80;

/** A promise that a statement discards. */
interface Floating {
  node: ts.CallExpression | ts.NewExpression;
  /** The code to be written instead. */
  remedy: string;
  isOne: boolean;
}

/**
 * Returns the calls in a file whose promises are neither awaited nor handled: the run may return first, which cuts them
 * off. They are found by their types, or by the parameter's name if the reporter has no type.
 */
export function floatingPromises(file: ts.SourceFile, checker: ts.TypeChecker): Diagnostic[] {
  const found: Diagnostic[] = [];
  const visit = (node: ts.Node, outer: ReadonlySet<string>): void => {
    const reporters = ts.isFunctionLike(node) ? withParameters(node, outer) : outer;
    const floating = new Promises(checker, reporters).ignoredBy(node);
    if (floating !== null) found.push(toDiagnostic(file, floating));
    ts.forEachChild(node, (child) => visit(child, reporters));
  };
  visit(file, new Set());
  return found;
}

function toDiagnostic(file: ts.SourceFile, { node, remedy, isOne }: Floating): Diagnostic {
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  const name = node.expression.getText(file).replaceAll(/\s+/g, '').slice(0, MAX_NAME);
  const subject = isOne ? `the promise of ${name} is` : `the promises of ${name} are`;
  return {
    message: `${subject} not awaited: what is under way when \`run\` returns is cut off. Write ${remedy}, or \`void\` where that is meant`,
    file: file.fileName,
    line: line + 1,
    column: character + 1,
  };
}

class Promises {
  /** `reporters`: names of parameters that are a reporter. */
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly reporters: ReadonlySet<string>,
  ) {}

  /** Returns the promise that a statement, or the `forEach` of a function, discards. */
  ignoredBy(node: ts.Node): Floating | null {
    if (ts.isExpressionStatement(node)) return this.floatingIn(node.expression);
    const isInForEach =
      (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) &&
      ts.isCallExpression(node.parent) &&
      calledMethod(node.parent) === 'forEach';
    if (!isInForEach) return null;
    if (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true)
      return {
        node: node.parent,
        remedy: '`for … of` with `await`, or `await Promise.all(….map(…))`',
        isOne: false,
      };
    return ts.isBlock(node.body) ? null : this.floatingIn(node.body);
  }

  private floatingIn(expression: ts.Expression): Floating | null {
    const node = withoutWrapping(expression);
    if (ts.isConditionalExpression(node))
      return this.floatingIn(node.whenTrue) ?? this.floatingIn(node.whenFalse);
    if (ts.isBinaryExpression(node)) return this.floatingInBinary(node);
    if (ts.isCallExpression(node)) return this.floatingInCall(node);
    return ts.isNewExpression(node) && this.isPromise(node) ? one(node) : null;
  }

  private floatingInBinary({ left, operatorToken, right }: ts.BinaryExpression): Floating | null {
    switch (operatorToken.kind) {
      case ts.SyntaxKind.CommaToken:
        return this.floatingIn(left) ?? this.floatingIn(right);
      case ts.SyntaxKind.AmpersandAmpersandToken:
      case ts.SyntaxKind.BarBarToken:
      case ts.SyntaxKind.QuestionQuestionToken:
        return this.floatingIn(right);
      default:
        return null;
    }
  }

  private floatingInCall(node: ts.CallExpression): Floating | null {
    const { expression: callee, arguments: args } = node;
    const method = calledMethod(node);
    if (ts.isPropertyAccessExpression(callee)) {
      const handlers = method === 'then' ? 2 : method === 'catch' ? 1 : 0;
      const isHandled = handlers > 0 && args.length >= handlers;
      if (isHandled) return null;
      if (method === 'finally' && ts.isCallExpression(callee.expression))
        return this.floatingIn(callee.expression);
      if (method === 'then' || method === 'catch') {
        const begun = this.floatingIn(callee.expression);
        if (begun?.isOne === true) return begun;
      }
    }
    if (this.isPromise(node)) return one(node);
    if (!this.isListOfPromises(node)) return null;
    // Such a method of a list returns items that existed before, as `reverse` does.
    const isOfList =
      ts.isPropertyAccessExpression(callee) && this.isListOfPromises(callee.expression);
    return isOfList ? null : { node, remedy: '`await Promise.all(…)`', isOne: false };
  }

  private isPromise(node: ts.Expression): boolean {
    if (ts.isCallExpression(node) && isOfReporter(node.expression, this.reporters)) return true;
    return this.isThenable(this.checker.getTypeAtLocation(node), node);
  }

  private isThenable(type: ts.Type, at: ts.Node): boolean {
    if (type.isUnion()) return type.types.some((part) => this.isThenable(part, at));
    const then = this.checker.getPropertyOfType(type, 'then');
    if (then === undefined) return false;
    return this.checker.getTypeOfSymbolAtLocation(then, at).getCallSignatures().length > 0;
  }

  private isListOfPromises(node: ts.Expression): boolean {
    const { checker } = this;
    const type = checker.getTypeAtLocation(node);
    const isList = checker.isArrayType(type) || checker.isTupleType(type);
    const items = isList ? checker.getTypeArguments(type as ts.TypeReference) : [];
    if (items.some((item) => this.isThenable(item, node))) return true;
    if (!ts.isCallExpression(node) || !ITERATING.has(calledMethod(node) ?? '')) return false;
    const [item] = node.arguments;
    if (item === undefined || !ts.isArrowFunction(item) || ts.isBlock(item.body)) return false;
    return this.isPromise(item.body);
  }
}

function one(node: Floating['node']): Floating {
  return { node, remedy: '`await`', isOne: true };
}

function withoutWrapping(node: ts.Expression): ts.Expression {
  const isWrapping =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node);
  return isWrapping ? withoutWrapping(node.expression) : node;
}

function calledMethod({ expression }: ts.CallExpression): string | null {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : null;
}

/** Returns whether a call is one of a reporter, such as `reporter.step` or `reporter.files.write`. */
function isOfReporter(callee: ts.Expression, reporters: ReadonlySet<string>): boolean {
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const { expression: owner, name } = callee;
  if (ts.isIdentifier(owner)) return reporters.has(owner.text) && METHODS.has(name.text);
  return ts.isPropertyAccessExpression(owner) && isOfReporter(owner, reporters);
}
