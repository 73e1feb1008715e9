/** Parts of schemas. The Python checker produces the same for the same types. */

/** A JSON Schema; `{}` stands for an unknown type. */
export interface Schema {
  [keyword: string]: unknown;
}

const MAX_DESCRIPTION = 1_000;

export const NULL: Schema = { type: 'null' };

/** Returns `schema` with a description, unless the text is empty. */
export function described(schema: Schema, text: string): Schema {
  const description = text.trim().slice(0, MAX_DESCRIPTION).toWellFormed();
  return description === '' ? schema : { ...schema, description };
}

export function literals(values: readonly unknown[]): Schema {
  return values.length === 1 ? { const: values[0] } : { enum: values };
}

/** Merges literals into one `enum` and plain types into one `type`; if one member is unknown, so is the union. */
export function union(members: readonly Schema[]): Schema {
  const values = new Set<unknown>();
  const types = new Set<unknown>();
  // The sets are at the position of their first member.
  const merged = new Map<unknown, Schema | Set<unknown>>();
  for (const member of members.flatMap(flat)) {
    const keywords = Object.keys(member);
    if (keywords.length === 0) return {};
    if (keywords.every((keyword) => keyword === 'const' || keyword === 'enum')) {
      merged.set(values, values);
      for (const value of listed(member['enum'] ?? [member['const']])) values.add(value);
    } else if (keywords.every((keyword) => keyword === 'type')) {
      merged.set(types, types);
      for (const type of listed(member['type'])) types.add(type);
    } else merged.set(JSON.stringify(member), member);
  }
  if (values.size > 0 && types.size === 1 && types.has('null')) {
    merged.delete(types);
    values.add(null);
  }
  const schemas = [...merged.values()].map((member) => {
    if (member === values) return literals([...values]);
    if (member === types) return types.size === 1 ? { type: [...types][0] } : { type: [...types] };
    return member as Schema;
  });
  const [first] = schemas;
  return first !== undefined && schemas.length === 1 ? first : { anyOf: schemas };
}

function flat(member: Schema): Schema[] {
  const { anyOf, ...rest } = member;
  return Array.isArray(anyOf) && Object.keys(rest).length === 0 ? (anyOf as Schema[]) : [member];
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}
