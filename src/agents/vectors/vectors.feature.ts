import type { Feature } from '../../platform/database/feature.js';
import { VECTOR_SETTINGS } from './settings.js';

export const vectors = {
  name: 'vectors',
  settings: VECTOR_SETTINGS,
} as const satisfies Feature;
