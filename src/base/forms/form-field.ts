import {
  escapePointer,
  isJsonObject,
  type Json,
  type JsonObject,
  objectOrNull,
  parsePointer,
} from '../kernel/json.js';

/** Maximum nesting of groups; deeper values are entered as JSON. */
const MAX_DEPTH = 4;
/** Texts that may be longer than this get a field of several lines. */
const LINE_LENGTH = 200;

/** A field of the page, or a group of fields, made from a form's JSON Schema. */
export type FormField = {
  /** RFC 6901 pointer to its value in the payload, prefixed with `/payload`. */
  pointer: string;
  /** Empty if the form as a whole has no title. */
  title: string;
  description: string | null;
  required: boolean;
  schema: JsonObject;
} & (
  | { kind: 'group'; fields: FormField[] }
  /** One of these values. */
  | { kind: 'choice'; options: Json[] }
  | { kind: 'flag' }
  | { kind: 'text'; input: 'text' | 'email' | 'url' | 'date' | 'lines' }
  | { kind: 'number'; whole: boolean }
  /** Any other value, as JSON. */
  | { kind: 'json' }
);

type Kind = FormField extends infer F
  ? F extends FormField
    ? Omit<F, 'pointer' | 'title' | 'description' | 'required' | 'schema'>
    : never
  : never;

/** Keywords that make an object more than its properties, so that fields could not hold all of it. */
const BEYOND_PROPERTIES = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'patternProperties',
  'dependentSchemas',
];
const INPUTS: Readonly<Record<string, 'email' | 'url' | 'date'>> = {
  email: 'email',
  uri: 'url',
  date: 'date',
};

export function formField(
  form: Json,
  { pointer = '/payload', title = '', required = true, depth = 0 } = {},
): FormField {
  const schema = isJsonObject(form) ? form : {};
  return {
    pointer,
    title: toNonEmptyText(schema['title']) ?? title,
    description: toNonEmptyText(schema['description']),
    required,
    schema,
    ...buildFieldKind(schema, pointer, depth),
  };
}

function buildFieldKind(schema: JsonObject, pointer: string, depth: number): Kind {
  const { enum: options, type, format, maxLength } = schema;
  if (Array.isArray(options) && options.every((option) => !isContainer(option)))
    return { kind: 'choice', options };
  if (type === 'boolean') return { kind: 'flag' };
  if (type === 'integer' || type === 'number') return { kind: 'number', whole: type === 'integer' };
  if (type === 'string') {
    const input = typeof format === 'string' ? INPUTS[format] : undefined;
    const long = typeof maxLength === 'number' && maxLength > LINE_LENGTH;
    return { kind: 'text', input: input ?? (long ? 'lines' : 'text') };
  }
  const fields =
    type === 'object' && depth < MAX_DEPTH ? buildGroupFields(schema, pointer, depth) : null;
  return fields === null ? { kind: 'json' } : { kind: 'group', fields };
}

function buildGroupFields(schema: JsonObject, pointer: string, depth: number): FormField[] | null {
  const properties = objectOrNull(schema['properties']);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  if (properties === null || BEYOND_PROPERTIES.some((keyword) => keyword in schema)) return null;
  if (!required.every((name) => typeof name === 'string' && Object.hasOwn(properties, name)))
    return null;
  return Object.entries(properties).map(([name, property]) =>
    formField(property, {
      pointer: `${pointer}/${escapePointer(name)}`,
      title: name,
      required: required.includes(name),
      depth: depth + 1,
    }),
  );
}

/** Returns the name of the group member that a field is for. */
export function parseMemberName({ pointer }: FormField): string {
  return parsePointer(pointer).at(-1) ?? '';
}

function isContainer(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

function toNonEmptyText(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
