// Builds dist/run/: what `metarun run` needs and nothing else, since to load a whole server takes longer than a script
// runs. Of what the compiler has made; see compile.mjs and docs/decisions/0037-a-run-without-a-server.md.
import { build } from 'esbuild';
import Sqlite from 'better-sqlite3';
import { rm } from 'node:fs/promises';
import './compile.mjs';
import { BUNDLE, partsOfNode } from './packages.mjs';
import { writePlain } from './plain-text.mjs';

const root = new URL('..', import.meta.url).pathname;
const out = `${root}dist/run`;

/** Packages that serve HTTP, which a local run does not need. */
const ONLY_FOR_SERVERS = /\/(@nestjs|class-validator|class-transformer|express)\//;

await rm(out, { recursive: true, force: true });
const OPTIONS = {
  ...BUNDLE,
  // One file, which src/cli/toolkit/load-compiled.ts loads with what V8 has made of it.
  format: 'cjs',
  splitting: false,
  // It requires what it loads later: for `import()` it would need a feature of Node that warns that it is experimental.
  supported: { 'dynamic-import': false },
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
  define: { 'import.meta.url': 'bundleUrl' },
  sourcemap: false,
  minify: true,
  absWorkingDir: root,
};
const run = await build({
  ...OPTIONS,
  entryPoints: ['dist/modules/cli/commands/run/run.action.js'],
  outfile: `${out}/run.cjs`,
  plugins: [
    { name: 'models-apart', setup: modelsApart },
    { name: 'without-endpoints', setup: withoutEndpoints },
    { name: 'when-needed', setup: whenNeeded },
    { name: 'parts-of-node', setup: partsOfNode },
  ],
});

/** The libraries for language models, which few scripts ask. */
const models = await build({
  ...OPTIONS,
  entryPoints: ['dist/modules/features/models/gateway/loaded-libraries.js'],
  outfile: `${out}/models.cjs`,
  plugins: [{ name: 'parts-of-node', setup: partsOfNode }],
});
/** Tells what was bundled. */
export const metafile = { inputs: { ...run.metafile.inputs, ...models.metafile.inputs } };

const strangers = Object.keys(metafile.inputs).filter((file) => ONLY_FOR_SERVERS.test(file));
if (strangers.length > 0) throw new Error(`a run without a server loads ${strangers.join(', ')}`);
await Promise.all(['run', 'models'].map((name) => writePlain(`${out}/${name}.cjs`)));
await makeTemplate();

/** An empty database with all its tables; src/tooling/local/local-services.ts copies it. */
async function makeTemplate() {
  const { sqliteDataSource } = await import(`${root}dist/modules/platform/database/data-source.js`);
  const { allTables } = await import(`${root}dist/modules/server/core/tables.js`);
  const { migrate } = await import(`${root}dist/modules/platform/database/schema-safety.js`);
  const unfinished = `${out}/unfinished.db`;
  const source = await sqliteDataSource(unfinished, await allTables()).initialize();
  await migrate(source);
  await source.destroy();
  const made = new Sqlite(unfinished);
  made.exec(`VACUUM INTO '${out}/template.db'`);
  made.close();
  for (const ending of ['', '-wal', '-shm']) await rm(unfinished + ending, { force: true });
}

/** They are loaded at the first request to a model. */
function modelsApart(build) {
  build.onResolve({ filter: /\/loaded-libraries\.js$/ }, () => ({
    path: './models.cjs',
    external: true,
  }));
}

/** A run asks for no endpoints. */
function withoutEndpoints(build) {
  build.onResolve({ filter: /\.module\.js$/ }, ({ path, importer }) =>
    importer.endsWith('.feature.js') ? { path, external: true } : undefined,
  );
}

/** Its table of media types is for tasks that write files. */
function whenNeeded(build) {
  build.onResolve({ filter: /^mime-types$/ }, ({ path, pluginData }) =>
    pluginData === 'itself' ? undefined : { path, namespace: 'when-needed' },
  );
  build.onLoad({ filter: /.*/, namespace: 'when-needed' }, () => ({
    contents: `exports.contentType = (...given) => require('mime-types/index.js').contentType(...given);
exports.lookup = (...given) => require('mime-types/index.js').lookup(...given);`,
    resolveDir: root,
  }));
}
