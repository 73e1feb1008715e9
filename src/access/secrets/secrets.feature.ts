import type { Feature } from '../../platform/database/feature.js';

export const secrets = {
  name: 'secrets',
  tags: [{ name: 'secrets', about: 'Values that only scripts can read', position: 115 }],
} as const satisfies Feature;
