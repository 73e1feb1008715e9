import type { Feature } from '../../platform/database/feature.js';

export const engine = {
  name: 'engine',
} as const satisfies Feature;
