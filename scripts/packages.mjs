// Handling of packages in the bundles of dist/.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** Packages with native parts, which build-native.mjs copies or npm installs: see package.json. */
const FROM_NODE_MODULES = [
  'better-sqlite3',
  'esbuild',
  'isolated-vm',
  'typescript',
  '@firecrawl/*',
  '@llamaindex/*',
];
/** Optional packages that others look for and that are not installed. */
const NOT_INSTALLED = [
  'pg-native',
  // The files are copied: see build-api-docs.mjs.
  'swagger-ui-dist',
  'swagger-ui-dist/*',
  '@fastify/static',
  '@nestjs/microservices',
  '@nestjs/microservices/*',
  '@nestjs/websockets/*',
  'class-transformer',
  'class-transformer/*',
];

/** Packages that common modules import but most processes do not need; TypeORM imports four of them. */
const WHEN_NEEDED = [
  'mime-types',
  're2js',
  'yaml',
  '@sqltools/formatter',
  'ansis',
  'sql-highlight',
  'tinyglobby',
];

/** Banner that provides `require` to CommonJS packages. */
export const REQUIRE =
  "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);";

/**
 * Replaces imports of Node modules by `require`. An import evaluates all exports, which for `node:http` include a whole
 * client.
 */
export function partsOfNode(build) {
  // All parts of other modules are loaded anyway, or are cheap. Some packages omit the prefix.
  build.onResolve({ filter: /^(node:)?(crypto|http|https)$/ }, ({ path, kind }) =>
    kind === 'import-statement'
      ? { path: path.replace(/^(?!node:)/, 'node:'), namespace: 'node' }
      : undefined,
  );
  build.onLoad({ filter: /.*/, namespace: 'node' }, ({ path }) => ({
    contents: `module.exports = require('${path}');`,
  }));
}

/** Drops the drivers of TypeORM except those for SQLite and PostgreSQL, two fifths of the package. */
export function twoDatabases(build) {
  const kept = ['./better-sqlite3/BetterSqlite3Driver', './postgres/PostgresDriver'];
  build.onResolve({ filter: /^\.\/[\w-]+\/\w+Driver$/ }, ({ path, importer }) =>
    importer.endsWith('/typeorm/driver/DriverFactory.js') && !kept.includes(path)
      ? { path, namespace: 'other-databases' }
      : undefined,
  );
  build.onLoad({ filter: /.*/, namespace: 'other-databases' }, () => ({ contents: '' }));
}

/** Defers the loading of {@link WHEN_NEEDED}: their exports become getters that require the package on first use. */
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

/** Options of esbuild for every bundle in dist/. */
export const BUNDLE = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  // Selects the files that Node itself would select.
  conditions: [],
  // Commands load only the chunks that they need.
  splitting: true,
  // OpenAPI, TypeORM and logs use class names.
  keepNames: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  chunkNames: '[name]-[hash]',
  external: [...FROM_NODE_MODULES, ...NOT_INSTALLED],
  banner: { js: REQUIRE },
  // The modules are bundled instead of the built file, so that a command loads only those it needs.
  alias: {
    '@metarun/client': fileURLToPath(new URL('../packages/client/src/index.ts', import.meta.url)),
  },
};
