/** The parts of the checker that tools on the author's machine load from the built file. @see src/sandbox/bundling/guest-library.ts */
export { bundleHeader } from './bundle-header.js';
export { compile } from './compile.js';
export { inferParamsSchema } from './params/infer.js';
