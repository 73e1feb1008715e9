import type { Feature } from '../../platform/database/feature.js';
import { TASK_ERRORS } from './errors.js';

export const tasks = {
  name: 'tasks',
  errors: TASK_ERRORS,
  tags: [
    { name: 'tasks', about: 'Runs of meta-tasks', position: 20 },
    { name: 'events', about: 'Log lines and event streams', position: 50 },
  ],
} as const satisfies Feature;
