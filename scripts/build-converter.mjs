// Builds packages/document-converter/dist/: the library, the process that the server starts, and their types.
// Dependencies without native parts are bundled, since the sandbox of a converter contains this folder but no other
// packages.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { generateDeclaration } from './declarations.mjs';
import { REQUIRE } from './packages.mjs';
import { packageFolders, writeThirdPartyLicenses } from './third-party-licenses.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = `${root}packages/document-converter/src`;
export const out = `${root}packages/document-converter/dist`;
/** Modules whose types are public. */
const TYPED = ['index', 'convert', 'converted', 'protocol'];

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
/** Metadata of the bundle. Code that few documents need is split into chunks that are loaded on first use. */
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
  await writeFile(`${out}/${name}.d.ts`, await generateDeclaration(`${source}/${name}.ts`));
await writeThirdPartyLicenses(out, '@metarun/document-converter', packageFolders([metafile]));
