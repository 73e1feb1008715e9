import { days, type Values } from '../../base/config/setting.js';

export const AUDIT_SETTINGS = {
  auditDays: days(
    {
      env: 'METARUN_RETENTION.audit_days',
      description: 'Retention of the audit log in days; 0 = forever.',
    },
    365,
  ),
} as const;

export type AuditSettings = Values<typeof AUDIT_SETTINGS>;
