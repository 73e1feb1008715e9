import type { ErrorObject } from 'ajv';
import { getErrorMessage } from '../kernel/errors.js';
import { escapePointer, isJsonObject, type Json } from '../kernel/json.js';
import { compile, type Draft, resolveDraft } from './compile.js';
import { explain } from './explain.js';
import { FORMATS } from './formats.js';
import { metaValidator } from './meta-validator.js';
import { PatternError, safePattern } from './safe-pattern.js';
import { boundedIssues, type SchemaIssue } from './schema-issue.js';
import { misspeltKeyword, type Subschema, subschemas } from './subschemas.js';

/** Returns everything that prevents the use of a document as a JSON Schema; empty if it is valid. */
export function checkSchema(schema: Json): SchemaIssue[] {
  if (!isJsonObject(schema) && typeof schema !== 'boolean')
    return [{ pointer: '', message: 'must be a JSON Schema: an object, true or false' }];
  const draft = resolveDraft(schema);
  if (draft === null) {
    const message =
      'is not a draft that is supported: leave it out, or give ' +
      '"https://json-schema.org/draft/2020-12/schema" or "http://json-schema.org/draft-07/schema#"';
    return [{ pointer: '/$schema', message }];
  }
  const matchesDraft = metaValidator(draft);
  if (matchesDraft(schema) !== true)
    return explain((matchesDraft.errors ?? []).filter((error) => !isOtherShapeOfType(error)));
  const issues = boundedIssues(allKeywordIssues(schema));
  return issues.length > 0 ? issues : compileIssues(schema, draft);
}

/**
 * Returns whether an error only concerns the array form of `type`, which does not help the author of `"type": "strin"`.
 */
function isOtherShapeOfType({ keyword, params, instancePath }: ErrorObject): boolean {
  return keyword === 'type' && params['type'] === 'array' && instancePath.endsWith('/type');
}

function* allKeywordIssues(schema: Json): Generator<SchemaIssue> {
  const root = isJsonObject(schema) ? schema['$schema'] : undefined;
  for (const place of subschemas(schema)) {
    yield* keywordIssues(place);
    if ((place.schema['$schema'] ?? root) !== root)
      yield { pointer: `${place.pointer}/$schema`, message: 'must be that of the whole schema' };
  }
}

function* keywordIssues({ pointer, schema }: Subschema): Generator<SchemaIssue> {
  for (const key of Object.keys(schema)) {
    const at = `${pointer}/${escapePointer(key)}`;
    const meant = misspeltKeyword(key);
    if (meant !== undefined)
      yield { pointer: at, message: `is not a keyword: did you mean "${meant}"?` };
    if (key === '$async') yield { pointer: at, message: 'is not a keyword of JSON Schema' };
  }
  const { format, pattern, patternProperties, properties } = schema;
  if (typeof format === 'string' && !Object.hasOwn(FORMATS, format)) {
    const known = Object.keys(FORMATS).join(', ');
    yield { pointer: `${pointer}/format`, message: `is not a known format; known are ${known}` };
  }
  if (typeof pattern === 'string') yield* patternIssues(pattern, `${pointer}/pattern`);
  for (const key of isJsonObject(patternProperties) ? Object.keys(patternProperties) : [])
    yield* patternIssues(key, `${pointer}/patternProperties/${escapePointer(key)}`);
  if (isJsonObject(properties) && Object.hasOwn(properties, '__proto__'))
    yield { pointer: `${pointer}/properties/__proto__`, message: 'is not a name that can be used' };
}

function* patternIssues(source: string, pointer: string): Generator<SchemaIssue> {
  try {
    safePattern(source);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    yield { pointer, message: error.message };
  }
}

/**
 * Returns issues that only compiling finds, and a trial on `null`, which fails for a schema that refers to itself
 * without end.
 */
function compileIssues(schema: Json, draft: Draft): SchemaIssue[] {
  try {
    compile(schema, draft)(null);
    return [];
  } catch (error) {
    return [explainThrown(error, schema)];
  }
}

/** Returns why a schema could not be compiled or run, in words for its author. */
export function explainThrown(error: unknown, schema: Json): SchemaIssue {
  if (error instanceof RangeError)
    return { pointer: '', message: 'refers to itself without end, or is nested too deep' };
  const message = getErrorMessage(error);
  for (const { pointer, schema: place } of subschemas(schema)) {
    for (const keyword of ['$ref', '$dynamicRef']) {
      const ref = place[keyword];
      if (typeof ref === 'string' && message.startsWith(`can't resolve reference ${ref} from id`))
        return {
          pointer: `${pointer}/${keyword}`,
          message: 'refers to nothing in this schema; other documents are never fetched',
        };
    }
  }
  return { pointer: '', message: `cannot be used as a JSON Schema: ${message}` };
}
