import type { Json } from '../kernel/json.js';

/** A field that a deployment sets anew. */
export interface FieldChange {
  field: string;
  /** Undefined where there is nothing yet. */
  from: Json | undefined;
  to: Json;
}

/** What is different, in the order of `wanted`. */
export function changesBetween(
  current: Readonly<Record<string, Json | undefined>>,
  wanted: Readonly<Record<string, Json>>,
): FieldChange[] {
  return Object.entries(wanted)
    .filter(([field, to]) => !sameJson(current[field], to))
    .map(([field, to]) => ({ field, from: current[field], to }));
}

/** Whether two values say the same: the order of an object's members says nothing. */
export function sameJson(one: Json | undefined, other: Json | undefined): boolean {
  return one === other || JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => sorted(item) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member) ?? null]));
}
