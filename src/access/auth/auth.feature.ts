import type { Feature } from '../../platform/database/feature.js';

export const auth = {
  name: 'auth',
  tags: [{ name: 'auth', about: 'Access tokens and sessions', position: 120 }],
} as const satisfies Feature;
