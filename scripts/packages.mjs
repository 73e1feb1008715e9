// How the bundles of dist/ treat packages.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** Packages that have a native part, which build-native.mjs copies, or that npm installs: see package.json. */
const FROM_NODE_MODULES = [
  'better-sqlite3',
  'esbuild',
  'isolated-vm',
  'typescript',
  '@firecrawl/*',
  '@llamaindex/*',
];
/** Packages that others look for, and do not need. */
const NOT_INSTALLED = [
  'pg-native',
  // Its files are copied: see build-api-docs.mjs.
  'swagger-ui-dist',
  'swagger-ui-dist/*',
  '@fastify/static',
  '@nestjs/microservices',
  '@nestjs/microservices/*',
  '@nestjs/websockets/*',
  'class-transformer',
  'class-transformer/*',
];

/** Packages that most processes do not need, and that are imported by what all of them load; four of them by TypeORM. */
const WHEN_NEEDED = [
  'mime-types',
  're2js',
  'yaml',
  '@sqltools/formatter',
  'ansis',
  'sql-highlight',
  'tinyglobby',
];

/** For packages that are CommonJS. */
export const REQUIRE =
  "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);";

/** To import a module of Node gets all that it has, of `node:http` a whole client; to require it what is used. */
export function partsOfNode(build) {
  // All parts of the other modules are loaded anyway, or cheap. Some packages leave out the prefix.
  build.onResolve({ filter: /^(node:)?(crypto|http|https)$/ }, ({ path, kind }) =>
    kind === 'import-statement'
      ? { path: path.replace(/^(?!node:)/, 'node:'), namespace: 'node' }
      : undefined,
  );
  build.onLoad({ filter: /.*/, namespace: 'node' }, ({ path }) => ({
    contents: `module.exports = require('${path}');`,
  }));
}

/** Leaves out what TypeORM has for other databases than SQLite and PostgreSQL, two fifths of it. */
export function twoDatabases(build) {
  const kept = ['./better-sqlite3/BetterSqlite3Driver', './postgres/PostgresDriver'];
  build.onResolve({ filter: /^\.\/[\w-]+\/\w+Driver$/ }, ({ path, importer }) =>
    importer.endsWith('/typeorm/driver/DriverFactory.js') && !kept.includes(path)
      ? { path, namespace: 'other-databases' }
      : undefined,
  );
  build.onLoad({ filter: /.*/, namespace: 'other-databases' }, () => ({ contents: '' }));
}

/** Loads each of {@link WHEN_NEEDED} when one of its exports is first used: they are getters, which require the package. */
export function whenNeeded(build) {
  build.onResolve({ filter: new RegExp(`^(${WHEN_NEEDED.join('|')})$`) }, ({ path, namespace }) =>
    namespace === 'when-needed' ? undefined : { path, namespace: 'when-needed' },
  );
  build.onLoad({ filter: /./, namespace: 'when-needed' }, ({ path }) => {
    const names = Object.getOwnPropertyNames(require(path));
    const getter = (name) =>
      `Object.defineProperty(exports, '${name}', { enumerable: true, get: () => require('${path}').${name} });`;
    return { contents: names.map(getter).join('\n'), resolveDir: import.meta.dirname };
  });
}

/** Options of esbuild for every bundle of dist/. */
export const BUNDLE = {
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
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  chunkNames: '[name]-[hash]',
  external: [...FROM_NODE_MODULES, ...NOT_INSTALLED],
  banner: { js: REQUIRE },
  // Its modules rather than its one file: a command loads those that it needs.
  alias: {
    '@metarun/client': fileURLToPath(new URL('../packages/client/src/index.ts', import.meta.url)),
  },
};
