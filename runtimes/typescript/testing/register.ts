// Lets test files import `metarun/testing`, and import the values of `metarun/workflow`, always from this `metarun
// test`.
import { registerHooks } from 'node:module';

const MODULES: Readonly<Record<string, string>> = {
  'metarun/testing': 'index.mjs',
  'metarun/workflow': 'workflow.mjs',
};

// Loaded through the same URL as in test files, so that each class exists once.
Object.assign(globalThis, await import(new URL('workflow.mjs', import.meta.url).href));

registerHooks({
  resolve: (specifier, context, next) => {
    const file = MODULES[specifier];
    if (file === undefined) return next(specifier, context);
    return { url: new URL(file, import.meta.url).href, shortCircuit: true };
  },
});
