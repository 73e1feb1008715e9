import { type Database, type SqlValue } from '../../platform/database/database.js';
import { unindexed } from '../../platform/database/indexed.js';
import type { WebhookEntity } from './webhook.entity.js';
import { type EventLog } from '../../platform/events/event-log.js';
import type { TaskEvent } from '../../platform/events/task-event.js';
import { newId } from '../../base/kernel/ids.js';
import { SUMMARY_COLUMNS, type SummaryRow } from '../tasks/views/task.js';
import { type Webhook, toWebhook } from './webhook.js';
import {
  eventPayload,
  schedulePayload,
  listSourceTypes,
  type WebhookEvent,
  toWebhookEvent,
} from './webhook-event.js';

/** Number of events of a project that are read at a time. */
const BATCH = 200;
/**
 * Maximum number of pending deliveries per webhook. Beyond it, the webhook lags behind and later continues from its
 * cursor: the log of events is the queue.
 */
const MAX_PENDING = 1_000;

interface Wanted {
  event: TaskEvent;
  type: WebhookEvent;
  payload: string;
}

/**
 * Turns the events of projects into deliveries. The cursor of each webhook in the log of events advances in the
 * transaction that creates the deliveries: whatever dies, and however many servers do this, each event becomes one
 * delivery.
 */
export class WebhookFeeder {
  constructor(
    private readonly database: Database,
    private readonly events: EventLog,
    /** Path below which clients reach the server. */
    private readonly below: string,
  ) {}

  /** Feeds one webhook. Returns true if there are more events for it. */
  async feed(row: WebhookEntity): Promise<boolean> {
    const { project_id: projectId, cursor } = row;
    if (await this.isFull(row)) return false;
    const newest = await this.events.last(projectId);
    const webhook = toWebhook(row);
    const filter = {
      projectId,
      after: cursor,
      limit: BATCH,
      types: listSourceTypes(webhook.events),
    };
    const events = await this.events.read(filter);
    const more = events.length === BATCH;
    const to = more ? (events.at(-1)?.seq ?? newest) : Math.max(newest, events.at(-1)?.seq ?? 0);
    const wanted = await this.selectWanted(webhook, events);
    const moved = await this.store(row, to, wanted);
    return moved && more;
  }

  private async isFull({ id, project_id: projectId }: WebhookEntity): Promise<boolean> {
    // By a subquery, so that the index alone answers.
    const rows = await this.database.query(
      `SELECT id FROM webhook_deliveries
       WHERE webhook_id = (SELECT id FROM webhooks WHERE id = ? AND project_id = ?) AND status = 'pending' LIMIT ?`,
      [id, projectId, MAX_PENDING],
    );
    return rows.length === MAX_PENDING;
  }

  private async selectWanted(
    { projectId, events: types, metaTasks }: Webhook,
    events: readonly TaskEvent[],
  ): Promise<Wanted[]> {
    const asked = events.flatMap((event) => {
      const type = toWebhookEvent(event);
      return type !== null && types.includes(type) ? [{ event, type }] : [];
    });
    if (asked.length === 0) return [];
    const isWantedMetaTask = (metaTask: unknown): boolean =>
      metaTasks === null || metaTasks.some((one) => one === metaTask);
    const tasks = await this.loadTasks(
      projectId,
      asked.map(({ event }) => event),
    );
    return asked.flatMap(({ event, type }) => {
      if (event.type === 'schedule')
        return isWantedMetaTask(event.data['task_type'])
          ? [{ event, type, payload: schedulePayload(projectId, type, event, this.below) }]
          : [];
      const row = tasks.get(event.taskId);
      if (row === undefined || !isWantedMetaTask(row.task_type)) return [];
      return [{ event, type, payload: eventPayload(projectId, type, event, row, this.below) }];
    });
  }

  /** Returns the tasks of events, by id. */
  private async loadTasks(
    projectId: string,
    events: readonly TaskEvent[],
  ): Promise<Map<string, SummaryRow>> {
    const ids = [...new Set(events.map(({ taskId }) => taskId).filter((id) => id !== ''))];
    if (ids.length === 0) return new Map();
    // Drafts are for their author only.
    const rows = await this.database.query<SummaryRow>(
      `SELECT ${SUMMARY_COLUMNS.join(', ')} FROM tasks
       WHERE ${unindexed(this.database, 'project_id')} = ? AND id IN (${ids.map(() => '?').join(', ')}) AND draft = 0`,
      [projectId, ...ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Returns false if another server was faster, or the webhook was disabled or its cursor moved in the meantime. */
  private store(webhook: WebhookEntity, to: number, wanted: readonly Wanted[]): Promise<boolean> {
    const { id, project_id: projectId, cursor } = webhook;
    return this.database.write(async (tx) => {
      const moved = await tx.query(
        `UPDATE webhooks SET cursor = ?
         WHERE id = ? AND project_id = ? AND cursor = ? AND enabled = ? RETURNING id`,
        [to, id, projectId, cursor, true],
      );
      if (moved.length === 0) return false;
      if (wanted.length === 0) return true;
      const place = `(?, ?, ?, ?, ?, ?, ?, 'pending', 0, 0, ${this.database.now}, ?)`;
      const now = Date.now();
      await tx.query(
        `INSERT INTO webhook_deliveries (id, project_id, webhook_id, event_seq, type, task_id, payload,
           status, attempts, round, next_attempt_at, created_at)
         VALUES ${wanted.map(() => place).join(', ')}`,
        wanted.flatMap(({ event, type, payload }): SqlValue[] => [
          newId(),
          projectId,
          id,
          event.seq,
          type,
          event.taskId === '' ? null : event.taskId,
          payload,
          now,
        ]),
      );
      return true;
    });
  }
}
