import { Injectable } from '@nestjs/common';
import { Database, type SqlValue } from '../../platform/database/database.js';
import type { WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { MetarunError, unknownId } from '../../base/kernel/errors.js';
import { isUuid, newId } from '../../base/kernel/ids.js';
import {
  type Delivery,
  type DeliveryDetail,
  toDeliveryDetail,
  toDelivery,
  type DeliveryRow,
  type DeliveryStatus,
} from './delivery.js';
import { deliveryDue } from './messages.js';
import { TEST_EVENT, testPayload } from './webhook-event.js';
import { WebhooksService } from './webhooks.service.js';

/** The columns that lists read, without bodies, which can be large. */
const LISTED = `id, project_id, webhook_id, event_seq, type, task_id, status, attempts, round, next_attempt_at,
  attempted_at, response_status, duration_ms, error, created_at, finished_at`;
/** Maximum number of deliveries that one request queues again. */
export const MAX_REDELIVERED = 1_000;

/** Selects deliveries of a webhook. An omitted member selects any. */
export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  /** For example task.success. */
  type?: string | undefined;
  taskId?: string | undefined;
  /** In ms. */
  createdAfter?: number | undefined;
}

/** The deliveries to webhooks, past and future. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksService,
    private readonly bus: EventBus,
  ) {}

  /** Newest first, before `cursor`. */
  async list(
    projectId: string,
    webhookId: string,
    page: DeliveryFilter & { cursor?: string | undefined; limit: number },
  ): Promise<Delivery[]> {
    const { id } = await this.webhooks.get(projectId, webhookId);
    const { where, values } = buildConditions(projectId, id, page);
    if (page.cursor !== undefined) {
      where.push('id < ?');
      values.push(page.cursor.toLowerCase());
    }
    const rows = await this.database.query<DeliveryRow>(
      `SELECT ${LISTED} FROM webhook_deliveries WHERE ${where.join(' AND ')} ORDER BY id DESC LIMIT ?`,
      [...values, page.limit],
    );
    return rows.map(toDelivery);
  }

  async get(projectId: string, webhookId: string, id: string): Promise<DeliveryDetail> {
    const webhook = await this.webhooks.get(projectId, webhookId);
    if (!isUuid(id)) throw unknownId('delivery', id, 'webhooks/{webhook_id}/deliveries');
    const [row] = await this.database.query<WebhookDeliveryEntity>(
      'SELECT * FROM webhook_deliveries WHERE id = ? AND webhook_id = ? AND project_id = ?',
      [id.toLowerCase(), webhook.id, projectId],
    );
    if (!row) throw unknownId('delivery', id, 'webhooks/{webhook_id}/deliveries');
    return toDeliveryDetail(row);
  }

  /** Queues a test delivery, without an event of a task. */
  async test(projectId: string, webhookId: string): Promise<DeliveryDetail> {
    const { id, enabled } = await this.webhooks.get(projectId, webhookId);
    if (!enabled) throw disabled();
    const now = Date.now();
    const [row] = await this.database.execute<WebhookDeliveryEntity>(
      `INSERT INTO webhook_deliveries (id, project_id, webhook_id, event_seq, type, payload, status,
         attempts, round, next_attempt_at, created_at)
       VALUES (?, ?, ?, 0, ?, ?, 'pending', 0, 0, ${this.database.now}, ?) RETURNING *`,
      [newId(), projectId, id, TEST_EVENT, testPayload(projectId, id, now), now],
    );
    if (!row) throw new Error('an insert gave no row');
    this.bus.publish(deliveryDue, { projectId });
    return toDeliveryDetail(row);
  }

  /**
   * Queues the matching deliveries that have ended, oldest first; returns their number, at most
   * {@link MAX_REDELIVERED}.
   */
  async redeliverAll(
    projectId: string,
    webhookId: string,
    filter: DeliveryFilter,
  ): Promise<number> {
    const { id, enabled } = await this.webhooks.get(projectId, webhookId);
    if (!enabled) throw disabled();
    const { where, values } = buildConditions(projectId, id, filter);
    const { now } = this.database;
    const rows = await this.database.execute(
      `UPDATE webhook_deliveries SET status = 'pending', round = 0, finished_at = NULL, next_attempt_at = ${now}
       WHERE id IN (SELECT id FROM webhook_deliveries WHERE ${where.join(' AND ')} AND status <> 'pending'
         ORDER BY id LIMIT ${MAX_REDELIVERED}) AND status <> 'pending' RETURNING id`,
      values,
    );
    if (rows.length > 0) this.bus.publish(deliveryDue, { projectId });
    return rows.length;
  }

  /** Sends a delivery again with all of its attempts, as the same message. */
  async redeliver(projectId: string, webhookId: string, id: string): Promise<DeliveryDetail> {
    const webhook = await this.webhooks.get(projectId, webhookId);
    if (!webhook.enabled) throw disabled();
    const delivery = await this.get(projectId, webhookId, id);
    const [row] = await this.database.execute<WebhookDeliveryEntity>(
      `UPDATE webhook_deliveries SET status = 'pending', round = 0, finished_at = NULL,
         next_attempt_at = ${this.database.now}
       WHERE id = ? AND webhook_id = ? AND project_id = ? AND status <> 'pending' RETURNING *`,
      [delivery.id, webhook.id, projectId],
    );
    if (!row)
      throw new MetarunError('conflict', 'The delivery is on its way already; look at its log.');
    this.bus.publish(deliveryDue, { projectId });
    return toDeliveryDetail(row);
  }
}

function buildConditions(
  projectId: string,
  webhookId: string,
  { status, type, taskId, createdAfter }: DeliveryFilter,
): { where: string[]; values: SqlValue[] } {
  const where = ['webhook_id = ?', 'project_id = ?'];
  const values: SqlValue[] = [webhookId, projectId];
  const add = (condition: string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    where.push(condition);
    values.push(value);
  };
  add('status = ?', status);
  add('type = ?', type);
  add('task_id = ?', taskId?.toLowerCase());
  add('created_at > ?', createdAfter);
  return { where, values };
}

function disabled(): MetarunError {
  return new MetarunError('conflict', 'The webhook is disabled; enable it first.');
}
