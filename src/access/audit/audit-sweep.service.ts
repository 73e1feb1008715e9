import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER } from '../../base/tokens.js';
import { getLeadToken } from '../../workflow/engine/election/lead.token.js';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import type { Lead } from '../../base/kernel/lead.js';
import { Database } from '../../platform/database/database.js';
import type { AuditSettings } from './settings.js';

const SWEEP_MS = 60 * 60_000;
const RETRY_MS = 10_000;
const DAY_MS = 24 * 60 * 60_000;
/** Maximum number of records that one statement deletes. */
const AT_ONCE = 500;
const PAUSE_MS = 20;

/** Retention time of the events about audit records; within it, readers of a stream can resume. */
const EVENTS_MS = 30 * DAY_MS;
/** Number of events without a task that are read together. */
const EVENTS_AT_ONCE = 1_000;

const BEGINNING = { seq: 0, projectId: '' };

interface EventRow {
  project_id: string;
  seq: number;
  type: string;
  created_at: number;
}

/**
 * Deletes audit records older than METARUN_RETENTION.audit_days and old events about them: after the start, and every
 * hour.
 */
@Injectable()
export class AuditSweep {
  /** Position of the last event that was read. */
  private seen = BEGINNING;
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: AuditSettings,
    @Inject(getLeadToken('retention')) led: Lead,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.sweep(),
      pollMs: SWEEP_MS,
      retryMs: RETRY_MS,
      led,
      onError: (error) =>
        this.logger.warn({ err: error }, 'failed to delete old records of the audit log'),
    });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Deletes a batch and resolves to the time until the next sweep, in ms. */
  private async sweep(): Promise<number> {
    const { auditDays } = this.config;
    if (auditDays > 0 && (await this.deleteRecords(Date.now() - auditDays * DAY_MS)))
      return PAUSE_MS;
    return (await this.deleteEvents(Date.now() - EVENTS_MS)) ? PAUSE_MS : SWEEP_MS;
  }

  /** Deletes a batch of records and returns whether there may be more. */
  private async deleteRecords(before: number): Promise<boolean> {
    const deleted = await this.database.execute(
      `DELETE FROM audit_log WHERE id IN (
         SELECT id FROM audit_log WHERE at < ? ORDER BY at LIMIT ?) RETURNING id`,
      [before, AT_ONCE],
    );
    return deleted.length === AT_ONCE;
  }

  /**
   * Reads the next events without a task, deletes the old ones about audit records, and returns whether there are more.
   */
  private async deleteEvents(before: number): Promise<boolean> {
    const { seq, projectId } = this.seen;
    const rows = await this.database.query<EventRow>(
      `SELECT project_id, seq, type, created_at FROM task_events
       WHERE task_id = '' AND seq >= ? AND (seq > ? OR project_id > ?)
       ORDER BY seq, project_id LIMIT ?`,
      [seq, seq, projectId, EVENTS_AT_ONCE],
    );
    for (const row of rows)
      if (row.type === 'audit' && row.created_at < before)
        await this.database.execute(
          `DELETE FROM task_events WHERE project_id = ? AND seq = ? AND type = 'audit'`,
          [row.project_id, row.seq],
        );
    const last = rows.at(-1);
    const more = rows.length === EVENTS_AT_ONCE && last !== undefined;
    this.seen = more ? { seq: last.seq, projectId: last.project_id } : BEGINNING;
    return more;
  }
}
