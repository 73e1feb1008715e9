/** The list of behaviours for TypeScript on Node, where the host and the runtime meet. */
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

/** Groups that depend on the engine, and not on the guest that both have. */
const ITS_OWN = ['Cancellation', 'Errors', 'Logs'];
const groups = sized(
  PORT_GROUPS,
  PORT_GROUPS.filter(({ title }) => ITS_OWN.includes(title)),
);

conform(groups, portFixture({ typescript }, 'node'), {
  only: 'typescript',
  // Here a script has a process that it can end, as in Python.
  differs: { 'error.hard-exit': { error: 'script_crashed', events: [] } },
});
