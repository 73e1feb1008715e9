/** Runs the behaviours at the interface between the host and the runtimes. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import { RUNTIMES } from '../support/runtimes.js';
import { PORT_GROUPS } from './behaviours/port-groups.js';
import { conform } from './conform.js';
import { portFixture } from './port.fixture.js';

const warnings: string[] = [];
const onWarning = (message: string): number => warnings.push(message);
const runtimes = {
  python: RUNTIMES.python(onWarning),
  typescript: RUNTIMES.typescript(onWarning),
};

beforeAll(() => Promise.all(Object.values(runtimes).map((runtime) => runtime.warm())));
afterAll(async () => {
  await Promise.all(Object.values(runtimes).map((runtime) => runtime.close()));
  expect(warnings).toEqual([]);
});

conform(PORT_GROUPS, portFixture(runtimes));
