import { integer, type SettingTable } from './setting.js';

/** Time and memory limits of a run: the defaults, and the maximum that a meta-task may set. */
export const RUN_SETTINGS = {
  defaultTimeoutSeconds: integer(
    {
      env: 'METARUN_DEFAULT_TIMEOUT_SECONDS',
      description: 'Wall-clock limit of a run whose meta-task sets none, in seconds.',
    },
    300,
    1,
    604_800,
  ),
  maxTimeoutSeconds: integer(
    {
      env: 'METARUN_MAX_TIMEOUT_SECONDS',
      description: 'Highest wall-clock limit that a meta-task may set, in seconds.',
    },
    86_400,
    1,
    604_800,
  ),
  defaultMemoryMb: integer(
    {
      env: 'METARUN_DEFAULT_MEMORY_MB',
      description: 'Memory limit of a run whose meta-task sets none, in MiB.',
    },
    256,
    16,
    1_048_576,
  ),
  maxMemoryMb: integer(
    {
      env: 'METARUN_MAX_MEMORY_MB',
      description: 'Highest memory limit that a meta-task may set, in MiB.',
    },
    2048,
    16,
    1_048_576,
  ),
  defaultCpuSeconds: integer(
    {
      env: 'METARUN_DEFAULT_CPU_SECONDS',
      description:
        'CPU time limit of a run whose meta-task sets none, in seconds; 0 = the highest.',
    },
    0,
    0,
    604_800,
  ),
  maxCpuSeconds: integer(
    {
      env: 'METARUN_MAX_CPU_SECONDS',
      description: 'Highest CPU time limit that a meta-task may set, in seconds; 0 = no limit.',
    },
    0,
    0,
    604_800,
  ),
} as const satisfies SettingTable;
