import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { Database } from '../../platform/database/database.js';
import type { WebhookEntity } from './webhook.entity.js';

/** Time for which ended deliveries are kept, in ms, and their maximum number per webhook. */
const KEPT_MS = 7 * 24 * 3600 * 1000;
const KEPT = 10_000;
/** Number of rows deleted per statement, and pause after it, in ms, so that runs get their turn at the database. */
const BATCH = 500;
const PAUSE_MS = 20;

type Swept = Pick<WebhookEntity, 'id' | 'project_id'>;

/** Bounds the log of deliveries. */
@Injectable()
export class WebhookRetention {
  constructor(private readonly database: Database) {}

  async sweep(): Promise<void> {
    // A sweep covers all projects.
    const webhooks = await this.database.query<Swept>('SELECT id, project_id FROM webhooks');
    for (const webhook of webhooks) {
      const before = await this.findOldestKeptId(webhook);
      while ((await this.remove(webhook, before)) === BATCH) await delay(PAUSE_MS);
    }
  }

  /** Returns the id of the oldest delivery to be kept: ids sort by the time of their creation. */
  private async findOldestKeptId({ id, project_id: projectId }: Swept): Promise<string> {
    // By a subquery, so that the index alone answers.
    const [extra] = await this.database.query<{ id: string }>(
      `SELECT id FROM webhook_deliveries
       WHERE webhook_id = (SELECT id FROM webhooks WHERE id = ? AND project_id = ?)
       ORDER BY id DESC LIMIT 1 OFFSET ?`,
      [id, projectId, KEPT - 1],
    );
    const time = (Date.now() - KEPT_MS).toString(16).padStart(12, '0');
    const old = `${time.slice(0, 8)}-${time.slice(8)}`;
    return extra !== undefined && extra.id > old ? extra.id : old;
  }

  private async remove(webhook: Swept, before: string): Promise<number> {
    const removed = await this.database.execute(
      `DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries
         WHERE webhook_id = ? AND project_id = ? AND id < ? AND status <> 'pending'
         ORDER BY id LIMIT ?) RETURNING id`,
      [webhook.id, webhook.project_id, before, BATCH],
    );
    return removed.length;
  }
}
