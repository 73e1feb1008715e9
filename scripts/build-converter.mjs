// Builds packages/document-converter/dist/: the library, the process that the server starts, and their types. What has no
// native part is bundled: a sandbox shows a converter this folder, and no other packages.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { declarationOf } from './declarations.mjs';
import { REQUIRE } from './packages.mjs';
import { packageFolders, writeThirdPartyLicenses } from './third-party-licenses.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = `${root}packages/document-converter/src`;
export const out = `${root}packages/document-converter/dist`;
/** The modules whose types programs see. */
const TYPED = ['index', 'convert', 'converted', 'protocol'];

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
/** Tells what was bundled. What few documents need is in chunks of its own, which are loaded with the first of them. */
export const { metafile } = await build({
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  splitting: true,
  logLevel: 'warning',
  legalComments: 'none',
  metafile: true,
  absWorkingDir: root,
  entryPoints: ['index', 'main'].map((name) => `${source}/${name}.ts`),
  banner: { js: REQUIRE },
  outdir: out,
  outExtension: { '.js': '.mjs' },
  chunkNames: 'shared/[hash]',
});
for (const name of TYPED)
  await writeFile(`${out}/${name}.d.ts`, await declarationOf(`${source}/${name}.ts`));
await writeThirdPartyLicenses(out, '@metarun/document-converter', packageFolders([metafile]));
