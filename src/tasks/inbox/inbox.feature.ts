import type { Feature } from '../../platform/database/feature.js';
import { INBOX_ERRORS } from './errors.js';

export const inbox = {
  name: 'inbox',
  errors: INBOX_ERRORS,
} as const satisfies Feature;
