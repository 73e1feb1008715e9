import { isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';
import type { FormerValues } from './former-values.js';
import { isShown } from './shown-fields.js';

/**
 * One field that was changed. `from` is left out where it is not known, and both are where a value is not recorded: it may be a
 * secret, or is long.
 */
export interface FieldChange {
  readonly field: string;
  readonly from?: Json;
  readonly to?: Json;
}

const MAX_TEXT = 200;
const MAX_ITEMS = 20;
const MAX_FIELDS = 50;

/** Returns the fields of a body, each with its former value where that is known. A field that stays as it was is left out. */
export function differenceOf(body: unknown, former: FormerValues): FieldChange[] {
  const given = isJsonObject(body) ? body : {};
  // Without a body something was taken away: what it was is the difference.
  const names = Object.keys(isJsonObject(body) ? given : former).slice(0, MAX_FIELDS);
  return names.flatMap((field) => {
    const to = given[field];
    const from = former[field];
    if (to !== undefined && JSON.stringify(to) === JSON.stringify(from)) return [];
    return [changeOf(field, from, to)];
  });
}

/** Returns parameters of a path and query as they are recorded: short, and none that may be a secret. */
export function targetOf(...parts: readonly Readonly<Record<string, unknown>>[]): JsonObject {
  const target: JsonObject = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part)))
    if (name !== 'project_id' && typeof value === 'string' && isShown(name))
      target[name] = value.slice(0, MAX_TEXT);
  return target;
}

function changeOf(field: string, from: unknown, to: unknown): FieldChange {
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
