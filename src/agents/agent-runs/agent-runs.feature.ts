import type { Feature } from '../../platform/database/feature.js';

export const agentRuns = {
  name: 'agent-runs',
} as const satisfies Feature;
