// Builds dist/server/: the server with its packages in few files, since to find and read some 2,700 modules is most of
// what a start costs. Of what the compiler has made; see compile.mjs.
import { readFile, rm } from 'node:fs/promises';
import { build } from 'esbuild';
import './compile.mjs';
import { BUNDLE, partsOfNode } from './packages.mjs';

const root = new URL('..', import.meta.url).pathname;
// As deep as the folders of src/ and dist/, so that what looks for a file beside its own place finds it.
const out = `${root}dist/server`;

await rm(out, { recursive: true, force: true });
/** Tells what was bundled. */
export const { metafile } = await build({
  ...BUNDLE,
  sourcemap: true,
  sourcesContent: false,
  absWorkingDir: root,
  entryPoints: {
    cli: 'dist/cli.js',
    'checkpoint.worker': 'dist/database/checkpoint.worker.js',
    'schema.worker': 'dist/schema/schema.worker.js',
    'type-check.worker': 'dist/authoring/types/type-check.worker.js',
  },
  outdir: out,
  plugins: [
    { name: 'one-of-each', setup: oneOfEach },
    { name: 'local-apart', setup: localApart },
    { name: 'parts-of-node', setup: partsOfNode },
  ],
});
/** Packages of Nest that ask for others by a `require` of their own would get a second copy of them. */
function oneOfEach(build) {
  const own = 'const require = createRequire(import.meta.url);\n';
  build.onLoad({ filter: /@nestjs\/(mapped-types|terminus)\/.*\.js$/ }, async ({ path }) => {
    const contents = await readFile(path, 'utf8');
    return contents.includes(own) ? { contents: contents.replace(own, '') } : undefined;
  });
}

/** What runs without a server has a bundle of its own: see build-local.mjs. */
function localApart(build) {
  build.onResolve({ filter: /\/actions\/run\.action\.js$/ }, () => ({
    path: `${root}dist/commands/actions/run/built-run.js`,
  }));
}
