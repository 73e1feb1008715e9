import { choice, integer, type SettingTable, words } from './setting.js';

/** Settings of the engine that runs container images. */
export const CONTAINER_SETTINGS = {
  containerEngine: choice(
    {
      env: 'METARUN_CONTAINER_ENGINE',
      description:
        'Program that runs container images; auto = the first of them that works here, none = no meta-task runs on an image.',
    },
    ['auto', 'podman', 'docker', 'nerdctl', 'none'],
    'none',
  ),
  containerArgs: words({
    env: 'METARUN_CONTAINER_ARGS',
    description:
      'Arguments of the container engine before each of its commands, such as --cgroup-manager=cgroupfs.',
  }),
  containerRunArgs: words({
    env: 'METARUN_CONTAINER_RUN_ARGS',
    description:
      'Arguments of the container engine where it starts a container, such as --runtime runc.',
  }),
  containerPool: integer(
    {
      env: 'METARUN_CONTAINER_POOL',
      description: 'Containers that wait for a run, of all images together; 0 = none wait.',
    },
    8,
    0,
    512,
  ),
} as const satisfies SettingTable;
