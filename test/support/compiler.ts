import { join } from 'node:path';

/** The TypeScript compiler, which Node runs. */
export const TSC = join(import.meta.dirname, '../../node_modules/typescript-native/bin/tsc');
