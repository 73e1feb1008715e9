import { integer, type SettingTable } from './setting.js';

/** Settings of how servers and runs end. */
export const STOP_SETTINGS = {
  leaseSeconds: integer(
    {
      env: 'METARUN_LEASE_SECONDS',
      description:
        'Time after which a server of which nothing is heard counts as dead and its tasks are taken over, in seconds.',
    },
    15,
    2,
    600,
  ),
  cancelGraceSeconds: integer(
    {
      env: 'METARUN_CANCEL_GRACE_SECONDS',
      description: 'Time that a cancelled script has to clean up, in seconds.',
    },
    5,
    0,
    300,
  ),
  drainSeconds: integer(
    {
      env: 'METARUN_DRAIN_SECONDS',
      description:
        'Time for which a server that stops goes on answering while /health/ready says so, for load balancers, in seconds.',
    },
    0,
    0,
    600,
  ),
  shutdownSeconds: integer(
    {
      env: 'METARUN_SHUTDOWN_SECONDS',
      description: 'Time that running tasks have to finish when the server stops, in seconds.',
    },
    25,
    0,
    3600,
  ),
} as const satisfies SettingTable;
