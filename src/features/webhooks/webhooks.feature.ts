import type { Feature } from '../../platform/database/feature.js';

export const webhooks = {
  name: 'webhooks',
  tags: [{ name: 'webhooks', about: 'Telling others of what happens', position: 60 }],
  tables: () => import('./tables.js'),
  endpoints: async () => (await import('./webhooks.module.js')).WebhooksModule,
} as const satisfies Feature;
