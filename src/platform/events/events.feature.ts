import type { Feature } from '../database/feature.js';

export const events = {
  name: 'events',
} as const satisfies Feature;
