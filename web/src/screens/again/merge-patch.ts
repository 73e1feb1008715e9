import { isObject, type JsonObject } from '../../parts/json.js';

/**
 * Returns the JSON Merge Patch (RFC 7396) that turns one object into another. Null if the patch would have to set a
 * member to null: in a merge patch, null removes the member.
 */
export function mergePatch(before: JsonObject, after: JsonObject): JsonObject | null {
  const patch: [string, unknown][] = [];
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) patch.push([name, null]);
  for (const [name, value] of Object.entries(after)) {
    const former = Object.hasOwn(before, name) ? before[name] : undefined;
    if (isSame(former, value)) continue;
    const inner = isObject(value) ? mergePatch(isObject(former) ? former : {}, value) : value;
    if (inner === null) return null;
    patch.push([name, inner]);
  }
  // Assignment would call the setter of `__proto__` instead of adding a member.
  return Object.fromEntries(patch);
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (one !== undefined && sorted(one) === sorted(other));
}

/** Returns JSON text that does not depend on the order of members. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
