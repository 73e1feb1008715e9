// Builds dist/web/: the dashboard, for browsers, with a hash of its content in the name of each file. Beside each stands
// what is sent to a browser that takes compressed files; pack.mjs adds the smaller form that takes longer to make.
// `routes.json` says which files a path needs besides those of the page: see src/server/dashboard/.
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
/** The screen that is opened most: what it shares with others comes with the page, since it is needed at once. */
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
  // For browsers it has a form that decodes `&amp;` by innerHTML, which Trusted Types refuse.
  alias: {
    'decode-named-character-reference': `${root}node_modules/decode-named-character-reference/index.js`,
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  entryPoints: { main: MAIN },
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
});
/** Tells what was bundled. */
export const { metafile } = parts;
const joined = await joinParts(parts, { main: MAIN, first: FIRST_SCREEN, options: OPTIONS });
/** Asks for the data of the page, and shares no file with it, so that it waits for none. */
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

/** Returns the tags that load the page. What asks for its data comes first. */
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
