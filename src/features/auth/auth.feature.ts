import type { Feature } from '../../platform/database/feature.js';

export const auth = {
  name: 'auth',
  tags: [{ name: 'auth', about: 'Access tokens and sessions', position: 120 }],
  tables: () => import('./tables.js'),
  endpoints: async () => (await import('./auth.module.js')).AuthModule,
} as const satisfies Feature;
