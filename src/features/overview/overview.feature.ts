import type { Feature } from '../../platform/database/feature.js';

export const overview = {
  name: 'overview',
  tags: [{ name: 'overview', about: 'What goes on in a project as a whole', position: 25 }],
  endpoints: async () => (await import('./overview.module.js')).OverviewModule,
} as const satisfies Feature;
