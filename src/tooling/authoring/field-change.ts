import type { Json } from '../../base/kernel/json.js';

/** A field that a deployment changes. */
export interface FieldChange {
  field: string;
  /** Undefined if there is no version yet. */
  from: Json | undefined;
  to: Json;
}

/** Returns the differences, in the order of `wanted`. */
export function changesBetween(
  current: Readonly<Record<string, Json | undefined>>,
  wanted: Readonly<Record<string, Json>>,
): FieldChange[] {
  return Object.entries(wanted)
    .filter(([field, to]) => !sameJson(current[field], to))
    .map(([field, to]) => ({ field, from: current[field], to }));
}

/** Returns whether two values are equal; the order of an object's members does not matter. */
export function sameJson(one: Json | undefined, other: Json | undefined): boolean {
  return one === other || JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => sorted(item) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member) ?? null]));
}
