import { availableParallelism } from 'node:os';

// Three kinds of project: one that runs once, the whole e2e suite on SQLite and on PostgreSQL, and the adversarial
// suite in the best sandbox that works here and in the one without bubblewrap.
const compiled = (jsc) => [
  '@swc/jest',
  { jsc: { target: 'es2024', ...jsc }, module: { type: 'es6' } },
];
const shared = {
  rootDir: '.',
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/test/support/terminal-environment.mjs'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // Its modules as they are: the tests of logic need no build.
    '^@metarun/client$': '<rootDir>/packages/client/src/index.ts',
  },
  transform: {
    '^.+\\.ts$': compiled({
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
    }),
    // The components of the dashboard.
    '^.+\\.tsx$': compiled({
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    }),
  },
};
/** What the tests of a project need, which test/run.mjs provides before the first of them. */
const BUILD = { globalSetup: '<rootDir>/test/support/needs-build.mjs' };
const POSTGRES = { globalSetup: '<rootDir>/test/support/needs-postgres.mjs' };
const CONTAINERS = { globalSetup: '<rootDir>/test/support/needs-containers.mjs' };
const BROWSER = { globalSetup: '<rootDir>/test/support/needs-browser.mjs' };
const project = (displayName, testMatch, more = {}) => ({
  ...shared,
  displayName,
  testMatch,
  ...more,
});
const adversarial = ['<rootDir>/test/adversarial/*.test.ts'];
const e2e = ['<rootDir>/test/e2e/**/*.test.ts', '<rootDir>/test/faults/**/*.test.ts'];
/** What they are about is the machine, the scripts or HTTP itself, whatever the database. */
const ON_ONE_DATABASE = [
  '/test/faults/(control-groups|dependencies|documents|kernel-counters|launcher|lost-guests|sandbox|streams|users)\\.test\\.ts$',
  '/test/e2e/(agent-injection|approval-links|backup-refusals|bundle|client|dashboard|dependencies|file-reading|file-transfer|http[a-z-]*|mcp-client-conformance|mcp-client-hostile|mcp-conformance|meta-task-schemas|network[a-z-]*|openapi|operator|params-inference|rate-limits|retry-errors|s3-storage|script[a-z-]*|service|sub-path|third-language|usage)\\.test\\.ts$',
];
/** What they are about are several servers, which there are on PostgreSQL only. */
const OF_SEVERAL_SERVERS =
  '/test/faults/(server-limits|database-hangs|bus-storm|fair-share|scaling|workers|needs|role-storm|database-ends)\\.test\\.ts$';
/** `npm test -- --whole`, `npm run prove` and `npm run faults` ask for it. */
const WHOLE_SIZE = process.env.TEST_SIZE === 'whole';
/** What `npm test` tries on SQLite only: the statements in it are the engine's own, which other tests make on PostgreSQL. */
const ON_BOTH_AT_WHOLE_SIZE = [
  '/test/faults/(agents|approvals|bulk|cancel|clock|crash|disk-errors|disk-full|files|knowledge-base|mcp|memories|memory-terms|schedules|schema-safety|search|secrets|start|steps|stop|webhooks)\\.test\\.ts$',
  '/test/e2e/(agents|agent-[a-z]+|audit|auth|doctor|draft-quotas|drafts|error-frames|error-words|estimates)\\.test\\.ts$',
  '/test/e2e/(etags|exact-numbers|examples|file-copies|file-paths|file-uploads|find|images|installation)\\.test\\.ts$',
  '/test/e2e/(knowledge-base-batches|large-scripts|late-documents|limits|mcp-client)\\.test\\.ts$',
  '/test/e2e/(mcp-(agents|client-[a-z]+|earlier-tasks|hostile|issuers|large|questions|resources|servers|stdio|tasks|tools))\\.test\\.ts$',
  '/test/e2e/(memory-extraction|memory-scripts|meta-task-(check|conditions|lists)|model-providers|model-usage)\\.test\\.ts$',
  '/test/e2e/(models|node-engine|observability|open-requests|phases|projects|python-workspace|reruns)\\.test\\.ts$',
  '/test/e2e/(schedule-ticks|secrets|session-ends|sessions|step-places|submission)\\.test\\.ts$',
  '/test/e2e/(task-(attempts|files|logs|origins)|text-events|version-notes|webhook-approvals|webhooks)\\.test\\.ts$',
  '/test/e2e/workspaces\\.test\\.ts$',
];
/** What `npm test` tries on PostgreSQL only: servers may be several there, and writes come together. */
const ON_POSTGRES_BELOW_WHOLE_SIZE = [
  '/test/faults/(children|limits|plans|retention|schedule-servers|stale-runs|step-records|worker-tags)\\.test\\.ts$',
  // The same goes on on SQLite in the tests of the engine, the commands, the pages of the docs and the dashboard.
  '/test/e2e/(approval-decisions|approvals|blob-sweep|child-tasks|events|file-versions|files|knowledge-base|lists|memories|memory-jobs)\\.test\\.ts$',
  '/test/e2e/(memory-vectors|meta-tasks|queue-limit|quotas|retention|retries|schedules|task-lists|task-metrics|users|wait-for-event)\\.test\\.ts$',
];

/** What is tried at the whole size alone: kills at random of what other tests kill one by one, and benchmarks that drive others. */
const AT_WHOLE_SIZE = WHOLE_SIZE
  ? []
  : [
      '/test/faults/(bus-storm|role-storm|storm)\\.test\\.ts$',
      '/test/docs/bench-(documents|memories|roles|scale|servers|ui)\\.test\\.ts$',
    ];

/** What depends on messages of other servers. `npm test` has the time for two of it. */
const ON_PAIRS = WHOLE_SIZE
  ? ['approvals', 'child-tasks', 'steps', 'tasks', 'wait-for-event', 'approval-decisions']
  : ['approval-decisions', 'wait-for-event'];

export default {
  // Only against hanging: what waits for a condition ends with it.
  testTimeout: 600_000,
  // Tests wait as well as work: of 58 files of e2e tests two cores are busy for 75 % of the time with one worker more than cores, and
  // for 90 % with two more. What does not pass beside three others is tried again alone.
  maxWorkers: Math.min(8, availableParallelism() + 2),
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  // Cases of the adversarial suite that wait for a server at the same time.
  maxConcurrency: 18,
  reporters: [
    'default',
    '<rootDir>/test/support/specification-reporter.mjs',
    '<rootDir>/test/support/conformance-reporter.mjs',
    '<rootDir>/test/support/record-reporter.mjs',
    '<rootDir>/test/support/failed-files-reporter.mjs',
    '<rootDir>/test/support/hung-files-reporter.mjs',
  ],
  projects: [
    project('unit', [
      '<rootDir>/{src,packages,web}/**/*.spec.{ts,tsx}',
      '<rootDir>/test/unit/**/*.test.ts',
    ]),
    project('runtime', ['<rootDir>/test/runtime/**/*.test.ts'], BUILD),
    project('sqlite', e2e, {
      ...BUILD,
      globals: { DATABASE: 'sqlite' },
      // One needs both.
      testPathIgnorePatterns: [
        '/node_modules/',
        OF_SEVERAL_SERVERS,
        '/test/e2e/move\\.test\\.ts$',
        ...(WHOLE_SIZE ? [] : ON_POSTGRES_BELOW_WHOLE_SIZE),
        ...AT_WHOLE_SIZE,
      ],
    }),
    project('postgres', e2e, {
      ...POSTGRES,
      globals: { DATABASE: 'postgres' },
      testPathIgnorePatterns: [
        '/node_modules/',
        ...ON_ONE_DATABASE,
        ...(WHOLE_SIZE ? [] : ON_BOTH_AT_WHOLE_SIZE),
        ...AT_WHOLE_SIZE,
      ],
    }),
    project(
      'pairs',
      ON_PAIRS.map((name) => `<rootDir>/test/e2e/${name}.test.ts`),
      { ...POSTGRES, globals: { DATABASE: 'postgres', SERVERS: 'pair' } },
    ),
    project('browser', ['<rootDir>/test/browser/*.test.ts'], {
      ...BROWSER,
      testEnvironment: '<rootDir>/test/support/browser/environment.mjs',
      globals: { DATABASE: 'sqlite' },
    }),
    project('cli', ['<rootDir>/test/cli/**/*.test.ts'], {
      ...BUILD,
      globals: { DATABASE: 'sqlite' },
    }),
    project('adversarial', adversarial, { ...BUILD, globals: { DATABASE: 'sqlite', SANDBOX: '' } }),
    project('adversarial-namespaces', adversarial, {
      ...BUILD,
      globals: { DATABASE: 'sqlite', SANDBOX: 'namespaces' },
    }),
    project('neighbours', ['<rootDir>/test/neighbours/*.test.ts'], {
      ...BUILD,
      globals: { DATABASE: 'sqlite' },
    }),
    project('hosting', ['<rootDir>/test/hosting/*.test.ts'], {
      ...POSTGRES,
      globals: { DATABASE: 'sqlite' },
    }),
    project('containers', ['<rootDir>/test/containers/*.test.ts'], {
      ...CONTAINERS,
      globals: { DATABASE: 'sqlite', SANDBOX: '' },
    }),
    project('conformance', ['<rootDir>/test/conformance/**/*.test.ts'], {
      ...BUILD,
      globals: { DATABASE: 'sqlite' },
    }),
    project('docs', ['<rootDir>/test/docs/**/*.test.ts'], {
      ...POSTGRES,
      globals: { DATABASE: 'sqlite' },
      testPathIgnorePatterns: ['/node_modules/', ...AT_WHOLE_SIZE],
    }),
  ],
};
