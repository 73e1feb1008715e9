/** Tests the behaviours of both languages at the interface of host and runtimes inside an image. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import { conform } from '../conformance/conform.js';
import { PORT_GROUPS } from '../conformance/behaviours/port-groups.js';
import { portFixture } from '../conformance/port.fixture.js';
import { type ContainerRuns, openContainerRuns } from '../support/containers/container-runs.js';
import { OnImage } from '../support/containers/on-image.js';
import { sized } from '../support/size.js';

let runs: ContainerRuns;
let python: ReturnType<typeof portFixture>;
let typescript: ReturnType<typeof portFixture>;
beforeAll(async () => {
  runs = await openContainerRuns();
  const { runtimes, image } = runs;
  python = portFixture({ python: new OnImage(runtimes.get('python'), image) });
  typescript = portFixture({ typescript: new OnImage(runtimes.get('typescript'), image) }, 'node');
});
afterAll(async () => {
  await runs.close();
  expect(runs.warnings).toEqual([]);
});

/** Groups that depend on the connection of the guest rather than on its work. */
const ITS_OWN = ['Cancellation', 'Logs'];
const groups = sized(
  PORT_GROUPS,
  PORT_GROUPS.filter(({ title }) => ITS_OWN.includes(title)),
);

conform(groups, (language, script, behaviour) => python(language, script, behaviour), {
  only: 'python',
});
conform(groups, (language, script, behaviour) => typescript(language, script, behaviour), {
  only: 'typescript',
  // In an image, a script can end its own process, as in Python.
  differs: { 'error.hard-exit': { events: [] } },
});
