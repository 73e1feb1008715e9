import type { Feature } from '../../platform/database/feature.js';

export const installation = {
  name: 'installation',
  tags: [{ name: 'installation', about: 'The installation as a whole', position: 140 }],
  endpoints: async () => (await import('./installation.module.js')).InstallationModule,
} as const satisfies Feature;
