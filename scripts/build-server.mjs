// Builds dist/server/: the server and its packages in a few files, since finding and reading some 2,700 modules takes
// most of the start time. Bundles the output of compile.mjs.
import { globSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import './compile.mjs';
import { metaValidators } from './meta-validators.mjs';
import { BUNDLE, partsOfNode, twoDatabases, whenNeeded } from './packages.mjs';
import { writePlain } from './plain-text.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}dist/server`;

await rm(out, { recursive: true, force: true });
/** Metadata of the bundle. */
export const { metafile } = await build({
  ...BUNDLE,
  sourcemap: true,
  sourcesContent: false,
  // Half of the text of packages is comments and indentation, which would be read at each start. Lines stay short
  // enough for stack traces.
  minifyWhitespace: true,
  lineLimit: 160,
  absWorkingDir: root,
  entryPoints: {
    cli: 'dist/modules/cli.js',
    // The command line as a module, for callers that run many commands in one process.
    program: 'dist/modules/cli/program.js',
    // The server as a module, for programs that start servers in their own process.
    main: 'dist/modules/server/main.js',
    'checkpoint.worker': 'dist/modules/platform/database/checkpoint.worker.js',
    'copy.worker': 'dist/modules/platform/database/copy.worker.js',
    'sections.worker': 'dist/modules/files/search/sections.worker.js',
    'sources.worker': 'dist/modules/sandbox/runtime/sources/sources.worker.js',
    'text.worker': 'dist/modules/files/files/reading/text.worker.js',
    'vectors.worker': 'dist/modules/agents/vectors/vectors.worker.js',
    'schema.worker': 'dist/modules/base/schema/schema.worker.js',
    'type-check.worker': 'dist/modules/tooling/authoring/types/type-check.worker.js',
  },
  outdir: out,
  plugins: [
    { name: 'one-of-each', setup: oneOfEach },
    { name: 'local-apart', setup: localApart },
    { name: 'meta-validators', setup: metaValidators },
    { name: 'parts-of-node', setup: partsOfNode },
    { name: 'two-databases', setup: twoDatabases },
    { name: 'when-needed', setup: whenNeeded },
  ],
});
await Promise.all(globSync('*.js', { cwd: out }).map((file) => writePlain(`${out}/${file}`)));

/** Removes the own `require` of some Nest packages, by which they would load a second copy of their dependencies. */
function oneOfEach(build) {
  const own = 'const require = createRequire(import.meta.url);\n';
  build.onLoad({ filter: /@nestjs\/(mapped-types|terminus)\/.*\.js$/ }, async ({ path }) => {
    const contents = await readFile(path, 'utf8');
    return contents.includes(own) ? { contents: contents.replace(own, '') } : undefined;
  });
}

/** Excludes the local commands, which have a bundle of their own: see build-local.mjs. */
function localApart(build) {
  build.onResolve({ filter: /\/(run|test)\.action\.js$/ }, () => ({
    path: `${root}dist/modules/cli/commands/local/bundled-commands.js`,
  }));
}
