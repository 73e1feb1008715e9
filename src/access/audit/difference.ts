import { isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';
import type { FormerValues } from './former-values.js';
import { isShown } from './shown-fields.js';

/** One changed field. `from` is omitted if unknown; both values are omitted if the value may be a secret or is long. */
export interface FieldChange {
  readonly field: string;
  readonly from?: Json;
  readonly to?: Json;
}

const MAX_TEXT = 200;
const MAX_ITEMS = 20;
const MAX_FIELDS = 50;

/** Returns the fields of a body, each with its former value if known. Unchanged fields are omitted. */
export function computeDifference(body: unknown, former: FormerValues): FieldChange[] {
  const given = isJsonObject(body) ? body : {};
  // A request without a body deletes something: the former values are the difference.
  const names = Object.keys(isJsonObject(body) ? given : former).slice(0, MAX_FIELDS);
  return names.flatMap((field) => {
    const to = given[field];
    const from = former[field];
    if (to !== undefined && JSON.stringify(to) === JSON.stringify(from)) return [];
    return [toFieldChange(field, from, to)];
  });
}

/**
 * Returns the parameters of a path and query that may be recorded, shortened. Parameters that may hold a secret are
 * omitted.
 */
export function buildTarget(...parts: readonly Readonly<Record<string, unknown>>[]): JsonObject {
  const target: JsonObject = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part)))
    if (name !== 'project_id' && typeof value === 'string' && isShown(name))
      target[name] = value.slice(0, MAX_TEXT);
  return target;
}

function toFieldChange(field: string, from: unknown, to: unknown): FieldChange {
  if (!isShown(field)) return { field };
  return {
    field,
    ...(isShort(from) && { from }),
    ...(isShort(to) && { to }),
  };
}

function isShort(value: unknown): value is Json {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return true;
  if (typeof value === 'string') return value.length <= MAX_TEXT;
  return Array.isArray(value) && value.length <= MAX_ITEMS && value.every(isShort);
}
