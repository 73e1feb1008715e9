import type { Feature } from '../../platform/database/feature.js';

export const webhooks = {
  name: 'webhooks',
  tags: [{ name: 'webhooks', about: 'Telling others of what happens', position: 60 }],
} as const satisfies Feature;
