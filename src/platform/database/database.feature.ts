import type { Feature } from './feature.js';

export const database = {
  name: 'database',
} as const satisfies Feature;
