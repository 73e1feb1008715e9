import type { Feature } from '../../platform/database/feature.js';

export const secrets = {
  name: 'secrets',
  tags: [{ name: 'secrets', about: 'Values that only scripts can read', position: 115 }],
  tables: () => import('./tables.js'),
  endpoints: async () => (await import('./secrets.module.js')).SecretsModule,
} as const satisfies Feature;
