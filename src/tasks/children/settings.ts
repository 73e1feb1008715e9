import { integer, type Values } from '../../base/config/setting.js';

export const CHILD_SETTINGS = {
  maxTaskDepth: integer(
    {
      env: 'METARUN_MAX_TASK_DEPTH',
      description: 'Parents that a child task may have above it.',
    },
    10,
    1,
    100,
  ),
  maxChildTasks: integer(
    {
      env: 'METARUN_MAX_CHILD_TASKS',
      description: 'Children that one task may have.',
    },
    1000,
    1,
    5000,
  ),
} as const;

export type ChildSettings = Values<typeof CHILD_SETTINGS>;
