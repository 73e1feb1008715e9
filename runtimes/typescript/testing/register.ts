// Has test files find `metarun/testing` where no package is installed, and the one that belongs to this `metarun test`.
import { registerHooks } from 'node:module';

const here = new URL('index.mjs', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'metarun/testing' ? { url: here, shortCircuit: true } : next(specifier, context),
});
