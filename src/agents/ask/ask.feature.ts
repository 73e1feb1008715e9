import type { Feature } from '../../platform/database/feature.js';

export const ask = {
  name: 'ask',
} as const satisfies Feature;
