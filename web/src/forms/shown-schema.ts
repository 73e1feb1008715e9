import { isObject, type JsonObject } from '../parts/json.js';
import { texts } from '../texts/en/forms.js';

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
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

/** A schema that says something, since the form shows nothing of one that does not. */
const ANYTHING = { $comment: 'any value' };

/** Returns a schema as the form shows it: each choice has a name. It is for showing only: what is given is checked by the schema itself. */
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
 * Returns the schema of a tuple with its members as `items`, which is what the form knows of them; any other as it is. Only of a part
 * that is shown: in the whole the form would fill in each tuple with members that were not given.
 */
export function withItems(schema: JsonObject): JsonObject {
  const { prefixItems, items, ...others } = schema;
  if (!Array.isArray(prefixItems)) return schema;
  const isWhole = others['maxItems'] === prefixItems.length || items === false;
  return { ...others, items: prefixItems, additionalItems: isWhole ? false : (items ?? true) };
}

/** A choice without a name is named by what it takes. */
function withTitle(choice: unknown): unknown {
  if (!isObject(choice) || typeof choice['title'] === 'string') return choice;
  const { type, $ref: ref } = choice;
  if (typeof ref === 'string') return { ...choice, title: ref.slice(ref.lastIndexOf('/') + 1) };
  return typeof type === 'string' && type in texts.kinds
    ? { ...choice, title: texts.kinds[type as keyof typeof texts.kinds] }
    : choice;
}

/** Keywords by which an object is more than fields can hold. */
const BEYOND_FIELDS = ['$dynamicRef', 'if', 'patternProperties', 'dependentSchemas', 'not'];

/** Returns whether a form can show the params of a schema: an object with named members. */
export function isShowable(schema: unknown): schema is JsonObject {
  if (!isObject(schema) || BEYOND_FIELDS.some((keyword) => keyword in schema)) return false;
  const { type, properties } = schema;
  return (type === 'object' || type === undefined) && isObject(properties);
}

/** Returns whether a part of a schema says so little, or so much, that its value is given as JSON. */
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
