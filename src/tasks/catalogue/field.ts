import { NAME_MESSAGE, NAME_PATTERN } from '../../base/kernel/hidden-characters.js';
import { MAX_NAME_LENGTH } from '../../base/kernel/max-lengths.js';

/** The subset of JSON Schema that fields use. */
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
  /** Members of an object, all of them optional. */
  properties?: Readonly<Record<string, object>>;
}

/** The spelling of a field in `metatask.yaml`. */
export interface InFile {
  /** Schema of the field in the file, if it differs from the schema in the API. */
  schema?: { type: readonly string[] };
  description?: string;
}

/** A field of an entry, from which the API, the database and, for a meta-task, `metatask.yaml` are derived. */
export interface Field<T> {
  /** Schema of the values; requests may also contain null for the default. */
  schema: ValueSchema;
  /** Value of a definition that lacks the field; undefined if the field is required. */
  default: T | undefined;
  description: string;
  /** Example in the API reference. */
  example?: string | readonly string[];
  /** Message for a value that the pattern refuses. */
  message?: string;
  /** Returns the message for a text longer than `maxLength`, if it says more than the limit. */
  tooLong?: (length: number) => string;
  /**
   * Storage in the row of the version: a plain column, a column of JSON text, or a member of a JSON column that several
   * fields share.
   */
  column: 'plain' | 'json' | 'retry_rules';
  /** Spelling in `metatask.yaml`; null if the folder of a meta-task holds the value elsewhere. */
  inFile: InFile | null;
}

type Spec<T> = Pick<Field<T>, 'description'> & Partial<Field<T>>;

function field<T>(schema: ValueSchema, unsaid: T | undefined, spec: Spec<T>): Field<T> {
  return { column: 'plain', inFile: {}, default: unsaid, ...spec, schema };
}

type Limits<K extends keyof ValueSchema> = Pick<ValueSchema, K>;

/** Returns a field for a text or null. */
export function text(
  limits: Limits<'maxLength' | 'pattern' | 'format'>,
  spec: Spec<string | null>,
): Field<string | null> {
  return field({ type: 'string', ...limits }, null, spec);
}

/** Returns a field for a required text. */
export function requiredText(
  limits: Limits<'maxLength' | 'pattern'>,
  spec: Spec<string>,
): Field<string> {
  return field({ type: 'string', minLength: 1, ...limits }, undefined, spec);
}

/** Returns the field for the display name of an entry. */
export function displayName(): Field<string> {
  return requiredText(
    { maxLength: MAX_NAME_LENGTH, pattern: NAME_PATTERN.source },
    { description: 'Display name.', message: NAME_MESSAGE },
  );
}

/** Returns a field for an integer or null. */
export function limit(
  limits: Limits<'minimum' | 'maximum'>,
  spec: Spec<number | null>,
): Field<number | null> {
  return field({ type: 'integer', ...limits }, null, spec);
}

/** Returns a field for a decimal number or null. */
export function decimal(
  limits: Limits<'minimum' | 'maximum'>,
  spec: Spec<number | null>,
): Field<number | null> {
  return field({ type: 'number', ...limits }, null, spec);
}

/** Returns a field for a number; `type` is the type in its schema. */
export function number(
  type: 'integer' | 'number',
  limits: Limits<'minimum' | 'maximum'>,
  unsaid: number,
  spec: Spec<number>,
): Field<number> {
  return field({ type, ...limits }, unsaid, spec);
}

/** Returns a field for a boolean; the default is false. */
export function flag(spec: Spec<boolean>): Field<boolean> {
  return field({ type: 'boolean' }, false, spec);
}

/** Returns a field for one value of an enum. */
export function choice<const T extends string>(
  among: readonly T[],
  unsaid: T,
  spec: Spec<T>,
): Field<T> {
  return field<T>({ enum: among }, unsaid, spec);
}

/** Returns a field for one value of an enum or null. */
export function optionalChoice<const T extends string>(
  among: readonly T[],
  spec: Spec<T | null>,
): Field<T | null> {
  return field<T | null>({ enum: among }, null, spec);
}

/** Returns a field for a list of texts; the default is empty. */
export function texts(
  limits: Limits<'maxItems' | 'uniqueItems'>,
  items: Limits<'minLength' | 'maxLength' | 'pattern'>,
  spec: Spec<string[]>,
): Field<string[]> {
  const schema = { type: 'array', ...limits, items: { type: 'string', ...items } } as const;
  return field<string[]>(schema, [], { column: 'json', ...spec });
}

/** Returns a field for a list of values of an enum. */
export function choices<const T extends string>(
  among: readonly T[],
  unsaid: T[],
  spec: Spec<T[]>,
): Field<T[]> {
  const schema = { type: 'array', minItems: 1, maxItems: among.length, items: { enum: among } };
  return field<T[]>(schema as ValueSchema, unsaid, { column: 'json', ...spec });
}

/**
 * Returns a field for a JSON object or null. `properties` are its only allowed members; without them, any are allowed.
 */
export function object<T extends object>(
  spec: Spec<T | null>,
  properties?: ValueSchema['properties'],
): Field<T | null> {
  const schema = { type: 'object', ...(properties && { properties }) } as const;
  return field<T | null>(schema, null, { column: 'json', ...spec });
}
