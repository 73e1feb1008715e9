/** Runs the behaviours at the interface between host and runtime for TypeScript on Node. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import { RUNTIMES } from '../support/runtimes.js';
import { sized } from '../support/size.js';
import { PORT_GROUPS } from './behaviours/port-groups.js';
import { conform } from './conform.js';
import { portFixture } from './port.fixture.js';

const warnings: string[] = [];
const typescript = RUNTIMES.typescript((message) => warnings.push(message));

beforeAll(() => typescript.check('export default () => 1;', '', { engine: 'node' }));
afterAll(async () => {
  await typescript.close();
  expect(warnings).toEqual([]);
});

/** Groups that depend on the engine rather than on the guest, which both share. */
const ITS_OWN = ['Cancellation', 'Errors', 'Logs'];
const groups = sized(
  PORT_GROUPS,
  PORT_GROUPS.filter(({ title }) => ITS_OWN.includes(title)),
);

conform(groups, portFixture({ typescript }, 'node'), {
  only: 'typescript',
  // On Node a script has a process that it can end, as in Python.
  differs: { 'error.hard-exit': { error: 'script_crashed', events: [] } },
});
