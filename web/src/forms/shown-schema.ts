import { isObject, type JsonObject } from '../parts/json.js';
import { texts } from '../texts/en/forms.js';

/** Keywords whose value is a schema, a list of schemas, or a map of schemas. */
const ONE = [
  'items',
  'additionalProperties',
  'additionalItems',
  'not',
  'if',
  'then',
  'else',
  'contains',
];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const NAMED = ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'];

/** Schema that accepts any value and is not empty, since the form shows nothing for an empty schema. */
const ANYTHING = { $comment: 'any value' };

/**
 * Returns a schema for display, with a title for each option of a choice. Values are validated against the original
 * schema.
 */
export function shownSchema(schema: unknown): unknown {
  if (!isObject(schema)) return schema === true ? ANYTHING : schema;
  if (Object.keys(schema).length === 0) return ANYTHING;
  const shown: Record<string, unknown> = { ...schema };
  for (const name of ONE) if (name in shown) shown[name] = shownSchema(shown[name]);
  for (const name of LISTS) {
    const list = shown[name];
    if (Array.isArray(list)) shown[name] = list.map(shownSchema);
  }
  for (const name of NAMED) {
    const named = shown[name];
    if (isObject(named))
      shown[name] = Object.fromEntries(
        Object.entries(named).map(([key, value]) => [key, shownSchema(value)]),
      );
  }
  for (const name of ['anyOf', 'oneOf']) {
    const list = shown[name];
    if (Array.isArray(list)) shown[name] = list.map(withTitle);
  }
  return shown;
}

/**
 * Returns the schema of a tuple with its members in `items`, where the form expects them, and any other schema
 * unchanged. It must only be applied to a part that is shown: in the whole schema, it would make the form fill in every
 * tuple.
 */
export function withItems(schema: JsonObject): JsonObject {
  const { prefixItems, items, ...others } = schema;
  if (!Array.isArray(prefixItems)) return schema;
  const isWhole = others['maxItems'] === prefixItems.length || items === false;
  return { ...others, items: prefixItems, additionalItems: isWhole ? false : (items ?? true) };
}

/** Adds a title to an option of a choice, taken from its reference or type. */
function withTitle(choice: unknown): unknown {
  if (!isObject(choice) || typeof choice['title'] === 'string') return choice;
  const { type, $ref: ref } = choice;
  if (typeof ref === 'string') return { ...choice, title: ref.slice(ref.lastIndexOf('/') + 1) };
  return typeof type === 'string' && type in texts.kinds
    ? { ...choice, title: texts.kinds[type as keyof typeof texts.kinds] }
    : choice;
}

/** Keywords of objects that exceed what fields can express. */
const BEYOND_FIELDS = ['$dynamicRef', 'if', 'patternProperties', 'dependentSchemas', 'not'];

/** Returns whether a form can show the params of a schema, which must be an object with named properties. */
export function isShowable(schema: unknown): schema is JsonObject {
  if (!isObject(schema) || BEYOND_FIELDS.some((keyword) => keyword in schema)) return false;
  const { type, properties } = schema;
  return (type === 'object' || type === undefined) && isObject(properties);
}

/** Returns whether a subschema is too general or too complex for a field, so that its value is edited as JSON. */
export function isAnyValue(schema: unknown): boolean {
  if (!isObject(schema)) return true;
  const { type, properties, items, additionalProperties: more } = schema;
  if ('enum' in schema || 'const' in schema) return false;
  if ('$ref' in schema || 'anyOf' in schema || 'oneOf' in schema || 'allOf' in schema) return false;
  if (BEYOND_FIELDS.some((keyword) => keyword in schema)) return true;
  if (Array.isArray(type)) return type.filter((one) => one !== 'null').length !== 1;
  if (type === undefined) return !isObject(properties) && !('prefixItems' in schema);
  if (type === 'object') return !isObject(properties) && (!isObject(more) || isAnyValue(more));
  return type === 'array' && !isObject(items) && !Array.isArray(schema['prefixItems'] ?? items);
}
