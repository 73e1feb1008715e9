import { fileURLToPath } from 'node:url';

/**
 * The native compiler of TypeScript, which takes a third of the time. What needs the compiler as a library, as
 * `metarun check` does, has the last version that is one.
 */
export const TSC = fileURLToPath(
  new URL('../node_modules/typescript-native/bin/tsc', import.meta.url),
);
