import type { Feature } from '../../platform/database/feature.js';

export const search = {
  name: 'search',
  tables: () => import('./tables.js'),
  endpoints: async () => (await import('./search.module.js')).SearchModule,
} as const satisfies Feature;
