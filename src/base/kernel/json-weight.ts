import { StoredJson } from './stored-json.js';

/**
 * Returns the approximate number of characters in the JSON of a value. Stops counting beyond `most`. `ofStored`: weight
 * of a character of a stored text.
 */
export function weighJson(value: unknown, most = Infinity, ofStored = 1): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  if (value instanceof StoredJson) return value.text.length * ofStored;
  let weight = 2;
  if (Array.isArray(value)) {
    for (const item of value)
      if ((weight += weighJson(item, most - weight, ofStored)) > most) break;
  } else
    for (const name in value) {
      const member = (value as Record<string, unknown>)[name];
      weight += name.length + 4 + weighJson(member, most - weight, ofStored);
      if (weight > most) break;
    }
  return weight;
}
