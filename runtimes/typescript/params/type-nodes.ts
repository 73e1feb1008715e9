import type * as ast from '@babel/types';
import type { Reading } from './reading.js';

/** Returns the texts of a type such as `'a' | 'b'`; null for any other type. */
export function resolveKeys(
  reading: Reading,
  type: ast.TSType,
  within: readonly string[] = [],
): string[] | null {
  reading.step();
  switch (type.type) {
    case 'TSParenthesizedType':
      return resolveKeys(reading, type.typeAnnotation, within);
    case 'TSLiteralType':
      return type.literal.type === 'StringLiteral' ? [type.literal.value] : null;
    case 'TSUnionType': {
      const lists = type.types.map((member) => resolveKeys(reading, member, within));
      return lists.every((list) => list !== null) ? lists.flat() : null;
    }
    case 'TSTypeReference': {
      if (type.typeName.type !== 'Identifier') return null;
      const { name } = type.typeName;
      const [declaration] = reading.declared.types.get(name) ?? [];
      return declaration?.node.type === 'TSTypeAliasDeclaration' && !within.includes(name)
        ? resolveKeys(reading, declaration.node.typeAnnotation, [...within, name])
        : null;
    }
    default:
      return null;
  }
}

export function isUndefined(type: ast.TSType): boolean {
  return type.type === 'TSUndefinedKeyword' || type.type === 'TSVoidKeyword';
}
