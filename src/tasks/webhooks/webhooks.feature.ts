import type { Feature } from '../../platform/database/feature.js';

export const webhooks = {
  name: 'webhooks',
  tags: [{ name: 'webhooks', about: 'Notifications of other systems about events', position: 60 }],
} as const satisfies Feature;
