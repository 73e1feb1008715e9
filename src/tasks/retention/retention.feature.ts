import type { Feature } from '../../platform/database/feature.js';
import { RETENTION_SETTINGS } from './settings.js';

export const retention = {
  name: 'retention',
  settings: RETENTION_SETTINGS,
} as const satisfies Feature;
