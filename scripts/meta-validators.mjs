// Compiles the validators of JSON Schema's meta-schemas into the bundles.
import standaloneCode from 'ajv/dist/standalone/index.js';
import { importBuilt } from './compile.mjs';

/** Replaces src/base/schema/meta-validator.ts by the validators that it would compile. */
export function metaValidators(build) {
  build.onLoad({ filter: /\/base\/schema\/meta-validator\.js$/ }, async () => {
    const { compileMetaSchema } = await importBuilt('base/schema/meta-validator.js');
    const validators = ['2020-12', '07'].map((draft) => {
      const { ajv, validate } = compileMetaSchema(draft, { source: true });
      return `${JSON.stringify(draft)}: (() => {
        const module = { exports: {} };
        ${standaloneCode.default(ajv, validate)}
        return module.exports;
      })(),`;
    });
    return {
      contents: `const validators = { ${validators.join('\n')} };
        export const metaValidator = (draft) => validators[draft];`,
      resolveDir: import.meta.dirname,
    };
  });
}
