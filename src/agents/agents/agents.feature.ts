import type { Feature } from '../../platform/database/feature.js';
import { AGENT_ERRORS } from './errors.js';
import { AGENT_SETTINGS } from './settings.js';

export const agents = {
  name: 'agents',
  settings: AGENT_SETTINGS,
  errors: AGENT_ERRORS,
  tags: [
    { name: 'agents', about: 'Versioned instructions, tools and limits for models', position: 15 },
  ],
} as const satisfies Feature;
