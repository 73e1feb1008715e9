import type { Feature } from '../../platform/database/feature.js';

export const overview = {
  name: 'overview',
  tags: [{ name: 'overview', about: 'Activity of a project as a whole', position: 25 }],
} as const satisfies Feature;
