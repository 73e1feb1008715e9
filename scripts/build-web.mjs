// Builds dist/web/: the dashboard for browsers, with content hashes in the file names. Each file has a gzip copy;
// pack.mjs adds brotli copies, which take longer to make. `routes.json` lists the files that each path needs in
// addition to those of the page: see src/server/dashboard/.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build } from 'esbuild';
import { joinParts } from './web-parts.mjs';
import { screensOfPaths } from './web-routes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}dist/web`;
const MAIN = 'web/src/main.tsx';
/** The most visited screen. The code that it shares with others is part of the page, since it is needed immediately. */
const FIRST_SCREEN = 'web/src/screens/runs/runs-screen.tsx';
const OPTIONS = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: ['chrome120', 'firefox121', 'safari17'],
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  write: false,
  absWorkingDir: root,
  outdir: `${out}/assets`,
};

await rm(out, { recursive: true, force: true });
await mkdir(`${out}/assets`, { recursive: true });
const parts = await build({
  ...OPTIONS,
  jsx: 'automatic',
  minifySyntax: true,
  minifyWhitespace: true,
  // The browser variant of this package decodes `&amp;` by innerHTML, which Trusted Types refuse.
  alias: {
    'decode-named-character-reference': `${root}node_modules/decode-named-character-reference/index.js`,
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  entryPoints: { main: MAIN },
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
});
/** Metadata of the bundle. */
export const { metafile } = parts;
const joined = await joinParts(parts, { main: MAIN, first: FIRST_SCREEN, options: OPTIONS });
/** Bundle that requests the data of the page. It shares no file with the page, so it need not wait for any. */
const early = await build({
  ...OPTIONS,
  splitting: false,
  minify: true,
  entryPoints: { early: 'web/src/early.ts' },
  entryNames: '[name]-[hash]',
});
for (const { path, contents } of [...joined.files, ...early.outputFiles])
  await writeFile(`${out}/assets/${basename(path)}`, contents);
await Promise.all((await readdir(`${out}/assets`)).map(compress));

const html = await readFile(`${root}web/index.html`, 'utf8');
await writeFile(`${out}/index.html`, html.replace('<!-- build -->', tagsOfPage()));
const screens = await screensOfPaths(`${root}web/src`);
await writeFile(
  `${out}/routes.json`,
  JSON.stringify(screens.map(([path, screen]) => [path, joined.needs(screen)])),
);

/** Returns the tags that load the page. The script that requests the data comes first. */
function tagsOfPage() {
  const [first, ...eager] = joined.needs(MAIN);
  return [
    `<script type="module" async src="assets/${basename(early.outputFiles[0].path)}"></script>`,
    `<link rel="stylesheet" href="assets/${joined.style}" />`,
    ...eager.map((name) => `<link rel="modulepreload" href="assets/${name}" />`),
    `<script type="module" src="assets/${first}"></script>`,
  ].join('\n    ');
}

async function compress(name) {
  const content = await readFile(`${out}/assets/${name}`);
  await writeFile(`${out}/assets/${name}.gz`, await promisify(gzip)(content, { level: 9 }));
}
