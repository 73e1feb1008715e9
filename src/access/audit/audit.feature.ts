import type { Feature } from '../../platform/database/feature.js';
import { AUDIT_SETTINGS } from './settings.js';

export const audit = {
  name: 'audit',
  settings: AUDIT_SETTINGS,
  tags: [{ name: 'audit', about: 'Log of the changes that callers made', position: 130 }],
} as const satisfies Feature;
