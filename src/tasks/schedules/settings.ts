import { integer, type Values } from '../../base/config/setting.js';

export const SCHEDULE_SETTINGS = {
  minScheduleSeconds: integer(
    {
      env: 'METARUN_LIMITS.min_schedule_seconds',
      description: 'Minimum interval between two run times of a schedule, in seconds.',
    },
    10,
    1,
    86_400,
  ),
} as const;

export type ScheduleSettings = Values<typeof SCHEDULE_SETTINGS>;
