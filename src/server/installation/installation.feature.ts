import type { Feature } from '../../platform/database/feature.js';

export const installation = {
  name: 'installation',
  tags: [{ name: 'installation', about: 'The installation as a whole', position: 140 }],
} as const satisfies Feature;
