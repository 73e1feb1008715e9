import type { Feature } from '../../platform/database/feature.js';
import { SCHEDULE_SETTINGS } from './settings.js';

export const schedules = {
  name: 'schedules',
  settings: SCHEDULE_SETTINGS,
  tags: [
    { name: 'schedules', about: 'Tasks at given times: cron, interval or once', position: 30 },
  ],
} as const satisfies Feature;
