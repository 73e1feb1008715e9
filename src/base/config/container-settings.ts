import { choice, integer, type SettingTable, words } from './setting.js';

/** Settings of the engine that runs container images. */
export const CONTAINER_SETTINGS = {
  containerEngine: choice(
    {
      env: 'METARUN_CONTAINER_ENGINE',
      description:
        'Program that runs container images; auto = the first one that works here, none = meta-tasks cannot run on images.',
    },
    ['auto', 'podman', 'docker', 'nerdctl', 'none'],
    'none',
  ),
  containerArgs: words({
    env: 'METARUN_CONTAINER_ARGS',
    description:
      'Arguments of the container engine before each command, such as --cgroup-manager=cgroupfs.',
  }),
  containerRunArgs: words({
    env: 'METARUN_CONTAINER_RUN_ARGS',
    description:
      'Arguments of the container engine when it starts a container, such as --runtime runc.',
  }),
  containerPool: integer(
    {
      env: 'METARUN_LIMITS.idle_containers',
      description: 'Maximum number of idle containers kept for runs, over all images; 0 = none.',
    },
    8,
    0,
    512,
  ),
} as const satisfies SettingTable;
