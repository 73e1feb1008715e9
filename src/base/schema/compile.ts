import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject, type Json } from '../kernel/json.js';
import { FORMATS } from './formats.js';
import { patternEngine } from './safe-pattern.js';

/** The supported JSON Schema drafts. */
export type Draft = '2020-12' | '07';

const DRAFT_URI = /^https?:\/\/json-schema\.org\/(?:draft\/(2020-12)|draft-(07))\/schema#?$/;

/** Returns the draft that a schema's `$schema` names; 2020-12 if it names none, null for any other. */
export function resolveDraft(schema: Json): Draft | null {
  const uri = isJsonObject(schema) ? schema['$schema'] : undefined;
  if (uri === undefined) return '2020-12';
  const match = typeof uri === 'string' ? DRAFT_URI.exec(uri) : null;
  if (match === null) return null;
  return match[1] === undefined ? '07' : '2020-12';
}

const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  // Errors then contain the value and the schema concerned, which say more than ajv's own words.
  verbose: true,
  // Without it, every object satisfies `required: ["constructor"]` through its prototype.
  ownProperties: true,
  validateSchema: false,
  // Inlining would multiply the code of a large definition by the number of references to it.
  inlineRefs: false,
  formats: FORMATS,
  // Optimizing the generated code doubles the time of compiling it.
  code: { regExp: patternEngine, optimize: false },
  logger: {
    log: () => undefined,
    // ajv only warns of an unknown format, then ignores it.
    warn: (message: unknown) => {
      throw new Error(String(message));
    },
    error: () => undefined,
  },
};

/** Returns an instance of ajv for a draft, with `options` in addition to those that all instances share. */
export function newAjv(draft: Draft, options: Options = {}): Ajv | Ajv2020 {
  const all = { ...OPTIONS, ...options };
  return draft === '07' ? new Ajv(all) : new Ajv2020(all);
}

/**
 * Compiles a schema that conforms to the draft. Each schema gets an ajv instance of its own, since ids and anchors of
 * one would otherwise resolve in the next. Throws ajv's errors and PatternError.
 */
export function compile(schema: Json, draft: Draft): ValidateFunction {
  if (!isJsonObject(schema) && typeof schema !== 'boolean')
    throw new Error('a schema is an object, true or false');
  const validate = newAjv(draft).compile(schema);
  // An asynchronous validator returns a promise, which would pass for "valid".
  if ('$async' in validate) throw new Error('$async is not part of JSON Schema');
  return validate;
}
