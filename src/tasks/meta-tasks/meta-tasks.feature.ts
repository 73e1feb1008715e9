import type { Feature } from '../../platform/database/feature.js';
import { META_TASK_ERRORS } from './errors.js';

export const metaTasks = {
  name: 'meta-tasks',
  errors: META_TASK_ERRORS,
  tags: [
    {
      name: 'meta-tasks',
      about: 'Versioned definitions: scripts and their run configuration',
      position: 10,
    },
  ],
} as const satisfies Feature;
