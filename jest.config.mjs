// Two kinds of project: one that runs once, and the whole e2e suite on SQLite and on PostgreSQL.
const shared = {
  rootDir: '.',
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
};
const project = (displayName, testMatch, more = {}) => ({
  ...shared,
  displayName,
  testMatch,
  ...more,
});
const e2e = ['<rootDir>/test/e2e/**/*.test.ts', '<rootDir>/test/faults/**/*.test.ts'];

export default {
  testTimeout: 30_000,
  maxWorkers: 2,
  reporters: ['default', '<rootDir>/test/support/specification-reporter.mjs'],
  projects: [
    project('unit', ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/unit/**/*.test.ts']),
    project('runtime', ['<rootDir>/test/runtime/**/*.test.ts']),
    project('sqlite', e2e, { globals: { DATABASE: 'sqlite' } }),
    project('postgres', e2e, { globals: { DATABASE: 'postgres' } }),
    project('docs', ['<rootDir>/test/docs/**/*.test.ts'], { globals: { DATABASE: 'sqlite' } }),
  ],
};
