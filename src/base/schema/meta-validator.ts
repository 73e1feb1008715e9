import type { CodeOptions, ValidateFunction } from 'ajv';
import { type Draft, newAjv } from './compile.js';

const URIS: Record<Draft, string> = {
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  '07': 'http://json-schema.org/draft-07/schema',
};

const validators = new Map<Draft, ValidateFunction>();

/**
 * Returns the validator of the draft's meta-schema, which describes schemas of this draft. Since compiling one takes 50
 * ms of CPU time, the bundles contain compiled ones in place of this module: see scripts/meta-validators.mjs.
 */
export function metaValidator(draft: Draft): ValidateFunction {
  const known = validators.get(draft);
  if (known) return known;
  const { validate } = compileMetaSchema(draft);
  validators.set(draft, validate);
  return validate;
}

/** Compiles a draft's meta-schema; returns the validator and the instance of ajv that contains it. */
export function compileMetaSchema(
  draft: Draft,
  code?: CodeOptions,
): { ajv: ReturnType<typeof newAjv>; validate: ValidateFunction } {
  // The patterns of meta-schemas need no bound on their time.
  const ajv = newAjv(draft, { validateFormats: false, code: { optimize: false, ...code } });
  const validate = ajv.getSchema(URIS[draft]);
  if (!validate) throw new Error(`ajv carries no meta-schema of draft ${draft}`);
  return { ajv, validate };
}
