import type { Feature } from '../../platform/database/feature.js';

export const citations = {
  name: 'citations',
  tags: [
    { name: 'citations', about: 'What results cite, and whether it still holds', position: 72 },
  ],
} as const satisfies Feature;
