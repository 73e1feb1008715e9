/** Tests hostile scripts in containers, which are the only barrier here. */
import { afterAll, beforeAll } from '@jest/globals';
import { OWNER_LABEL } from '../../src/sandbox/containers/container-owner.js';
import { channel } from '../adversarial/python/channel.js';
import { counters } from '../adversarial/python/counters.js';
import { files } from '../adversarial/python/files.js';
import { guest } from '../adversarial/python/guest.js';
import { kernel } from '../adversarial/python/kernel.js';
import { loops } from '../adversarial/python/loops.js';
import { memory } from '../adversarial/python/memory.js';
import { processes } from '../adversarial/python/processes.js';
import { signals } from '../adversarial/python/signals.js';
import { PYTHON } from '../adversarial/python/target.js';
import type { HostileCase } from '../adversarial/support/hostile-case.js';
import { attackWith } from '../adversarial/support/suite.js';
import { type ContainerRuns, openContainerRuns } from '../support/containers/container-runs.js';
import { RUNNING } from '../support/containers/on-image.js';
import { CONTAINER_SETTINGS, servedImage } from '../support/containers/served-image.js';
import { sized } from '../support/size.js';
import { until } from '../support/until.js';

/** Cases that can do more in a container than elsewhere, with the reason why they gain nothing. */
const CAN: Record<string, string> = {
  'writes to the settings of the kernel, and reads its memory':
    'the file of its own login, which nothing here asks for, is not covered',
  'opens sockets: of the machine, of the server, of other runs, raw ones':
    'its own first process has sockets, which the namespace shows',
  'begins sessions, each of which could have a share of the processors of its own':
    'its control group has one share, however many sessions there are',
  'that belongs to no process, by mappings of which one page is kept':
    'its control group counts it, whatever process it belongs to',
  'that belongs to no process, by objects of the kernel': 'the same',
  'in files of /tmp and /dev/shm': 'the same: it ends the run instead of the write',
  'fills pipes': 'the same: it ends the calls instead of the run',
  'has the kernel keep locks': 'the same',
  'makes sockets of the Internet': 'the same',
  'asks for what the kernel counts for a user or for the machine':
    'its control group counts the most of it, and what is left are attributes of its own /tmp and sockets without a network',
  'looks for the data of the server':
    'folders and users are those of the image, and there is no network to find',
  'reads the environment and the secrets of its host':
    'the engine sets names of its own, such as HOSTNAME, which have nothing of the host',
};
const here = (cases: readonly HostileCase[]): HostileCase[] =>
  cases
    .filter(({ name }) => !Object.hasOwn(CAN, name))
    .map((hostile) => ({
      ...hostile,
      wrong: (task, log) => {
        // It does not matter whether the task has waited for its container.
        const phase = task.current_phase === RUNNING ? null : task.current_phase;
        return hostile.wrong?.({ ...task, current_phase: phase }, log) ?? null;
      },
    }));

/** Probe without the order of the variables and the process ids, which differ between containers. */
const PROBE = PYTHON.probe
  .replace('dict(os.environ)', 'sorted(os.environ.items())')
  .replace(
    'sorted(name for name in os.listdir("/proc") if name.isdigit())',
    'sum(name.isdigit() for name in os.listdir("/proc"))',
  );

let runs: ContainerRuns;
/** Containers of other servers or of a killed test. */
let before: readonly string[] = [];
beforeAll(async () => {
  runs = await openContainerRuns();
  before = await runs.engine.list(OWNER_LABEL);
});

attackWith(
  {
    ...PYTHON,
    probe: PROBE,
    // The start of a container does not count towards the timeout of its task.
    startMs: 20_000,
    title: 'python on an image',
    // More idle containers would be counted as leftover guests.
    settings: { ...CONTAINER_SETTINGS, METARUN_LIMITS: 'idle_containers=1' },
    prepareFields: async (server, project) => ({
      docker_image_id: await servedImage(server, project),
    }),
  },
  {
    ...sized(
      {
        signals,
        loops,
        channel: here(channel),
        guest,
        files: here(files),
        counters: here(counters),
        kernel: here(kernel),
      },
      {},
    ),
    processes: here(processes),
    ...sized({ memory: here(memory) }, {}),
  },
);

afterAll(async () => {
  await until('no container to be left', async () => {
    const names = await runs.engine.list(OWNER_LABEL);
    return names.every((name) => before.includes(name));
  });
  await runs.close();
});
