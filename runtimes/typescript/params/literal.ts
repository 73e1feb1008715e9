import type * as ast from '@babel/types';

/** Returns the value of a literal expression that JSON can represent; null for any other expression. */
export function readLiteral(node: ast.Node): { value: unknown } | null {
  switch (node.type) {
    case 'StringLiteral':
    case 'BooleanLiteral':
      return { value: node.value };
    case 'NumericLiteral':
      return Number.isFinite(node.value) ? { value: node.value } : null;
    case 'NullLiteral':
      return { value: null };
    case 'UnaryExpression':
      return node.operator === '-' && node.argument.type === 'NumericLiteral'
        ? { value: -node.argument.value }
        : null;
    case 'TemplateLiteral': {
      const [only] = node.quasis;
      return only !== undefined && node.quasis.length === 1 && only.value.cooked != null
        ? { value: only.value.cooked }
        : null;
    }
    case 'ArrayExpression': {
      const items = node.elements.map((item) => (item === null ? null : readLiteral(item)));
      return all(items) ? { value: items.map(({ value }) => value) } : null;
    }
    case 'ObjectExpression': {
      const members = node.properties.map((property) => {
        if (property.type !== 'ObjectProperty') return null;
        const key = readMemberName(property);
        const item = readLiteral(property.value);
        return key === null || item === null ? null : { key, value: item.value };
      });
      return all(members)
        ? { value: Object.fromEntries(members.map(({ key, value }) => [key, value])) }
        : null;
    }
    default:
      return node.type in WRAPPERS ? readLiteral(unwrapped(node)) : null;
  }
}

/** Returns the name of a member, unless it is computed. */
export function readMemberName(member: {
  key: ast.Node;
  computed?: boolean | null;
}): string | null {
  const { key, computed } = member;
  if (key.type === 'StringLiteral') return key.value;
  if (key.type === 'NumericLiteral') return String(key.value);
  return key.type === 'Identifier' && computed !== true ? key.name : null;
}

const WRAPPERS = {
  TSAsExpression: true,
  TSSatisfiesExpression: true,
  TSTypeAssertion: true,
  TSNonNullExpression: true,
  ParenthesizedExpression: true,
};

/** Returns the expression inside `(…)`, `… as T` and `… satisfies T`. */
export function unwrapped(node: ast.Node): ast.Node {
  let inner = node;
  while (inner.type in WRAPPERS && 'expression' in inner) inner = inner.expression as ast.Node;
  return inner;
}

function all<T>(items: (T | null)[]): items is T[] {
  return items.every((item) => item !== null);
}
