import type { Feature } from '../../platform/database/feature.js';
import { BULK_ERRORS } from './errors.js';

export const bulk = {
  name: 'bulk',
  errors: BULK_ERRORS,
  tags: [{ name: 'bulk', about: 'One action on many tasks', position: 22 }],
} as const satisfies Feature;
