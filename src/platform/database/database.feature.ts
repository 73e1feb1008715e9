import type { Feature } from './feature.js';

export const database = {
  name: 'database',
  tables: () => import('./tables.js'),
} as const satisfies Feature;
