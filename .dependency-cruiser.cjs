// What may import what. Inside src/ a folder imports only folders above it in the table of layers in ARCHITECTURE.md,
// which is read here; main.ts, cli.ts and app.module.ts import anything.
const { readFileSync } = require('node:fs');

const [, table] = /\n\| layer .*\n\| -.*\n((?:\|.*\n)+)/.exec(
  readFileSync(`${__dirname}/ARCHITECTURE.md`, 'utf8'),
);
const LAYERS = [...table.matchAll(/^\| `([a-z-]+)`/gm)].map(([, layer]) => layer);
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
      from: { path: '^(src|runtimes)/' },
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
      to: { path: '^src/', pathNot: '^src/(runtime|conversion)/protocol\\.ts$' },
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
        'Services are plain classes, put together in src/core/. What serves HTTP ties them to NestJS.',
      severity: 'error',
      from: { path: '^src/', pathNot: EDGE },
      to: { path: '(^|/)(@nestjs|class-validator)/' },
    },
    {
      name: 'bodies-only-at-the-edge',
      comment: 'Elsewhere a body is a type: its class brings the framework along.',
      severity: 'error',
      from: { path: '^src/', pathNot: `${EDGE}|^src/commands/` },
      to: { path: '\\.(dto|query)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-client-stands-alone',
      comment: 'Programs import it by itself, in any runtime.',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { path: '^src/(?!client/)' },
    },
    {
      name: 'entities-stay-in-services',
      severity: 'error',
      from: { path: '\\.(controller|command)\\.ts$' },
      to: { path: '\\.entity\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
