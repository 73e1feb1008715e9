import { integer, type SettingTable } from './setting.js';

/** Settings of how servers and runs end. */
export const STOP_SETTINGS = {
  cancelGraceSeconds: integer(
    {
      env: 'METARUN_CANCEL_GRACE_SECONDS',
      description: 'Time for a cancelled script to clean up, in seconds.',
    },
    5,
    0,
    300,
  ),
  drainSeconds: integer(
    {
      env: 'METARUN_DRAIN_SECONDS',
      description:
        'Time during which a stopping server still answers requests while /health/ready reports that it is draining, for load balancers, in seconds.',
    },
    0,
    0,
    600,
  ),
  shutdownSeconds: integer(
    {
      env: 'METARUN_SHUTDOWN_SECONDS',
      description: 'Time for running tasks to finish when the server stops, in seconds.',
    },
    25,
    0,
    3600,
  ),
} as const satisfies SettingTable;
