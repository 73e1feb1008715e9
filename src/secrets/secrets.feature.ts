import type { Feature } from '../database/feature.js';

export const secrets = {
  name: 'secrets',
  tags: [{ name: 'secrets', about: 'What scripts may read and nobody else', position: 115 }],
  tables: () => import('./tables.js'),
  endpoints: async () => (await import('./secrets.module.js')).SecretsModule,
} as const satisfies Feature;
