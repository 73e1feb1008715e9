import { days, type Values } from '../../base/config/setting.js';

export const RETENTION_SETTINGS = {
  tasksDays: days(
    {
      env: 'METARUN_RETENTION_TASKS_DAYS',
      description: 'Default retention of finished tasks, in days; 0 = forever.',
    },
    90,
  ),
  eventsDays: days(
    {
      env: 'METARUN_RETENTION_EVENTS_DAYS',
      description:
        'Default retention of the events of finished tasks, except log lines, in days; 0 = forever.',
    },
    30,
  ),
  logsDays: days(
    {
      env: 'METARUN_RETENTION_LOGS_DAYS',
      description: 'Default retention of the log lines of finished tasks, in days; 0 = forever.',
    },
    30,
  ),
  fileVersionsDays: days(
    {
      env: 'METARUN_RETENTION_FILE_VERSIONS_DAYS',
      description: 'Default retention of replaced or deleted file versions, in days; 0 = forever.',
    },
    30,
  ),
} as const;

export type RetentionSettings = Values<typeof RETENTION_SETTINGS>;
