import type { Feature } from '../../platform/database/feature.js';
import { INBOX_ERRORS } from './errors.js';

export const inbox = {
  name: 'inbox',
  errors: INBOX_ERRORS,
  tables: () => import('./tables.js'),
  endpoints: async () => (await import('./inbox.module.js')).InboxModule,
} as const satisfies Feature;
