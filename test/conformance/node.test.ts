/** The list of behaviours for TypeScript on Node, where the host and the runtime meet. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import { RUNTIMES } from '../support/runtimes.js';
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

conform(PORT_GROUPS, portFixture({ typescript }, 'node'), {
  only: 'typescript',
  // Here a script has a process that it can end, as in Python.
  differs: { 'error.hard-exit': { events: [] } },
});
