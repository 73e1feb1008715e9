import type { Feature } from '../../platform/database/feature.js';

export const search = {
  name: 'search',
} as const satisfies Feature;
