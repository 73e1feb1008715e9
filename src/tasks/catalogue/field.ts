import { NAME_MESSAGE, NAME_PATTERN } from '../../base/kernel/hidden-characters.js';

/** The JSON Schema of a value, as far as the fields of entries need it. */
export interface ValueSchema {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: 'uuid';
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: ValueSchema;
  /** The members of an object, none of which it needs. */
  properties?: Readonly<Record<string, object>>;
}

/** The spelling of a field in `metatask.yaml`. */
export interface InFile {
  /** Schema of the field in the file, if it differs from the API's. */
  schema?: { type: readonly string[] };
  description?: string;
}

/** One field of an entry: what the API, the database and, for a meta-task, `metatask.yaml` are made of. */
export interface Field<T> {
  /** The schema of its values; null asks for the default besides. */
  schema: ValueSchema;
  /** The value where the definition has none. Undefined: the field is required. */
  default: T | undefined;
  description: string;
  /** An example for the API's page. */
  example?: string | readonly string[];
  /** The message for a value that the pattern refuses. */
  message?: string;
  /** Returns the message for a text that is longer than `maxLength`, where that is to say more than the limit. */
  tooLong?: (length: number) => string;
  /** Column of its version's row: as it is, as JSON text, in the JSON of a column for several fields, or none yet. */
  column: 'plain' | 'json' | 'retry_rules' | 'none';
  /** Null where a meta-task's folder says it otherwise than by a member of this name. */
  inFile: InFile | null;
}

type Spec<T> = Pick<Field<T>, 'description'> & Partial<Field<T>>;

function field<T>(schema: ValueSchema, unsaid: T | undefined, spec: Spec<T>): Field<T> {
  return { column: 'plain', inFile: {}, default: unsaid, ...spec, schema };
}

type Limits<K extends keyof ValueSchema> = Pick<ValueSchema, K>;

/** A text, or null. */
export function text(
  limits: Limits<'maxLength' | 'pattern' | 'format'>,
  spec: Spec<string | null>,
): Field<string | null> {
  return field({ type: 'string', ...limits }, null, spec);
}

/** A text that must be given. */
export function requiredText(
  limits: Limits<'maxLength' | 'pattern'>,
  spec: Spec<string>,
): Field<string> {
  return field({ type: 'string', minLength: 1, ...limits }, undefined, spec);
}

/** The name of an entry that people see. */
export function displayName(): Field<string> {
  return requiredText(
    { maxLength: 200, pattern: NAME_PATTERN.source },
    { description: 'Display name.', message: NAME_MESSAGE },
  );
}

/** A whole number, or null. */
export function limit(
  limits: Limits<'minimum' | 'maximum'>,
  spec: Spec<number | null>,
): Field<number | null> {
  return field({ type: 'integer', ...limits }, null, spec);
}

/** A number with a fraction, or null. */
export function decimal(
  limits: Limits<'minimum' | 'maximum'>,
  spec: Spec<number | null>,
): Field<number | null> {
  return field({ type: 'number', ...limits }, null, spec);
}

/** A number; `type` is that of its schema. */
export function number(
  type: 'integer' | 'number',
  limits: Limits<'minimum' | 'maximum'>,
  unsaid: number,
  spec: Spec<number>,
): Field<number> {
  return field({ type, ...limits }, unsaid, spec);
}

/** A boolean; false where the definition has none. */
export function flag(spec: Spec<boolean>): Field<boolean> {
  return field({ type: 'boolean' }, false, spec);
}

/** One of some words. */
export function choice<const T extends string>(
  among: readonly T[],
  unsaid: T,
  spec: Spec<T>,
): Field<T> {
  return field<T>({ enum: among }, unsaid, spec);
}

/** One of some words, or null. */
export function optionalChoice<const T extends string>(
  among: readonly T[],
  spec: Spec<T | null>,
): Field<T | null> {
  return field<T | null>({ enum: among }, null, spec);
}

/** Texts; none where the definition has none. */
export function texts(
  limits: Limits<'maxItems' | 'uniqueItems'>,
  items: Limits<'minLength' | 'maxLength' | 'pattern'>,
  spec: Spec<string[]>,
): Field<string[]> {
  const schema = { type: 'array', ...limits, items: { type: 'string', ...items } } as const;
  return field<string[]>(schema, [], { column: 'json', ...spec });
}

/** Some of some words. */
export function choices<const T extends string>(
  among: readonly T[],
  unsaid: T[],
  spec: Spec<T[]>,
): Field<T[]> {
  const schema = { type: 'array', minItems: 1, maxItems: among.length, items: { enum: among } };
  return field<T[]>(schema as ValueSchema, unsaid, { column: 'json', ...spec });
}

/** A JSON object, or null. `properties`: the only members it may have; without them any. */
export function object<T extends object>(
  spec: Spec<T | null>,
  properties?: ValueSchema['properties'],
): Field<T | null> {
  const schema = { type: 'object', ...(properties && { properties }) } as const;
  return field<T | null>(schema, null, { column: 'json', ...spec });
}
