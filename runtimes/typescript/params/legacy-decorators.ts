import type * as ast from '@babel/types';
import { type Declarations, collectDeclarations } from './declarations.js';
import { unwrapped } from './literal.js';
import { parse } from './parse.js';

/** The location where a legacy decorator is used. Lines and columns count from 1. */
export interface LegacyDecorator {
  name: string;
  line: number;
  column: number;
}

type Callable = ast.FunctionDeclaration | ast.FunctionExpression | ast.ArrowFunctionExpression;

/**
 * Returns the locations where a script uses its own decorators that are written for `experimentalDecorators`: they take
 * a target, a key and a descriptor, whereas standard decorators take a value and a context. Never throws: the result is
 * empty for a text that cannot be parsed.
 */
export function findLegacyDecorators(source: string): LegacyDecorator[] {
  try {
    const program = parse(source);
    const declared = collectDeclarations(program);
    return decoratorsIn(program).flatMap((decorator) => {
      const name = legacyName(decorator.expression, declared);
      const start = decorator.loc?.start;
      return name === null || start == null
        ? []
        : [{ name, line: start.line, column: start.column + 1 }];
    });
  } catch {
    return [];
  }
}

function decoratorsIn(program: ast.Program): ast.Decorator[] {
  const found: ast.Decorator[] = [];
  const left: unknown[] = [program];
  while (left.length > 0) {
    const node = left.pop();
    if (typeof node !== 'object' || node === null) continue;
    if ('type' in node && node.type === 'Decorator') found.push(node as ast.Decorator);
    left.push(...Object.values(node).toReversed());
  }
  return found;
}

/** Returns the name of a legacy decorator; null for any other, and for one that the script does not declare. */
function legacyName(decorator: ast.Expression, { values }: Declarations): string | null {
  const made = decorator.type === 'CallExpression';
  const called = made ? decorator.callee : decorator;
  if (called.type !== 'Identifier') return null;
  const value = callable(values.get(called.name)?.node);
  const applied = made && value !== null ? returned(value) : value;
  return applied !== null && isLegacy(applied) ? called.name : null;
}

function callable(node: ast.Node | null | undefined): Callable | null {
  const value = node == null ? null : unwrapped(node);
  return value?.type === 'FunctionDeclaration' ||
    value?.type === 'FunctionExpression' ||
    value?.type === 'ArrowFunctionExpression'
    ? value
    : null;
}

/** Returns the function that a function returns. */
function returned({ body }: Callable): Callable | null {
  if (body.type !== 'BlockStatement') return callable(body);
  const last = body.body.findLast((statement) => statement.type === 'ReturnStatement');
  return callable(last?.argument);
}

function isLegacy({ params }: Callable): boolean {
  const own = params.filter((param) => param.type !== 'Identifier' || param.name !== 'this');
  if (own.some((param) => param.type === 'RestElement')) return false;
  if (own.length >= 3) return true;
  const [, key] = own;
  if (key?.type !== 'Identifier' || key.typeAnnotation?.type !== 'TSTypeAnnotation') return false;
  const { typeAnnotation: type } = key.typeAnnotation;
  return (type.type === 'TSUnionType' ? type.types : [type]).every(
    (one) =>
      one.type === 'TSStringKeyword' ||
      one.type === 'TSSymbolKeyword' ||
      (one.type === 'TSTypeReference' &&
        one.typeName.type === 'Identifier' &&
        one.typeName.name === 'PropertyKey'),
  );
}
