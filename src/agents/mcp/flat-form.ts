import { isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';
import { MAX_COMMENT_LENGTH } from '../../base/kernel/max-lengths.js';

/** Members that a field of an elicitation may have. */
const FIELD_MEMBERS = [
  'type',
  'title',
  'description',
  'default',
  'enum',
  'enumNames',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'format',
] as const;
const CHOICE_MEMBERS = ['title', 'description', 'default'] as const;
const SEVERAL_MEMBERS = [...CHOICE_MEMBERS, 'minItems', 'maxItems'] as const;
const FORM_MEMBERS: ReadonlySet<string> = new Set([
  '$schema',
  'type',
  'title',
  'description',
  'properties',
  'required',
  'additionalProperties',
]);
const FORMATS: readonly Json[] = ['email', 'uri', 'date', 'date-time'];

/** Form for an approval without a form, in which the user may add a comment. */
const COMMENT: JsonObject = {
  type: 'object',
  properties: { comment: { type: 'string', title: 'Comment', maxLength: MAX_COMMENT_LENGTH } },
};

/**
 * Returns a form in the format of elicitations; null if it is not a flat object of strings, numbers, booleans and
 * choices, which clients cannot show.
 */
export function flatForm(form: JsonObject | boolean | null): JsonObject | null {
  if (form === null || form === true) return COMMENT;
  if (form === false) return null;
  if (form['type'] !== 'object' || Object.keys(form).some((name) => !FORM_MEMBERS.has(name)))
    return null;
  const given = form['properties'] ?? {};
  if (!isJsonObject(given)) return null;
  const properties = Object.entries(given).map(
    ([name, field]) => [name, toFlatField(field)] as const,
  );
  if (properties.some(([, field]) => field === null)) return null;
  const { required } = form;
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as JsonObject,
    ...(Array.isArray(required) && { required }),
  };
}

function toFlatField(field: Json): JsonObject | null {
  if (!isJsonObject(field)) return null;
  if (field['type'] === 'array') return toMultipleChoice(field);
  if (field['oneOf'] !== undefined) return toTitledChoice(field);
  const type = field['enum'] === undefined ? field['type'] : 'string';
  if (type !== 'string' && type !== 'number' && type !== 'integer' && type !== 'boolean')
    return null;
  const { enum: among, format } = field;
  if (among !== undefined && !areTexts(among)) return null;
  if (format !== undefined && !FORMATS.includes(format)) return null;
  return { ...kept(field, FIELD_MEMBERS), type };
}

/** Returns a choice of one string among titled ones. */
function toTitledChoice(field: JsonObject): JsonObject | null {
  const { type = 'string', oneOf = null } = field;
  if (type !== 'string' || !areTitled(oneOf)) return null;
  return { ...kept(field, CHOICE_MEMBERS), type, oneOf };
}

/** Returns a choice of several strings, with or without titles. */
function toMultipleChoice(field: JsonObject): JsonObject | null {
  const { items = null } = field;
  if (!isJsonObject(items)) return null;
  const { enum: among, anyOf = null } = items;
  const of = areTexts(among) ? { type: 'string', enum: among } : { anyOf };
  if (!areTexts(among) && !areTitled(anyOf)) return null;
  return { ...kept(field, SEVERAL_MEMBERS), type: 'array', items: of };
}

function areTexts(among: Json | undefined): among is string[] {
  return Array.isArray(among) && among.every((one) => typeof one === 'string');
}

function areTitled(among: Json): boolean {
  return (
    Array.isArray(among) &&
    among.every(
      (one) =>
        isJsonObject(one) && typeof one['const'] === 'string' && typeof one['title'] === 'string',
    )
  );
}

/** Returns the members that a client can show; the rest of the schema is checked when the decision is made. */
function kept(field: JsonObject, members: readonly string[]): JsonObject {
  const given = members.filter((name) => field[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, field[name] ?? null]));
}
