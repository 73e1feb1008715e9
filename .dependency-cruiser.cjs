// What may import what. Inside src/ a group imports only groups below it and a folder only folders below it in the table of
// groups in ARCHITECTURE.md, which is read here; cli.ts imports anything.
const { readFileSync } = require('node:fs');

const [, table] = /\n\| group .*\n\| -.*\n((?:\|.*\n)+)/.exec(
  readFileSync(`${__dirname}/ARCHITECTURE.md`, 'utf8'),
);
/** From the highest to the lowest: each group with its folders. */
const GROUPS = new Map();
for (const [, group, folder] of table.matchAll(/^\| `([a-z-]+)` *\| `([a-z-]+)`/gm))
  GROUPS.set(group, [...(GROUPS.get(group) ?? []), folder]);
const NAMES = [...GROUPS.keys()];
const FOLDERS = [...GROUPS].flatMap(([group, folders]) =>
  folders.map((name) => `${group}/${name}`),
);
/** The folders of web/src/, the lowest first. */
const WEB = ['texts', 'api', 'live', 'parts', 'forms', 'screens'];
/** What talks to a server as any program does. */
const CLIENTS = ['cli', 'tooling'];
/** What serves HTTP: where NestJS and the classes of bodies may be imported. */
const EDGE =
  '\\.(module|controller|guard|pipe|filter|interceptor|dto|query|validator|spec)\\.ts$|decorators?\\.ts$|^src/(server/http|platform/wire)/|^src/server/(main|app\\.module)\\.ts$|/access-rule-check\\.ts$';
const TESTS = '\\.spec\\.ts$';

const groupRules = NAMES.slice(1).map((group, index) => ({
  name: `${group}-imports-only-groups-below-it`,
  comment: `below src/${group} are: ${NAMES.slice(index + 2).join(', ') || 'none'}`,
  severity: 'error',
  from: { path: `^src/${group}/`, pathNot: TESTS },
  to: { path: `^src/(${NAMES.slice(0, index + 1).join('|')})/` },
}));
const folderRules = [...GROUPS].flatMap(([group, folders]) =>
  folders.slice(1).map((folder, index) => ({
    name: `${folder}-imports-only-folders-below-it`,
    comment: `below it in src/${group} are: ${folders.slice(index + 2).join(', ') || 'none'}`,
    severity: 'error',
    from: { path: `^src/${group}/${folder}/`, pathNot: TESTS },
    to: { path: `^src/${group}/(${folders.slice(0, index + 1).join('|')})/` },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...groupRules,
    ...folderRules,
    {
      name: 'every-folder-is-in-the-table',
      comment: 'A new folder of src/ takes its place in the table of groups of ARCHITECTURE.md.',
      severity: 'error',
      from: {
        path: `^src/(?!(?:${FOLDERS.join('|')})/)[^/]+/`,
        pathNot:
          '^src/(server/(main|app\\.module)|platform/platform\\.module|sandbox/sandbox\\.module|cli/program(\\.spec)?)\\.ts$',
      },
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
      from: { path: '^(src|runtimes|packages|web)/' },
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
      name: 'no-framework-in-the-engine',
      comment:
        'The engine, steps, sandbox and platform are plain classes, each behind its module; the groups above them hold providers of NestJS.',
      severity: 'error',
      from: {
        path: '^src/(?!access/|files/|tasks/|agents/|server/)',
        pathNot: `${EDGE}|\\.module\\.ts$|^src/tooling/local/local-services\\.ts$`,
      },
      to: { path: '(^|/)@nestjs/' },
    },
    {
      name: 'requests-only-at-the-edge',
      comment: 'A run without a server loads nothing that serves HTTP.',
      severity: 'error',
      from: { path: '^src/', pathNot: `${EDGE}|^src/server/` },
      to: { path: '(^|/)(@nestjs/(platform-express|swagger|terminus)|class-validator)/' },
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
    ...WEB.slice(0, -1).map((folder, index) => ({
      name: `web-${folder}-imports-only-what-is-below-it`,
      comment: `the folders of web/src/, the lowest first: ${WEB.join(', ')}`,
      severity: 'error',
      from: { path: `^web/src/${folder}/` },
      to: { path: `^web/src/(${WEB.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'web-screens-know-no-other-screen',
      comment: 'The router puts them together.',
      severity: 'error',
      from: { path: '^web/src/screens/([^/]+)/' },
      to: { path: '^web/src/screens/', pathNot: '^web/src/screens/$1/' },
    },
    {
      name: 'web-is-a-client',
      comment:
        'Of the rest of the project it has the types of the API, the form model, and maximum lengths.',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^(src|runtimes|packages)/',
        pathNot: '^src/base/(forms/|kernel/(json|json-text|max-lengths)\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'web-is-built-apart',
      severity: 'error',
      from: { path: '^(src|runtimes|packages)/' },
      to: { path: '^web/' },
    },
    {
      name: 'only-tests-import-what-is-for-tests',
      severity: 'error',
      from: { path: '^(src|runtimes|packages|web)/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: '^test/' },
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
