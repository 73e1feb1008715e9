import { choice, choices, integer, type SettingTable } from './setting.js';
import { readTags } from './worker-tags.js';

/** Settings of the tasks that a worker takes, and of how long they are its own. */
export const WORKER_SETTINGS = {
  workerTags: choices(
    {
      env: 'METARUN_WORKER_TAGS',
      description:
        'Tags of this worker. It runs tasks whose meta-task requires only these tags in "runs_on".',
    },
    '',
    'up to 20 tags with commas between, such as gpu,eu',
    readTags,
  ),
  workerOnlyTagged: choice(
    {
      env: 'METARUN_WORKER_ONLY_TAGGED',
      description: 'Whether this worker runs only tasks that require a tag.',
    },
    ['on', 'off'],
    'off',
  ),
  leaseSeconds: integer(
    {
      env: 'METARUN_LEASE_SECONDS',
      description:
        'Lease of a server in seconds. After it expires without a renewal, the server counts as dead and its tasks are taken over.',
    },
    15,
    2,
    600,
  ),
} as const satisfies SettingTable;
