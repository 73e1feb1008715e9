import { days, type Values } from '../../base/config/setting.js';

export const AUDIT_SETTINGS = {
  auditDays: days(
    {
      env: 'METARUN_RETENTION_AUDIT_DAYS',
      description: 'Number of days that the audit log keeps what was done; 0 = for ever.',
    },
    365,
  ),
} as const;

export type AuditSettings = Values<typeof AUDIT_SETTINGS>;
