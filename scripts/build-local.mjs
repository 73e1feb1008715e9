// Builds dist/run/: what `metarun run` needs and nothing else, since to load a whole server takes longer than a script
// runs. Of what the compiler has made; see build.mjs and docs/decisions/0037-a-run-without-a-server.md.
import { build } from 'esbuild';
import Sqlite from 'better-sqlite3';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { BUNDLE, partsOfNode } from './packages.mjs';

const root = new URL('..', import.meta.url).pathname;
const out = `${root}dist/run`;

/** Decorators of these say something to a server alone: of its interface, its bodies, its modules. */
const ONLY_FOR_SERVERS = ['@nestjs/common', '@nestjs/core', '@nestjs/swagger', 'class-validator'];
/** What NestJS keeps of a constructor; src/local/container.ts reads it. */
const INJECT = `export const Inject = (token) => (target, key, index) => {
  const declared = Reflect.getMetadata('self:paramtypes', target) ?? [];
  Reflect.defineMetadata('self:paramtypes', [...declared, { index, param: token }], target);
};`;

await rm(out, { recursive: true, force: true });
/** Tells what was bundled. */
export const { metafile } = await build({
  ...BUNDLE,
  // One file, which src/commands/frame/load-compiled.ts loads with what V8 has made of it.
  format: 'cjs',
  splitting: false,
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
  define: { 'import.meta.url': 'bundleUrl' },
  sourcemap: false,
  minify: true,
  absWorkingDir: root,
  entryPoints: ['dist/commands/actions/run.action.js'],
  outfile: `${out}/run.cjs`,
  plugins: [
    { name: 'without-servers', setup: withoutServers },
    { name: 'one-database', setup: oneDatabase },
    { name: 'plain-bodies', setup: plainBodies },
    { name: 'when-needed', setup: whenNeeded },
    { name: 'parts-of-node', setup: partsOfNode },
  ],
});

await writePlain(`${out}/run.cjs`);
await makeTemplate();

/** esbuild leaves regular expressions as they are. A text that is ASCII alone takes V8 half the memory and time. */
async function writePlain(file) {
  const text = await readFile(file, 'utf8');
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  await writeFile(file, text.replace(/[^\0-\x7f]/g, escape));
}

/** An empty database with all its tables; src/local/local-services.ts copies it. */
async function makeTemplate() {
  const { sqliteDataSource } = await import(`${root}dist/database/data-source.js`);
  const { migrate } = await import(`${root}dist/database/schema-safety.js`);
  const unfinished = `${out}/unfinished.db`;
  const source = await sqliteDataSource(unfinished).initialize();
  await migrate(source);
  await source.destroy();
  const made = new Sqlite(unfinished);
  made.exec(`VACUUM INTO '${out}/template.db'`);
  made.close();
  for (const ending of ['', '-wal', '-shm']) await rm(unfinished + ending, { force: true });
}

function withoutServers(build) {
  const filter = new RegExp(`^(${ONLY_FOR_SERVERS.join('|')})$`);
  build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'without', sideEffects: false }));
  build.onLoad({ filter: /.*/, namespace: 'without' }, async ({ path }) => {
    const names = Object.keys(await import(path)).filter((name) => /^\w+$/.test(name));
    const own = path === '@nestjs/common' ? ['Inject'] : [];
    const rest = names.filter((name) => name !== 'default' && !own.includes(name));
    // A decorator, and a class to extend.
    const nothing = 'function nothing() { return function () {}; }';
    const shims = `${nothing}\nexport { ${rest.map((name) => `nothing as ${name}`).join(', ')} };`;
    return { contents: own.length === 0 ? shims : `${shims}\n${INJECT}` };
  });
}

/** Of TypeORM's drivers and of pg what SQLite does without. */
function oneDatabase(build) {
  const used = /\/driver\/(better-sqlite3|sqlite-abstract|types)\//;
  const unused =
    /\/typeorm\/(driver\/[a-z0-9-]+\/|entity-manager\/Mongo|repository\/Mongo|cache\/R).*\.js$/;
  const contents = `const other = { get: (_, name) => (name === '__esModule' ? true : class {}), ownKeys: () => [] };
module.exports = new Proxy({}, other);`;
  build.onLoad({ filter: unused }, ({ path }) =>
    used.test(path) ? undefined : { contents, loader: 'js' },
  );
  build.onResolve({ filter: /^pg$/ }, ({ path }) => ({ path, namespace: 'no-pg' }));
  build.onLoad({ filter: /.*/, namespace: 'no-pg' }, () => ({
    contents: 'export default { types: { setTypeParser() {} } };',
  }));
}

/** What bodies of requests have to be like is told by decorators: hundreds, of which each takes its time. */
function plainBodies(build) {
  const property = /^__decorate\(\[\n[^]*?\n\], \w+\.prototype, "\w+", void 0\);$/gm;
  build.onLoad({ filter: /\/dist\/.*\.dto\.js$/ }, async ({ path }) => ({
    contents: (await readFile(path, 'utf8')).replaceAll(property, ''),
  }));
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
