// Builds dist/run/: what `metarun run` and `metarun test` need and nothing else, since to load a whole server takes longer than a script
// runs. Of what the compiler has made; see compile.mjs and docs/decisions/0044-authors-without-a-server.md.
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

/** Packages that serve HTTP, or talk to other machines of a host, and TypeORM's other databases: a local run needs none. */
const ONLY_FOR_SERVERS =
  /\/(@nestjs\/(platform-express|swagger|terminus)|class-validator|class-transformer|express|@redis|@aws-sdk|pg|typeorm\/driver\/oracle)\//;
/** Modules that are loaded for the settings of a server alone. */
const FOR_SETTINGS_OF_SERVERS = /\/(s3\.blob-store|redis\.bus|postgres\.bus)\.js$/;
/**
 * What is loaded later, if at all, has a file of its own: the libraries for language models, the client of MCP, questions on the
 * terminal, archives of packages.
 */
const APART = {
  models: 'dist/modules/agents/models/gateway/loaded-libraries.js',
  mcp: '@modelcontextprotocol/client',
  prompts: '@clack/prompts',
  tar: 'tar',
};

await rm(out, { recursive: true, force: true });
/** Tells what was bundled. */
export const { metafile } = await build({
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
if (strangers.length > 0) throw new Error(`a run without a server loads ${strangers.join(', ')}`);
await Promise.all(globSync('*.cjs', { cwd: out }).map((file) => writePlain(`${out}/${file}`)));
await makeTemplate();

/** An empty database with all its tables; src/tooling/local/local-services.ts copies it. */
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
  // Otherwise each copy would be changed to it.
  const template = new Sqlite(`${out}/template.db`);
  template.pragma('journal_mode = WAL');
  template.close();
  for (const ending of ['', '-wal', '-shm']) await rm(unfinished + ending, { force: true });
}

function apart(build) {
  const isOf = (entryPoint, path) =>
    path === entryPoint ||
    (entryPoint.startsWith('dist/') && basename(path) === basename(entryPoint));
  build.onResolve({ filter: /./ }, ({ path, kind }) => {
    if (kind !== 'dynamic-import') return undefined;
    const found = Object.entries(APART).find(([, entryPoint]) => isOf(entryPoint, path));
    return found && { path: `./${found[0]}.cjs`, external: true };
  });
}

/** A run has no settings of a server, and answers no requests: its modules have controllers in name only. */
function withoutServers(build) {
  build.onResolve({ filter: FOR_SETTINGS_OF_SERVERS }, ({ path }) => ({ path, external: true }));
  // Nest requires these once it is asked for a server, or for a pipe.
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
