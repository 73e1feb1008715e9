// Builds dist/run/ with only the code that `metarun run` and `metarun test` need, since loading a whole server takes
// longer than running a script. Bundles the output of compile.mjs. See docs/decisions/0044-authors-without-a-server.md.
import { basename } from 'node:path';
import { build } from 'esbuild';
import Sqlite from 'better-sqlite3';
import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { importBuilt } from './compile.mjs';
import { localParts } from './local-parts.mjs';
import { metaValidators } from './meta-validators.mjs';
import { BUNDLE, partsOfNode, twoDatabases, whenNeeded } from './packages.mjs';
import { writePlain } from './plain-text.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}dist/run`;

/** Packages that a local run does not need: HTTP servers, clients of other machines, and other databases of TypeORM. */
const ONLY_FOR_SERVERS =
  /\/(@nestjs\/(platform-express|swagger|terminus)|class-validator|class-transformer|express|@redis|@aws-sdk|pg|typeorm\/driver\/oracle)\//;
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
    ...localParts,
    { name: 'meta-validators', setup: metaValidators },
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
