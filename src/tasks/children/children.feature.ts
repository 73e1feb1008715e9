import type { Feature } from '../../platform/database/feature.js';
import { CHILD_ERRORS } from './errors.js';
import { CHILD_SETTINGS } from './settings.js';

export const children = {
  name: 'children',
  settings: CHILD_SETTINGS,
  errors: CHILD_ERRORS,
} as const satisfies Feature;
