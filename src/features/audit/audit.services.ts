import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import { AuditLog } from './audit-log.service.js';
import { AuditSweep } from './audit-sweep.service.js';
import type { AuditSettings } from './settings.js';

export type AuditServices = ReturnType<typeof auditServices>;

/** The log of what callers have changed. */
export function auditServices({
  config,
  database,
  events,
  keepers,
  logger,
}: Infrastructure<AuditSettings>) {
  return {
    log: new AuditLog(database, events, logger),
    sweep: new AuditSweep(database, config, keepers.lead('retention'), logger),
  };
}
