import type { Feature } from '../../platform/database/feature.js';
import { TASK_TYPE_ERRORS } from './errors.js';

export const metaTasks = {
  name: 'meta-tasks',
  errors: TASK_TYPE_ERRORS,
  tags: [
    { name: 'meta-tasks', about: 'Versioned definitions: scripts and how they run', position: 10 },
  ],
} as const satisfies Feature;
