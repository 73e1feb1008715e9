// Builds the guest code in dist/runtimes/, which the server starts. See build.mjs.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { out as converter } from './build-converter.mjs';
import { GUEST_LANGUAGES } from './guest-languages.mjs';
import { inOneFunction } from './in-one-function.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}dist/runtimes`;
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const languages = Object.entries(GUEST_LANGUAGES);
for (const folder of [...languages.flatMap(([, { copied }]) => copied), 'sandbox', 'programs'])
  await cp(`${root}runtimes/${folder}`, `${out}/${folder}`, {
    recursive: true,
    filter: (path) => !path.includes('__pycache__'),
  });
await cp(converter, `${out}/conversion`, {
  recursive: true,
  filter: (path) => !/\.(d\.ts|txt)$/.test(path),
});
// Code that the test files of authors import runs outside the sandbox. It is not below runtimes/, so scripts cannot
// reach it.
const testing = `${root}dist/test-files`;
await rm(testing, { recursive: true, force: true });
for (const folder of ['python/metarun', 'python/metarun_guest', 'testing/python'])
  await cp(`${root}runtimes/${folder}`, `${testing}/python/${folder.replace(/^.*python\/?/, '')}`, {
    recursive: true,
    filter: (path) => !path.includes('__pycache__'),
  });
// Bytecode for the Python of this machine. Without it, each fork server compiles 7,000 lines, a third of its start
// time. Other Python versions ignore it, and without Python none is made.
spawnSync(existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3', [
  '-I',
  '-m',
  'compileall',
  '-q',
  '--invalidation-mode',
  'unchecked-hash',
  `${out}/python`,
]);
/** Modules that few scripts use, with the function that creates each of them. */
const LAZY = {
  'console-object.ts': 'makeConsole',
  'left-behind.ts': 'makeLeftBehind',
  'thrown.ts': 'makeThrown',
  'timeouts.ts': 'makeTimeouts',
  'http/index.ts': 'makeHttp',
  'web/base64.ts': 'makeBase64',
  'web/compute.ts': 'makeCompute',
  'web/crypto.ts': 'makeCrypto',
  'web/more-events.ts': 'makeMoreEvents',
  'web/text-encoding.ts': 'makeTextEncoding',
  'web/url-search-params.ts': 'makeUrlSearchParams',
  'web/url.ts': 'makeUrl',
  'web/utf8.ts': 'makeUtf8',
};
const shared = {
  bundle: true,
  target: 'node24',
  logLevel: 'warning',
  legalComments: 'none',
  metafile: true,
};
const programs = await build({
  ...shared,
  platform: 'node',
  format: 'esm',
  entryPoints: languages.flatMap(([language, { entryPoints }]) =>
    entryPoints.map((name) => ({
      in: `${root}runtimes/${language}/${name}.ts`,
      out: `${language}/${name}`,
    })),
  ),
  external: ['isolated-vm', 'esbuild'],
  // Two of the programs contain a parser of TypeScript.
  splitting: true,
  chunkNames: 'typescript/shared/[hash]',
  outdir: out,
  outExtension: { '.js': '.mjs' },
});
// The guest of isolates, with the modules that use built-ins of Node instead of the isolate's replacements.
const guest = `${root}runtimes/typescript/guest`;
const ON_NODE = ['inspect.ts', 'web/abort.ts', 'web/dom-exception.ts', 'http/index.ts'];
const nodeRunner = await build({
  ...shared,
  platform: 'node',
  format: 'esm',
  entryPoints: [`${root}runtimes/typescript/node-runner.ts`],
  outfile: `${out}/typescript/node-runner.mjs`,
  plugins: [{ name: 'on-node', setup: onNode }],
});
const testFiles = await build({
  ...shared,
  platform: 'node',
  format: 'esm',
  entryPoints: ['index', 'register', 'reporter', 'workflow'].map(
    (name) => `${root}runtimes/typescript/testing/${name}.ts`,
  ),
  outdir: `${testing}/node`,
  outExtension: { '.js': '.mjs' },
});
const bootstrap = await build({
  ...shared,
  platform: 'neutral',
  format: 'iife',
  // The source text is part of the snapshot, which is read for every isolate. Names are kept, since some of them are
  // visible to scripts.
  minifyWhitespace: true,
  minifySyntax: true,
  entryPoints: [`${root}runtimes/typescript/bootstrap.ts`],
  outfile: `${out}/typescript/bootstrap.js`,
  plugins: [inOneFunction(`${root}runtimes/typescript/guest`, LAZY, shared)],
});

// Parts of the web platform that isolates load on first use: functions that take what the parts share with the
// snapshot.
const parts = await build({
  ...shared,
  target: 'es2024',
  platform: 'neutral',
  format: 'iife',
  globalName: 'part',
  minifyWhitespace: true,
  minifySyntax: true,
  mainFields: ['module', 'main'],
  entryPoints: ['console', 'messages', 'pattern', 'streams', 'subtle'].map(
    (name) => `${root}runtimes/typescript/platform/${name}.ts`,
  ),
  outdir: `${out}/typescript/platform`,
  banner: { js: '(function (__metarunShared) { "use strict";' },
  footer: { js: 'return part.default; })' },
  plugins: [{ name: 'own-primordials', setup: ownPrimordials }],
});

// Replacements for those built-in modules of Node that need nothing from the host. They are ports of Node's own code
// from @jspm/core and share chunks, so that there is only one Buffer and one EventEmitter.
const PORTED = [
  '_stream_duplex',
  '_stream_passthrough',
  '_stream_readable',
  '_stream_transform',
  '_stream_writable',
  'assert',
  'assert/strict',
  'constants',
  'diagnostics_channel',
  'domain',
  'events',
  'path',
  'path/posix',
  'punycode',
  'querystring',
  'stream',
  'stream/promises',
  'string_decoder',
  'url',
  'util/types',
];
const OWN = {
  async_hooks: 'async-hooks',
  buffer: 'buffer',
  console: 'console',
  crypto: 'crypto',
  os: 'os',
  'path/win32': 'path-win32',
  perf_hooks: 'perf-hooks',
  process: 'process',
  'stream/consumers': 'stream-consumers',
  'stream/web': 'stream-web',
  'shared/stub': 'stub',
  timers: 'timers',
  'timers/promises': 'timers-promises',
  sys: 'util',
  tty: 'tty',
  util: 'util',
  zlib: 'zlib',
  'shared/packages/node-fetch': 'packages/node-fetch',
  'shared/packages/undici': 'packages/undici',
};
const node = `${root}runtimes/typescript/node`;
const modules = await build({
  ...shared,
  target: 'es2024',
  platform: 'neutral',
  format: 'esm',
  splitting: true,
  // Minified except for names, which scripts can see, and with short lines, so that source maps are precise.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 300,
  entryPoints: {
    ...Object.fromEntries(PORTED.map((name) => [name, `@jspm/core/nodelibs/${name}`])),
    ...Object.fromEntries(Object.entries(OWN).map(([name, file]) => [name, `${node}/${file}.ts`])),
  },
  outdir: `${out}/typescript/node`,
  chunkNames: 'shared/[hash]',
  plugins: [{ name: 'own-process', setup: ownProcess }],
});

/** Metadata of the bundles. */
export const metafiles = [programs, nodeRunner, testFiles, bootstrap, parts, modules].map(
  (built) => built.metafile,
);

function onNode(build) {
  build.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
    const file = join(resolveDir, path.replace(/\.js$/, '.ts'));
    const replaced = ON_NODE.find((name) => file === `${guest}/${name}`);
    if (replaced === undefined) return undefined;
    const name = replaced === 'http/index.ts' ? 'http.ts' : replaced.replace('web/', '');
    return { path: `${root}runtimes/typescript/on-node/${name}` };
  });
}

/** Replaces the list of primordials in the library that formats values by our complete list. */
function ownPrimordials(build) {
  const list =
    /(\n|,|\{)(\d+)\((\w)\)\{const \w=\{__proto__:null\},\{defineProperty:.*?,\3\.exports=\w\},/s;
  build.onLoad({ filter: /node-inspect-extracted\/dist\/inspect\.js$/ }, async ({ path }) => {
    const text = await readFile(path, 'utf8');
    if (!list.test(text)) throw new Error(`${path} does not contain the list of primordials`);
    const own = JSON.stringify(`${root}runtimes/typescript/platform/primordials.ts`);
    const contents = text.replace(
      list,
      (_, before, id, module) =>
        `${before}${id}(${module}){${module}.exports=require(${own}).primordials},`,
    );
    return { contents, resolveDir: root };
  });
}

/** Replaces the `process` that the ports contain by ours, which does not imitate a host. */
function ownProcess(build) {
  build.onResolve({ filter: /^node:/ }, ({ path, resolveDir }) =>
    build.resolve(`@jspm/core/nodelibs/${path.slice(5)}`, { kind: 'import-statement', resolveDir }),
  );
  build.onLoad({ filter: /nodelibs\/browser\/chunk-[^/]+\.js$/ }, async ({ path }) => {
    if (!(await readFile(path, 'utf8')).includes('export { process as p };')) return undefined;
    const own = JSON.stringify(`${node}/process.ts`);
    return { contents: `export { default as p } from ${own};`, resolveDir: root };
  });
}
