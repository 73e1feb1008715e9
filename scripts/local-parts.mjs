// Plugins of build-local.mjs that leave out what no command needs, and delay what few runs need.
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importBuilt } from './compile.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Modules that only certain settings of a server load. */
const FOR_SETTINGS_OF_SERVERS = /\/(s3\.blob-store|redis\.bus|postgres\.bus)\.js$/;
/**
 * Modules of dist/modules/ that only some runs call and whose constants take milliseconds, such as patterns of Unicode.
 * They are evaluated at the first call of one of their functions.
 */
const ON_FIRST_CALL = [
  'agents/memories/admission.js',
  'files/search/analyzer.js',
  'files/search/languages.js',
  'files/search/passage.js',
  'files/search/visible-text.js',
  'sandbox/egress/addresses.js',
];

export const localParts = [
  { name: 'without-servers', setup: withoutServers },
  { name: 'without-logger-of-nest', setup: withoutLoggerOfNest },
  { name: 'parts-of-nest', setup: partsOfNest },
  { name: 'on-first-call', setup: onFirstCall },
];

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
  build.onResolve({ filter: /\.controller\.js$/ }, () => ({
    path: 'no-endpoints',
    namespace: 'no-endpoints',
  }));
  build.onLoad({ filter: /./, namespace: 'no-endpoints' }, () => ({
    contents: `class NoEndpoints {}
      module.exports = Object.create(new Proxy({}, { get: () => NoEndpoints }));`,
  }));
}

/** Replaces Nest's logger, which a local run turns off, since it loads all time formats of the machine's language. */
function withoutLoggerOfNest(build) {
  build.onResolve({ filter: /\/(console-)?logger\.service\.js$/ }, ({ importer }) =>
    importer.includes('/@nestjs/') ? { path: 'silent', namespace: 'logger' } : undefined,
  );
  const members = ['log', 'error', 'warn', 'debug', 'verbose', 'fatal'].map(
    (name) => `${name}() {}`,
  );
  build.onLoad({ filter: /./, namespace: 'logger' }, () => ({
    contents: `export class Logger {
        ${members.join('\n')}
        static overrideLogger() {}
        static attachBuffer() {}
        static flush() {}
      }
      Object.assign(Logger, Logger.prototype);
      export const ConsoleLogger = Logger;
      export const LOG_LEVELS = [];`,
  }));
}

/** Keeps only those parts of Nest and RxJS that something imports: a command creates no server. */
function partsOfNest(build) {
  build.onResolve({ filter: /^rxjs(\/operators)?$/ }, ({ path }) => ({
    path: `${root}node_modules/rxjs/dist/esm${path.slice('rxjs'.length)}/index.js`,
    sideEffects: false,
  }));
  build.onResolve({ filter: /^\.{1,2}\/nest-application\.js$/ }, () => ({
    path: 'no-application',
    namespace: 'no-application',
  }));
  build.onLoad({ filter: /./, namespace: 'no-application' }, () => ({
    contents: 'export class NestApplication {}',
  }));
  build.onResolve({ filter: /^(@nestjs\/|\.)/ }, async ({ path, pluginData, importer, ...how }) => {
    if (pluginData === partsOfNest || !/@nestjs\/(core|common)/.test(path + importer))
      return undefined;
    const found = await build.resolve(path, { importer, ...how, pluginData: partsOfNest });
    return { ...found, sideEffects: false };
  });
}

/** Replaces the exports of {@link ON_FIRST_CALL}: constants by their values, functions by calls of the module. */
function onFirstCall(build) {
  const files = new Map(ON_FIRST_CALL.map((path) => [`${root}dist/modules/${path}`, path]));
  const names = ON_FIRST_CALL.map((path) => basename(path)).join('|');
  build.onResolve({ filter: new RegExp(`/(${names})$`) }, ({ path, resolveDir, namespace }) => {
    const file = resolve(resolveDir, path);
    return files.has(file) && namespace === 'file'
      ? { path: file, namespace: 'on-first-call' }
      : undefined;
  });
  build.onLoad({ filter: /./, namespace: 'on-first-call' }, async ({ path }) => {
    const members = Object.entries(await importBuilt(files.get(path)));
    return {
      contents: members.map(([name, value]) => `export ${forward(name, value, path)}`).join('\n'),
      resolveDir: dirname(path),
    };
  });
}

function forward(name, value, path) {
  return typeof value === 'function'
    ? `function ${name}(...given) { return require(${JSON.stringify(path)}).${name}(...given); }`
    : `const ${name} = ${JSON.stringify(value)};`;
}
