// Lets test files import `metarun/testing` without an installed package, and always the one of this `metarun test`.
import { registerHooks } from 'node:module';

const here = new URL('index.mjs', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'metarun/testing' ? { url: here, shortCircuit: true } : next(specifier, context),
});
