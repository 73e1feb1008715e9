import type { Feature } from '../database/feature.js';

export const engine = {
  name: 'engine',
  tables: () => import('./tables.js'),
} as const satisfies Feature;
