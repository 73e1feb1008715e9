import type { Feature } from '../database/feature.js';

export const events = {
  name: 'events',
  tables: () => import('./tables.js'),
} as const satisfies Feature;
