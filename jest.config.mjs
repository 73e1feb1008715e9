import { availableParallelism } from 'node:os';
import { GATE } from './test/suites.ts';

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
  runner: '<rootDir>/test/support/until-runner.mjs',
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
const CONTRACT_DATABASES = { globalSetup: '<rootDir>/test/support/needs-contracts.mjs' };
const CONTAINERS = { globalSetup: '<rootDir>/test/support/needs-containers.mjs' };
const BROWSER = { globalSetup: '<rootDir>/test/support/needs-browser.mjs' };
const project = (displayName, testMatch, more = {}) => ({
  ...shared,
  displayName,
  testMatch,
  ...more,
});
const adversarial = ['<rootDir>/test/adversarial/*.test.ts'];
const e2e = ['<rootDir>/test/{e2e,servers,faults}/**/*.test.ts'];
/** What they are about is the machine, the scripts or HTTP itself, whatever the database. */
const ON_ONE_DATABASE = [
  '/test/faults/(control-groups|dependencies|documents|kernel-counters|launcher|lost-guests|sandbox|streams|users)\\.test\\.ts$',
  '/test/(e2e|servers)/(agent-injection|approval-links|backup-refusals|bundle|client|dashboard|dependencies|environments|file-reading|folders|file-transfer|http[a-z-]*|mcp-client-conformance|mcp-client-hostile|mcp-conformance|meta-task-schemas|network[a-z-]*|openapi|operator|params-inference|rate-limits|retry-errors|s3-storage|script[a-z-]*|service|sub-path|third-language|usage)\\.test\\.ts$',
];
/** What they are about are several servers, which there are on PostgreSQL only. */
const OF_SEVERAL_SERVERS =
  '/test/faults/(server-limits|database-hangs|bus-storm|fair-share|scaling|workers|needs|role-storm|database-ends)\\.test\\.ts$';
/** Kills at random of what other tests kill one by one; the part `faults` of all tests has them. */
const STORMS =
  process.env.TEST_SIZE === 'whole'
    ? []
    : ['/test/faults/(bus-storm|role-storm|storm)\\.test\\.ts$'];
/** What depends on messages of other servers. */
const ON_PAIRS = [
  'approval-decisions',
  'approvals',
  'child-tasks',
  'steps',
  'tasks',
  'wait-for-event',
];

/** What SQL or locks decide, which both databases have to do alike: without a server, each in milliseconds. */
const CONTRACTS = [
  '<rootDir>/src/workflow/engine/{engine,upkeep/orphans,queue/row-watch}.spec.ts',
  '<rootDir>/src/workflow/engine/{election,operations}/*.spec.ts',
  '<rootDir>/src/workflow/engine/workers/worker-rows.spec.ts',
  '<rootDir>/src/workflow/steps/step-store.spec.ts',
  '<rootDir>/src/platform/{database/{find-delay,leased-queue},events/event-log,events/log-lines}.spec.ts',
  '<rootDir>/src/tasks/tasks/{submission/idempotency,list/task-list}.spec.ts',
  '<rootDir>/src/tasks/retention/{deletion,task-rows}.spec.ts',
  '<rootDir>/src/tasks/{approvals/approvals,bulk/bulk-worker,inbox/inbox,schedules/schedule-runs,webhooks/deliveries}.spec.ts',
  '<rootDir>/src/files/{files/tree/file-tree,search/{quotes,search-index}}.spec.ts',
  '<rootDir>/src/agents/memories/memory-index.spec.ts',
  '<rootDir>/test/faults/{grouped-writes,memory-terms,memory-vectors,stale-runs,step-records,transactions}.test.ts',
  '<rootDir>/test/{e2e/new-task-rows,unit/search-recall}.test.ts',
];

export const projects = [
  project(
    'unit',
    ['<rootDir>/{src,packages,web}/**/*.spec.{ts,tsx}', '<rootDir>/test/unit/**/*.test.ts'],
    { globals: { DATABASE: 'sqlite' } },
  ),
  project('contracts', CONTRACTS, {
    ...CONTRACT_DATABASES,
    globals: { DATABASE: 'postgres' },
  }),
  project('runtime', ['<rootDir>/test/runtime/**/*.test.ts'], BUILD),
  project('sqlite', e2e, {
    ...BUILD,
    globals: { DATABASE: 'sqlite' },
    // One needs both.
    testPathIgnorePatterns: [
      '/node_modules/',
      OF_SEVERAL_SERVERS,
      '/test/servers/move\\.test\\.ts$',
      ...STORMS,
    ],
  }),
  project('postgres', e2e, {
    ...POSTGRES,
    globals: { DATABASE: 'postgres' },
    testPathIgnorePatterns: ['/node_modules/', ...ON_ONE_DATABASE, ...STORMS],
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
  project('docs', ['<rootDir>/test/docs/*.test.ts'], {
    ...BUILD,
    globals: { DATABASE: 'sqlite' },
  }),
  project('bench', ['<rootDir>/test/bench/*.test.ts'], POSTGRES),
];
/** Those of `npm test` without arguments. */
const gate = projects
  .filter(({ displayName }) => displayName in GATE)
  .map((one) => ({
    ...one,
    testMatch: GATE[one.displayName].map((path) => `<rootDir>/${path}`),
  }));

export default {
  // Only against hanging: what waits for a condition ends with it.
  testTimeout: 600_000,
  // Tests wait as well as work: of 58 files of e2e tests two cores are busy for 75 % of the time with one worker more than cores, and
  // for 90 % with two more.
  maxWorkers: Math.min(8, availableParallelism() + 2),
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  // Cases of the adversarial suite that wait for a server at the same time.
  maxConcurrency: 18,
  reporters: [
    'default',
    '<rootDir>/test/support/specification-reporter.mjs',
    '<rootDir>/test/support/conformance-reporter.mjs',
    '<rootDir>/test/support/record-reporter.mjs',
    '<rootDir>/test/support/outcome-reporter.mjs',
    '<rootDir>/test/support/hung-files-reporter.mjs',
  ],
  projects: process.env.TEST_SUITE === 'gate' ? gate : projects,
};
