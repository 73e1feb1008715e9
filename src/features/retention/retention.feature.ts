import type { Feature } from '../../platform/database/feature.js';
import { RETENTION_SETTINGS } from './settings.js';

export const retention = {
  name: 'retention',
  settings: RETENTION_SETTINGS,
  tables: () => import('./tables.js'),
  endpoints: async () => (await import('./retention.module.js')).RetentionModule,
} as const satisfies Feature;
