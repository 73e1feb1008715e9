import type { Json } from '../kernel/json.js';
import type { SchemaIssue } from './schema-issue.js';

/** Maximum size of a schema's JSON text (bytes). */
export const MAX_SCHEMA_BYTES = 256 * 1024;
/** Maximum nesting of a schema, counted in arrays and objects. */
export const MAX_SCHEMA_DEPTH = 32;
/** Maximum number of values in a schema. The largest compiles in about 0.1 s of CPU time, a tenth of the limit. */
export const MAX_SCHEMA_VALUES = 3_000;

/** Returns the first limit that a schema exceeds, or null. `text` is its JSON. */
export function findCapIssue(schema: Json, text: string): SchemaIssue | null {
  if (Buffer.byteLength(text) > MAX_SCHEMA_BYTES)
    return whole(`is larger than ${MAX_SCHEMA_BYTES / 1024} KiB`);
  let values = 0;
  let level: Json[] = [schema];
  for (let depth = 0; level.length > 0; depth++) {
    const containers = level.filter((value) => typeof value === 'object' && value !== null);
    values += level.length;
    if (values > MAX_SCHEMA_VALUES) return whole(`holds more than ${MAX_SCHEMA_VALUES} values`);
    if (depth === MAX_SCHEMA_DEPTH && containers.length > 0)
      return whole(`is nested deeper than ${MAX_SCHEMA_DEPTH} levels`);
    level = containers.flatMap((value) => Object.values(value));
  }
  return null;
}

function whole(message: string): SchemaIssue {
  return { pointer: '', message };
}
