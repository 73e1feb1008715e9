import type { Feature } from '../../platform/database/feature.js';

export const engine = {
  name: 'engine',
  tables: () => import('./tables.js'),
} as const satisfies Feature;
