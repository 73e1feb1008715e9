import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../base/tokens.js';
import type { Logger } from 'pino';
import { isoTime } from '../../base/kernel/clock.js';
import { newId } from '../../base/kernel/ids.js';
import { Slices } from '../../base/kernel/slices.js';
import type { Json, JsonObject } from '../../base/kernel/json.js';
import { Database, type SqlValue, type Transaction } from '../../platform/database/database.js';
import { LARGE_ITEMS, readPage } from '../../platform/wire/page.js';
import { EventLog } from '../../platform/events/event-log.js';
import type { Caller } from '../auth/caller.js';
import type { AuditRecordDto } from './audit.dto.js';
import type { FieldChange } from './difference.js';

/** Number of records that an export reads at a time. */
const EXPORT_PAGE = 500;

/** An operation that a caller has carried out. */
export interface Done {
  readonly caller: Caller;
  /** Null if the operation concerns no project. */
  readonly projectId: string | null;
  readonly address: string;
  readonly requestId: string;
  readonly action: string;
  readonly target: JsonObject;
  readonly diff: readonly FieldChange[];
}

/** Conditions that the listed records meet. */
export interface AuditFilter {
  action?: string | undefined;
  user_id?: string | undefined;
  credential_id?: string | undefined;
  /** ISO 8601. */
  after?: string | undefined;
  before?: string | undefined;
}

interface Row {
  id: string;
  at: number;
  by_kind: string;
  by_name: string;
  user_id: string | null;
  credential_id: string;
  address: string;
  request_id: string;
  action: string;
  target: string;
  diff: string;
}

const COLUMNS = `id, at, by_kind, by_name, user_id, credential_id, address, request_id, action, target, diff`;

/** The record of what callers have done. Rows are only added, and deleted once they are old. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly database: Database,
    private readonly events: EventLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Adds a record and its event in the project's stream. If that fails, the operation stands and the server's log has
   * the record.
   */
  async record(done: Done): Promise<void> {
    try {
      await this.database.write((tx) => this.add(tx, done));
    } catch (error) {
      const { caller, projectId, action, target, requestId } = done;
      const credential = caller.id;
      this.logger.error(
        { err: error, credential, project: projectId, action, target, requestId },
        'failed to write an audit record',
      );
    }
  }

  /**
   * Lists records, newest first. `projectId`: null for records of no project; `cursor`: id of the last record of the
   * previous page.
   */
  async list(
    projectId: string | null,
    filter: AuditFilter,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<AuditRecordDto[]> {
    const where = ['project_id = ?'];
    const values: SqlValue[] = [projectId ?? ''];
    const add = (condition: string, value: string | number | undefined): void => {
      if (value === undefined) return;
      where.push(condition);
      values.push(value);
    };
    add('id < ?', cursor?.toLowerCase());
    add('action = ?', filter.action);
    add('user_id = ?', filter.user_id?.toLowerCase());
    add('credential_id = ?', filter.credential_id?.toLowerCase());
    add('at >= ?', filter.after === undefined ? undefined : Date.parse(filter.after));
    add('at < ?', filter.before === undefined ? undefined : Date.parse(filter.before));
    const rows = await this.database.query<Row>(
      `SELECT ${COLUMNS} FROM audit_log WHERE ${where.join(' AND ')} ORDER BY id DESC LIMIT ?`,
      [...values, limit],
    );
    return rows.map(recordDto);
  }

  /** Yields all selected records, newest first, as lines of JSON. */
  async *lines(projectId: string | null, filter: AuditFilter): AsyncGenerator<string> {
    let cursor: string | undefined;
    const slices = new Slices();
    for (let more = true; more;) {
      const from = cursor;
      const page = await readPage<AuditRecordDto>(
        EXPORT_PAGE,
        (limit, before) =>
          this.list(projectId, filter, { limit, cursor: before.at(-1)?.id ?? from }),
        LARGE_ITEMS,
      );
      await slices.rest();
      for (const record of page.items) yield `${JSON.stringify(record)}\n`;
      cursor = page.items.at(-1)?.id;
      ({ more } = page);
    }
  }

  private async add(tx: Transaction, done: Done): Promise<void> {
    const { caller, projectId, address, requestId, action, target, diff } = done;
    const at = Date.now();
    const id = newId();
    const kind = resolveCallerKind(caller);
    await tx.query(
      `INSERT INTO audit_log (project_id, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        projectId ?? '',
        id,
        at,
        kind,
        caller.name,
        caller.userId,
        caller.id,
        address,
        requestId,
        action,
        JSON.stringify(target),
        JSON.stringify(diff),
      ],
    );
    if (projectId === null) return;
    const data = { audit_id: id, action, by: { kind, name: caller.name }, target };
    const ofProject = { taskId: '', attempt: 0, level: null };
    this.events.append(tx, projectId, [{ type: 'audit', ...ofProject, data, createdAt: at }]);
  }
}

function resolveCallerKind(caller: Caller): AuditRecordDto['by']['kind'] {
  if (caller.kind === 'api_key') return 'api_key';
  return caller.session === null ? 'access_token' : 'session';
}

function recordDto(row: Row): AuditRecordDto {
  return {
    id: row.id,
    at: isoTime(row.at),
    by: {
      kind: row.by_kind as AuditRecordDto['by']['kind'],
      name: row.by_name,
      user_id: row.user_id,
      credential_id: row.credential_id,
    },
    address: row.address,
    request_id: row.request_id,
    action: row.action,
    target: JSON.parse(row.target) as Record<string, Json>,
    diff: JSON.parse(row.diff) as AuditRecordDto['diff'],
  };
}
