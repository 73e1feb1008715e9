import type { Feature } from '../../platform/database/feature.js';
import { BULK_ERRORS } from './errors.js';

export const bulk = {
  name: 'bulk',
  errors: BULK_ERRORS,
  tags: [
    { name: 'bulk', about: 'Cancelling, retrying or rerunning many tasks at once', position: 22 },
  ],
} as const satisfies Feature;
