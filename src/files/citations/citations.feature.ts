import type { Feature } from '../../platform/database/feature.js';

export const citations = {
  name: 'citations',
  tags: [
    { name: 'citations', about: 'Citations in results, and whether they still hold', position: 72 },
  ],
} as const satisfies Feature;
