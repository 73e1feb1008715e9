import type { Feature } from '../../platform/database/feature.js';

export const ask = {
  name: 'ask',
  endpoints: async () => (await import('./ask.module.js')).AskModule,
} as const satisfies Feature;
