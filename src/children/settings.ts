import { integer, type Values } from '../config/setting.js';

export const CHILD_SETTINGS = {
  maxTaskDepth: integer(
    {
      env: 'METARUN_MAX_TASK_DEPTH',
      description: 'How many parents may stand above a child task.',
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
