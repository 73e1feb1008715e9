import { integer, type Values } from '../../base/config/setting.js';

export const CHILD_SETTINGS = {
  maxTaskDepth: integer(
    {
      env: 'METARUN_LIMITS.task_depth',
      description: 'Maximum number of ancestors of a child task.',
    },
    10,
    1,
    100,
  ),
  maxChildTasks: integer(
    {
      env: 'METARUN_LIMITS.child_tasks',
      description: 'Maximum number of children of one task.',
    },
    1000,
    1,
    5000,
  ),
} as const;

export type ChildSettings = Values<typeof CHILD_SETTINGS>;
