import { days, type Values } from '../../base/config/setting.js';

export const RETENTION_SETTINGS = {
  tasksDays: days(
    {
      env: 'METARUN_RETENTION_TASKS_DAYS',
      description: 'Default number of days that a project keeps a finished task; 0 = for ever.',
    },
    90,
  ),
  eventsDays: days(
    {
      env: 'METARUN_RETENTION_EVENTS_DAYS',
      description: 'The same for its events, except log lines.',
    },
    30,
  ),
  logsDays: days(
    {
      env: 'METARUN_RETENTION_LOGS_DAYS',
      description: 'The same for its log lines.',
    },
    30,
  ),
  fileVersionsDays: days(
    {
      env: 'METARUN_RETENTION_FILE_VERSIONS_DAYS',
      description: 'Default number of days that a replaced or deleted file is kept; 0 = for ever.',
    },
    30,
  ),
} as const;

export type RetentionSettings = Values<typeof RETENTION_SETTINGS>;
