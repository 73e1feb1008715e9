import { isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';

/** The members that a field of an elicitation may have. */
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

/** The form of an approval that has none: its user may say why. */
const COMMENT: JsonObject = {
  type: 'object',
  properties: { comment: { type: 'string', title: 'Comment', maxLength: 2000 } },
};

/**
 * Returns a form as an elicitation has it; null for one that is not a flat object of texts, numbers, flags and choices, which
 * clients cannot show.
 */
export function flatForm(form: JsonObject | boolean | null): JsonObject | null {
  if (form === null || form === true) return COMMENT;
  if (form === false) return null;
  if (form['type'] !== 'object' || Object.keys(form).some((name) => !FORM_MEMBERS.has(name)))
    return null;
  const given = form['properties'] ?? {};
  if (!isJsonObject(given)) return null;
  const properties = Object.entries(given).map(([name, field]) => [name, fieldOf(field)] as const);
  if (properties.some(([, field]) => field === null)) return null;
  const { required } = form;
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as JsonObject,
    ...(Array.isArray(required) && { required }),
  };
}

function fieldOf(field: Json): JsonObject | null {
  if (!isJsonObject(field)) return null;
  const type = field['enum'] === undefined ? field['type'] : 'string';
  if (type !== 'string' && type !== 'number' && type !== 'integer' && type !== 'boolean')
    return null;
  const { enum: among, format } = field;
  if (
    among !== undefined &&
    !(Array.isArray(among) && among.every((one) => typeof one === 'string'))
  )
    return null;
  if (format !== undefined && !FORMATS.includes(format)) return null;
  // What else a schema says is checked when the decision is made.
  const kept = FIELD_MEMBERS.filter((name) => field[name] !== undefined);
  return { ...Object.fromEntries(kept.map((name) => [name, field[name] ?? null])), type };
}
