// Builds dist/run/ with only the code that `metarun run` and `metarun test` need, since loading a whole server takes
// longer than running a script. Bundles the output of compile.mjs. See docs/decisions/0044-authors-without-a-server.md.
import { basename } from 'node:path';
import { build } from 'esbuild';
import Sqlite from 'better-sqlite3';
import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { importBuilt } from './compile.mjs';
import { BUNDLE, partsOfNode, twoDatabases, whenNeeded } from './packages.mjs';
import { writePlain } from './plain-text.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}dist/run`;

/** Packages that a local run does not need: HTTP servers, clients of other machines, and other databases of TypeORM. */
const ONLY_FOR_SERVERS =
  /\/(@nestjs\/(platform-express|swagger|terminus)|class-validator|class-transformer|express|@redis|@aws-sdk|pg|typeorm\/driver\/oracle)\//;
/** Modules that only certain settings of a server load. */
const FOR_SETTINGS_OF_SERVERS = /\/(s3\.blob-store|redis\.bus|postgres\.bus)\.js$/;
/**
 * Rarely needed modules, each in a file that is loaded on first use: the libraries for language models, the MCP client,
 * prompts on the terminal, and package archives.
 */
const APART = {
  models: 'dist/modules/agents/models/gateway/loaded-libraries.js',
  mcp: '@modelcontextprotocol/client',
  prompts: '@clack/prompts',
  tar: 'tar',
};

await rm(out, { recursive: true, force: true });
/** Metadata of the bundle. */
export const { metafile } = await build({
  ...BUNDLE,
  // A single file, which src/cli/toolkit/load-compiled.ts loads together with the code cache of V8.
  format: 'cjs',
  splitting: false,
  // Late modules are loaded by `require`, since `import()` here would need a feature of Node that prints an
  // experimental warning.
  supported: { 'dynamic-import': false },
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
  define: { 'import.meta.url': 'bundleUrl' },
  sourcemap: false,
  minify: true,
  absWorkingDir: root,
  entryPoints: {
    local: 'dist/modules/cli/commands/local/local-commands.js',
    ...APART,
  },
  outdir: out,
  outExtension: { '.js': '.cjs' },
  plugins: [
    { name: 'apart', setup: apart },
    { name: 'without-servers', setup: withoutServers },
    { name: 'when-needed', setup: whenNeeded },
    { name: 'parts-of-node', setup: partsOfNode },
    { name: 'two-databases', setup: twoDatabases },
  ],
});

const strangers = Object.keys(metafile.inputs).filter((file) => ONLY_FOR_SERVERS.test(file));
if (strangers.length > 0)
  throw new Error(`the bundle of local runs contains ${strangers.join(', ')}`);
await Promise.all(globSync('*.cjs', { cwd: out }).map((file) => writePlain(`${out}/${file}`)));
await makeTemplate();

/** Creates an empty database with all tables, which src/tooling/local/local-services.ts copies. */
async function makeTemplate() {
  const { sqliteDataSource } = await importBuilt('platform/database/data-source.js');
  const { allTables } = await importBuilt('server/core/tables.js');
  const { migrate } = await importBuilt('platform/database/schema-safety.js');
  const unfinished = `${out}/unfinished.db`;
  const source = await sqliteDataSource(unfinished, allTables()).initialize();
  await migrate(source);
  await source.destroy();
  const made = new Sqlite(unfinished);
  made.prepare('VACUUM INTO ?').run(`${out}/template.db`);
  made.close();
  // Without WAL mode in the template, each copy would have to be converted to it.
  const template = new Sqlite(`${out}/template.db`);
  template.pragma('journal_mode = WAL');
  template.close();
  for (const ending of ['', '-wal', '-shm']) await rm(unfinished + ending, { force: true });
}

function apart(build) {
  const isPartOf = (entryPoint, path) =>
    path === entryPoint ||
    (entryPoint.startsWith('dist/') && basename(path) === basename(entryPoint));
  build.onResolve({ filter: /./ }, ({ path, kind }) => {
    if (kind !== 'dynamic-import') return undefined;
    const found = Object.entries(APART).find(([, entryPoint]) => isPartOf(entryPoint, path));
    return found && { path: `./${found[0]}.cjs`, external: true };
  });
}

/**
 * Removes the blob stores and buses of server settings, and replaces controllers by empty classes, since a local run
 * handles no requests.
 */
function withoutServers(build) {
  build.onResolve({ filter: FOR_SETTINGS_OF_SERVERS }, ({ path }) => ({ path, external: true }));
  // Nest requires these packages only when it creates a server or a pipe.
  build.onResolve(
    { filter: /^(class-validator|@nestjs\/platform-express)$/ },
    ({ path, importer }) => (importer.includes('/@nestjs/') ? { path, external: true } : undefined),
  );
  build.onResolve({ filter: /\.controller\.js$/ }, ({ path }) => ({
    path,
    namespace: 'no-endpoints',
  }));
  build.onLoad({ filter: /./, namespace: 'no-endpoints' }, () => ({
    contents: 'module.exports = Object.create(new Proxy({}, { get: () => class NoEndpoints {} }));',
  }));
}
