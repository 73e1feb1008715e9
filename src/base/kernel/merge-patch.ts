import { isJsonObject, type Json, type JsonObject } from './json.js';

/** Returns `target` with a JSON Merge Patch (RFC 7396): null removes a member, an object is merged, all else replaces. */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const before = merged.get(name);
    if (value === null) merged.delete(name);
    else if (!isJsonObject(value)) merged.set(name, value);
    else merged.set(name, mergePatch(isJsonObject(before) ? before : {}, value));
  }
  return Object.fromEntries(merged);
}
