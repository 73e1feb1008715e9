import type { Feature } from '../../platform/database/feature.js';
import { IMAGE_ERRORS } from './errors.js';
import { IMAGE_SETTINGS } from './settings.js';

export const images = {
  name: 'images',
  settings: IMAGE_SETTINGS,
  errors: IMAGE_ERRORS,
  tags: [{ name: 'images', about: 'Container images that meta-tasks can run on', position: 119 }],
} as const satisfies Feature;
