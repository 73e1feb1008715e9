// Lets test files import `metarun/testing` and what a script has from `metarun/workflow`, always of this `metarun test`.
import { registerHooks } from 'node:module';

const MODULES: Readonly<Record<string, string>> = {
  'metarun/testing': 'index.mjs',
  'metarun/workflow': 'workflow.mjs',
};

// Loaded as test files load it, so that there is one of each class.
Object.assign(globalThis, await import(new URL('workflow.mjs', import.meta.url).href));

registerHooks({
  resolve: (specifier, context, next) => {
    const file = MODULES[specifier];
    if (file === undefined) return next(specifier, context);
    return { url: new URL(file, import.meta.url).href, shortCircuit: true };
  },
});
