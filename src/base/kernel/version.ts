import { createRequire } from 'node:module';

const manifest: unknown = createRequire(import.meta.url)('../../../package.json');

/** Version of this package. */
export const VERSION =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
