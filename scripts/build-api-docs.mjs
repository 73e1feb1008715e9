// Builds dist/api-docs/ with copies of the files behind /docs. Installations thus need neither swagger-ui-dist nor its
// dependency, which reports installations. See docs/decisions/0006-supply.md.
import { cp, mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Folder of the package, whose licence is listed with the others. */
export const folder = `${root}node_modules/swagger-ui-dist`;
/** Files that the page loads, and the notices for their bundled code. */
const FILES = [
  'favicon-16x16.png',
  'favicon-32x32.png',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui-standalone-preset.js',
  'swagger-ui-standalone-preset.js.LICENSE.txt',
  'swagger-ui.css',
];

const out = `${root}dist/api-docs`;
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
for (const file of FILES) await cp(`${folder}/${file}`, `${out}/${file}`);
