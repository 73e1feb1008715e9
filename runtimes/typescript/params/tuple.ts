import type * as ast from '@babel/types';
import type { Schema } from './schema.js';

export function tupleSchema(node: ast.TSTupleType, schema: (type: ast.TSType) => Schema): Schema {
  const prefixItems: Schema[] = [];
  let required = 0;
  let rest: Schema | null = null;
  for (const element of node.elementTypes) {
    const named = element.type === 'TSNamedTupleMember' ? element.elementType : element;
    const optional =
      (element.type === 'TSNamedTupleMember' && element.optional) ||
      named.type === 'TSOptionalType';
    const type = named.type === 'TSOptionalType' ? named.typeAnnotation : named;
    if (type.type === 'TSRestType') {
      const { typeAnnotation } = type;
      rest = typeAnnotation.type === 'TSArrayType' ? schema(typeAnnotation.elementType) : {};
    } else if (rest === null) {
      prefixItems.push(schema(type));
      if (!optional) required = prefixItems.length;
    }
  }
  return {
    type: 'array',
    ...(prefixItems.length > 0 ? { prefixItems } : {}),
    ...(required > 0 ? { minItems: required } : {}),
    ...(rest === null ? { maxItems: prefixItems.length } : {}),
    ...(rest !== null && Object.keys(rest).length > 0 ? { items: rest } : {}),
  };
}
