import { createRequire } from 'node:module';
import { packagePath } from './package-root.js';

const manifest: unknown = createRequire(import.meta.url)(packagePath('package.json'));

/** Version of this package. */
export const VERSION =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
