import { atPointer, type Json } from '../../../../src/base/kernel/json.js';
import { decodeUriOrNull } from '../../parts/decode-uri.js';
import { isObject, type JsonObject } from '../../parts/json.js';

const MAX_DEPTH = 4;
const EXAMPLES: Readonly<Record<string, unknown>> = {
  string: '…',
  number: 1.5,
  integer: 1,
  boolean: true,
  array: [],
  object: {},
};

/**
 * Returns example params for a schema: its examples and defaults, or else a value of the right type for each required
 * member.
 */
export function buildExampleParams(schema: unknown): JsonObject {
  const found = buildExampleValue(schema, schema, 0);
  return isObject(found) ? found : {};
}

function buildExampleValue(root: unknown, part: unknown, depth: number): unknown {
  const schema = resolved(root, part, depth);
  if (!isObject(schema) || depth > MAX_DEPTH) return null;
  const { examples, default: usual, enum: options, type, properties, required } = schema;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (usual !== undefined) return usual;
  if (Array.isArray(options)) return options[0];
  const [choice] = (schema['anyOf'] ?? schema['oneOf'] ?? []) as unknown[];
  if (choice !== undefined) return buildExampleValue(root, choice, depth + 1);
  if (isObject(properties)) {
    const needed = Array.isArray(required) ? required : [];
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name, one]) => needed.includes(name) || (isObject(one) && 'default' in one))
        .map(([name, one]) => [name, buildExampleValue(root, one, depth + 1)]),
    );
  }
  const kind: unknown = Array.isArray(type) ? type[0] : type;
  return typeof kind === 'string' ? (EXAMPLES[kind] ?? null) : null;
}

/** Returns the schema that a `$ref` points to. */
function resolved(root: unknown, schema: unknown, depth: number): unknown {
  const ref = isObject(schema) ? schema['$ref'] : undefined;
  if (typeof ref !== 'string' || !ref.startsWith('#/') || depth > MAX_DEPTH) return schema;
  const pointer = decodeUriOrNull(ref.slice(1));
  const found = pointer === null ? undefined : atPointer(root as Json, pointer);
  return resolved(root, found, depth + 1);
}
