import { fileURLToPath } from 'node:url';

/**
 * Path of the native TypeScript compiler, which takes a third of the time. Code that uses the compiler as a library,
 * such as `metarun check`, uses the last version that is available as one.
 */
export const TSC = fileURLToPath(
  new URL('../node_modules/typescript-native/bin/tsc', import.meta.url),
);
