// Builds dist/server/: the server with its packages in few files, since to find and read some 2,700 modules is most of
// what a start costs. Of what the compiler has made; see build.mjs.
import { readFile, rm } from 'node:fs/promises';
import { build } from 'esbuild';
import { FROM_NODE_MODULES, NOT_INSTALLED, partsOfNode, REQUIRE } from './packages.mjs';

const root = new URL('..', import.meta.url).pathname;
// As deep as the folders of src/ and dist/, so that what looks for a file beside its own place finds it.
const out = `${root}dist/server`;

await rm(out, { recursive: true, force: true });
/** Tells what was bundled. */
export const { metafile } = await build({
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  // The files that Node itself would choose.
  conditions: [],
  // What a command does not need it does not load.
  splitting: true,
  // OpenAPI, TypeORM and logs have names of classes in them.
  keepNames: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  absWorkingDir: root,
  entryPoints: {
    cli: 'dist/cli.js',
    'schema.worker': 'dist/schema/schema.worker.js',
    'type-check.worker': 'dist/authoring/types/type-check.worker.js',
  },
  outdir: out,
  chunkNames: '[name]-[hash]',
  external: [...FROM_NODE_MODULES, ...NOT_INSTALLED],
  banner: { js: REQUIRE },
  plugins: [
    { name: 'one-of-each', setup: oneOfEach },
    { name: 'names-of-common-js', setup: namesOfCommonJs },
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

/** What is CommonJS and imported when it is needed would come without its names, as a default export alone. */
function namesOfCommonJs(build) {
  build.onResolve({ filter: /^class-(transformer|validator)$/ }, ({ path, kind }) =>
    kind === 'dynamic-import' ? { path, namespace: 'names' } : undefined,
  );
  build.onLoad({ filter: /.*/, namespace: 'names' }, async ({ path }) => {
    const names = Object.keys(await import(path)).filter((name) => /^[\w$]+$/.test(name));
    return { contents: `export { ${names.join(', ')} } from '${path}';`, resolveDir: root };
  });
}

/** What runs without a server has a bundle of its own: see build-local.mjs. */
function localApart(build) {
  build.onResolve({ filter: /\/actions\/run\.action\.js$/ }, () => ({
    path: '../run/run.js',
    external: true,
  }));
}
