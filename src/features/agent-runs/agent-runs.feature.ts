import type { Feature } from '../../platform/database/feature.js';

export const agentRuns = {
  name: 'agent-runs',
  endpoints: async () => (await import('./agent-runs.module.js')).AgentRunsModule,
} as const satisfies Feature;
