import type { Feature } from '../../platform/database/feature.js';
import { STEP_ERRORS } from './errors.js';

export const steps = {
  name: 'steps',
  errors: STEP_ERRORS,
} as const satisfies Feature;
