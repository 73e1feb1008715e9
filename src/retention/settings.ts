import { days, type Values } from '../config/setting.js';

export const RETENTION_SETTINGS = {
  tasksDays: days(
    {
      env: 'METARUN_RETENTION_TASKS_DAYS',
      description:
        'Days that a finished task is kept where its project says nothing else; 0 = for ever.',
    },
    90,
  ),
  eventsDays: days(
    {
      env: 'METARUN_RETENTION_EVENTS_DAYS',
      description: 'The same of its events, but for log lines.',
    },
    30,
  ),
  logsDays: days(
    {
      env: 'METARUN_RETENTION_LOGS_DAYS',
      description: 'The same of its log lines.',
    },
    30,
  ),
  fileVersionsDays: days(
    {
      env: 'METARUN_RETENTION_FILE_VERSIONS_DAYS',
      description:
        'Days that what a file was is kept after it was replaced or deleted; 0 = for ever.',
    },
    30,
  ),
} as const;

export type RetentionSettings = Values<typeof RETENTION_SETTINGS>;
