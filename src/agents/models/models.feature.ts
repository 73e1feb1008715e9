import type { Feature } from '../../platform/database/feature.js';
import { MODEL_ERRORS } from './errors.js';
import { MODEL_SETTINGS } from './settings.js';

export const models = {
  name: 'models',
  settings: MODEL_SETTINGS,
  errors: MODEL_ERRORS,
  tags: [{ name: 'models', about: 'Language models and their providers', position: 117 }],
} as const satisfies Feature;
