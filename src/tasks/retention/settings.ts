import { days, group, type Values } from '../../base/config/setting.js';

export const RETENTION_SETTINGS = {
  retention: group({
    env: 'METARUN_RETENTION',
    description: 'Default retention periods in days, each an entry such as tasks_days=30.',
  }),
  tasksDays: days(
    {
      env: 'METARUN_RETENTION.tasks_days',
      description: 'Default retention of finished tasks, in days; 0 = forever.',
    },
    90,
  ),
  eventsDays: days(
    {
      env: 'METARUN_RETENTION.events_days',
      description:
        'Default retention of the events of finished tasks, except log lines, in days; 0 = forever.',
    },
    30,
  ),
  logsDays: days(
    {
      env: 'METARUN_RETENTION.logs_days',
      description: 'Default retention of the log lines of finished tasks, in days; 0 = forever.',
    },
    30,
  ),
  fileVersionsDays: days(
    {
      env: 'METARUN_RETENTION.file_versions_days',
      description: 'Default retention of replaced or deleted file versions, in days; 0 = forever.',
    },
    30,
  ),
} as const;

export type RetentionSettings = Omit<Values<typeof RETENTION_SETTINGS>, 'retention'>;
