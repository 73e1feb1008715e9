import type { Feature } from '../../platform/database/feature.js';
import { VECTOR_SETTINGS } from './settings.js';

export const vectors = {
  name: 'vectors',
  settings: VECTOR_SETTINGS,
  tables: () => import('./tables.js'),
  endpoints: async () => (await import('./vectors.module.js')).VectorsModule,
} as const satisfies Feature;
