// Builds packages/client/dist/: the client as a single module without dependencies, for Node 20 and later and for
// browsers, with its types. dist/clients/typescript/ contains a copy for `metarun/client`.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { generateDeclaration } from './declarations.mjs';
import { packageFolders, writeThirdPartyLicenses } from './third-party-licenses.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = `${root}packages/client/src`;
const out = `${root}packages/client/dist`;
const copy = `${root}dist/clients/typescript`;

/** Packages whose types appear in ours. Copies of their declarations are added to the output. */
const TYPES = {
  'openapi-fetch': 'openapi-fetch/dist/index.d.mts',
  'openapi-typescript-helpers': 'openapi-typescript-helpers/dist/index.d.mts',
};

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
/** Metadata of the bundle. */
export const { metafile } = await build({
  bundle: true,
  platform: 'neutral',
  format: 'esm',
  target: 'es2022',
  mainFields: ['module', 'main'],
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  absWorkingDir: root,
  entryPoints: [`${source}/index.ts`],
  outdir: out,
});
for (const name of await readdir(source))
  if (name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    await writeTypes(name.replace(/\.ts$/, ''), await generateDeclaration(`${source}/${name}`));
for (const [name, file] of Object.entries(TYPES))
  await writeTypes(name, await readFile(`${root}node_modules/${file}`, 'utf8'));
await writeThirdPartyLicenses(out, '@metarun/client', packageFolders([metafile]));
await rm(copy, { recursive: true, force: true });
// The notices are part of those of the product.
await cp(out, copy, { recursive: true, filter: (path) => !path.endsWith('.txt') });

async function writeTypes(name, text) {
  const local = text.replaceAll(
    /(from|import\() ?(['"])([\w-]+)\2/g,
    (whole, word, quote, module) =>
      module in TYPES ? `${word} ${quote}./${module}.js${quote}` : whole,
  );
  await writeFile(`${out}/${name}.d.ts`, local);
}
