import { escapePointer, isJsonObject, type Json, type JsonObject } from '../kernel/json.js';

/** Keywords whose value is a schema, or an array of schemas. */
const SCHEMAS = words(
  'additionalItems additionalProperties allOf anyOf contains contentSchema else if items not',
  'oneOf prefixItems propertyNames then unevaluatedItems unevaluatedProperties',
);
/** Keywords whose value is an object of schemas. */
const SCHEMA_MAPS = words(
  '$defs definitions dependencies dependentSchemas patternProperties properties',
);
const OTHERS = words(
  '$anchor $comment $dynamicAnchor $dynamicRef $id $ref $schema const contentEncoding',
  'contentMediaType default dependentRequired deprecated description enum examples',
  'exclusiveMaximum exclusiveMinimum format maxContains maxItems maxLength maxProperties maximum',
  'minContains minItems minLength minProperties minimum multipleOf pattern readOnly required',
  'title type uniqueItems writeOnly',
);
const KEYWORDS = new Set([...SCHEMAS, ...SCHEMA_MAPS, ...OTHERS]);
const KEYWORD_BY_FOLDED = new Map([...KEYWORDS].map((keyword) => [folded(keyword), keyword]));
/** The name of `$id` in draft 04. */
KEYWORD_BY_FOLDED.set('id', '$id');

/** A schema inside a schema, and its location. */
export interface Subschema {
  /** RFC 6901 pointer from the root schema. */
  pointer: string;
  schema: JsonObject;
}

/** Yields the schema itself and every schema object below it, parents first. */
export function* subschemas(schema: Json, pointer = ''): Generator<Subschema> {
  if (!isJsonObject(schema)) return;
  yield { pointer, schema };
  for (const [keyword, value] of Object.entries(schema)) {
    const at = `${pointer}/${escapePointer(keyword)}`;
    if (SCHEMAS.has(keyword) && !Array.isArray(value)) yield* subschemas(value, at);
    else if (SCHEMAS.has(keyword) || (SCHEMA_MAPS.has(keyword) && isJsonObject(value)))
      for (const [key, item] of Object.entries(value ?? {}))
        yield* subschemas(item, `${at}/${escapePointer(key)}`);
  }
}

/**
 * Returns the keyword of which `key` is a misspelling (`maxlength`, `additional_properties`), or undefined. JSON Schema
 * ignores unknown keywords, so a misspelt one would silently check nothing.
 */
export function misspeltKeyword(key: string): string | undefined {
  return KEYWORDS.has(key) ? undefined : KEYWORD_BY_FOLDED.get(folded(key));
}

function folded(key: string): string {
  return key.toLowerCase().replaceAll(/[-_]/g, '');
}

function words(...lines: string[]): Set<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
