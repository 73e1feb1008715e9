// Builds dist/web/: the dashboard, for browsers, with a hash of its content in the name of each file. Beside each stands
// what is sent to a browser that takes compressed files; pack.mjs adds the smaller form that takes longer to make.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build } from 'esbuild';

const root = new URL('..', import.meta.url).pathname;
const out = `${root}dist/web`;

await rm(out, { recursive: true, force: true });
await mkdir(`${out}/assets`, { recursive: true });
/** Tells what was bundled. */
export const { metafile } = await build({
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: ['chrome120', 'firefox121', 'safari17'],
  jsx: 'automatic',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  absWorkingDir: root,
  // For browsers it has a form that decodes `&amp;` by innerHTML, which Trusted Types refuse.
  alias: {
    'decode-named-character-reference': `${root}node_modules/decode-named-character-reference/index.js`,
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  entryPoints: { main: 'web/src/main.tsx' },
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  outdir: `${out}/assets`,
});
const html = await readFile(`${root}web/index.html`, 'utf8');
await writeFile(`${out}/index.html`, html.replace('<!-- build -->', tagsOfEntry()));
await Promise.all((await readdir(`${out}/assets`)).map(compress));

/** Returns the tags that load the entry, with all modules that it imports at once. */
function tagsOfEntry() {
  const [file, entry] = Object.entries(metafile.outputs).find(
    ([, { entryPoint }]) => entryPoint === 'web/src/main.tsx',
  );
  const at = (path) => `assets/${basename(path)}`;
  const eager = [];
  const follow = ({ imports }) => {
    for (const { path, kind } of imports)
      if (kind === 'import-statement' && !eager.includes(path)) {
        eager.push(path);
        follow(metafile.outputs[path]);
      }
  };
  follow(entry);
  return [
    `<link rel="stylesheet" href="${at(entry.cssBundle)}" />`,
    ...eager.map((path) => `<link rel="modulepreload" href="${at(path)}" />`),
    `<script type="module" src="${at(file)}"></script>`,
  ].join('\n    ');
}

async function compress(name) {
  const content = await readFile(`${out}/assets/${name}`);
  await writeFile(`${out}/assets/${name}.gz`, await promisify(gzip)(content, { level: 9 }));
}
