// What may import what. Inside src/ a folder imports only folders above it in the table of layers in ARCHITECTURE.md,
// which is read here; main.ts, cli.ts and app.module.ts import anything.
const { readFileSync } = require('node:fs');

const [, table] = /\n\| layer .*\n\| -.*\n((?:\|.*\n)+)/.exec(
  readFileSync(`${__dirname}/ARCHITECTURE.md`, 'utf8'),
);
const LAYERS = [...table.matchAll(/^\| `([a-z-]+)`/gm)].map(([, layer]) => layer);
/** What talks to a server as any program does. */
const CLIENTS = ['authoring', 'local', 'testing', 'commands'];
/** What serves HTTP: where NestJS and the classes of bodies may be imported. */
const EDGE =
  '\\.(module|controller|guard|pipe|filter|interceptor|dto|query|validator|spec)\\.ts$|decorators?\\.ts$|^src/(http|wire)/|^src/(main|app\\.module)\\.ts$|/access-rule-check\\.ts$';
const TESTS = '\\.spec\\.ts$';

const layerRules = LAYERS.slice(0, -1).map((layer, index) => ({
  name: `${layer}-imports-only-what-is-above-it`,
  comment: `src/${layer} stands below in the list of layers: ${LAYERS.slice(0, index).join(', ')}`,
  severity: 'error',
  from: { path: `^src/${layer}/`, pathNot: TESTS },
  to: { path: `^src/(${LAYERS.slice(index + 1).join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'every-folder-has-a-layer',
      comment: 'A new folder of src/ takes its place in the table of layers of ARCHITECTURE.md.',
      severity: 'error',
      from: { path: `^src/(?!(?:${LAYERS.join('|')})/)[^/]+/` },
      to: {},
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that was not resolved is an import that no rule saw.',
      severity: 'error',
      from: { path: '^(src|runtimes|packages)/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'host-imports-no-guest-code',
      comment: 'src/ starts the built files of runtimes/ in child processes.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^runtimes/' },
    },
    {
      name: 'guests-know-only-the-protocol',
      severity: 'error',
      from: { path: '^runtimes/' },
      to: { path: '^(src|packages)/', pathNot: '^src/sandbox/runtime/protocol\\.ts$' },
    },
    {
      name: 'guests-import-only-types-of-the-host',
      severity: 'error',
      from: { path: '^runtimes/' },
      to: { path: '^src/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'framework-only-at-the-edge',
      comment:
        'Services are plain classes, put together in src/server/core/. What serves HTTP ties them to NestJS.',
      severity: 'error',
      from: { path: '^src/', pathNot: EDGE },
      to: { path: '(^|/)(@nestjs|class-validator)/' },
    },
    {
      name: 'bodies-only-at-the-edge',
      comment: 'Elsewhere a body is a type: its class brings the framework along.',
      severity: 'error',
      from: { path: '^src/', pathNot: `${EDGE}|^src/cli/` },
      to: { path: '\\.(dto|query)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'packages-stand-alone',
      comment: 'Each is installed by itself.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^(src|runtimes|packages)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'host-knows-only-the-protocol-of-the-converter',
      comment: 'It starts the converter in child processes.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: '^packages/document-converter/',
        pathNot: '^packages/document-converter/dist/protocol\\.d\\.ts$',
      },
    },
    {
      name: 'the-server-is-no-client',
      severity: 'error',
      from: { path: `^src/(?!(?:${CLIENTS.join('|')})/)[^/]+/` },
      to: { path: '^packages/client/' },
    },
    {
      name: 'entities-stay-in-services',
      severity: 'error',
      from: { path: '\\.(controller|command)\\.ts$' },
      to: { path: '\\.entity\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|^packages/[^/]+/dist/' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      // The protocol of the converter is types alone.
      conditionNames: ['types', 'import', 'node', 'default'],
    },
  },
};
