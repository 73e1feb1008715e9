import type { Feature } from '../../platform/database/feature.js';
import { MEMORY_ERRORS } from './errors.js';
import { MEMORY_SETTINGS } from './settings.js';

export const memories = {
  name: 'memories',
  settings: MEMORY_SETTINGS,
  errors: MEMORY_ERRORS,
  tags: [{ name: 'memories', about: 'Knowledge kept from one task to the next', position: 55 }],
} as const satisfies Feature;
