import { Injectable } from '@nestjs/common';
import { noteFormer } from '../../access/audit/former-values.js';
import { Database, type SqlValue } from '../../platform/database/database.js';
import type { Condition } from '../../platform/database/transaction.js';
import type { WebhookEntity } from './webhook.entity.js';
import { urlProblem } from '../../sandbox/egress/http/http-request.js';
import { EventLog } from '../../platform/events/event-log.js';
import { assertConditions, type Conditions, overtaken } from '../../platform/wire/conditions.js';
import { removeAsRead } from '../../platform/wire/remove-as-read.js';
import { invalidField, unknownId } from '../../base/kernel/errors.js';
import { isUuid, newId } from '../../base/kernel/ids.js';
import { Quotas } from '../../access/projects/quotas.service.js';
import { newWebhookSecret } from './signature.js';
import type { CreateWebhookDto, UpdateWebhookDto } from './webhook.dto.js';
import { type Webhook, toWebhook, webhookTag } from './webhook.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookSender } from './webhook-sender.js';

/** The webhooks of projects. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly secrets: WebhookSecrets,
    private readonly sender: WebhookSender,
    private readonly quotas: Quotas,
  ) {}

  /** Oldest first. */
  async list(projectId: string): Promise<Webhook[]> {
    const rows = await this.database.query<WebhookEntity>(
      'SELECT * FROM webhooks WHERE project_id = ? ORDER BY created_at, id',
      [projectId],
    );
    return rows.map(toWebhook);
  }

  async get(projectId: string, id: string): Promise<Webhook> {
    return toWebhook(await this.row(projectId, id));
  }

  /** Creates a webhook, which is notified of events from now on. */
  async create(
    projectId: string,
    given: CreateWebhookDto,
    createdBy: string,
  ): Promise<{ webhook: Webhook; secret: string }> {
    const url = await this.checkedUrl(given.url);
    const id = newId();
    const secret = newWebhookSecret();
    const { sealed, key_id } = await this.secrets.seal(id, secret);
    const row = await this.database.write(async (tx) => {
      await this.quotas.admit(tx, projectId, 'maxWebhooks');
      const now = Date.now();
      const [made] = await tx.query<WebhookEntity>(
        `INSERT INTO webhooks (id, project_id, url, description, events, task_types, sealed, key_id,
           enabled, cursor, created_by, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?,
           COALESCE((SELECT seq FROM event_counters WHERE project_id = ?), 0), ?, ?, ?) RETURNING *`,
        [
          id,
          projectId,
          url,
          given.description ?? null,
          JSON.stringify(given.events),
          given.task_types ? JSON.stringify(given.task_types) : null,
          sealed,
          key_id,
          given.enabled ?? true,
          projectId,
          createdBy,
          now,
          now,
        ],
      );
      if (!made) throw new Error('an insert gave no row');
      return made;
    });
    return { webhook: toWebhook(row), secret };
  }

  /** Changes a webhook. Omitted fields stay; a webhook that is enabled is notified of events from then on. */
  async update(
    projectId: string,
    id: string,
    given: UpdateWebhookDto,
    conditions: Conditions = {},
  ): Promise<Webhook> {
    const before = await this.expected(projectId, id, conditions);
    noteFormer({ enabled: Boolean(before.enabled), description: before.description });
    const sets: string[] = ['updated_at = ?'];
    const values: SqlValue[] = [Date.now()];
    const set = (column: string, value: SqlValue): void => {
      sets.push(`${column} = ?`);
      values.push(value);
    };
    if (given.url !== undefined) set('url', await this.checkedUrl(given.url));
    if (given.description !== undefined) set('description', given.description);
    if (given.events !== undefined) set('events', JSON.stringify(given.events));
    if (given.task_types !== undefined)
      set('task_types', given.task_types === null ? null : JSON.stringify(given.task_types));
    if (given.enabled !== undefined) set('enabled', given.enabled);
    if (given.enabled === true && !before.enabled) {
      set('cursor', await this.events.last(projectId));
      sets.push('disabled_reason = NULL', 'failing_since = NULL');
    }
    const same = sameAs(before);
    const [row] = await this.database.execute<WebhookEntity>(
      `UPDATE webhooks SET ${sets.join(', ')} WHERE id = ? AND project_id = ? AND ${same.sql} RETURNING *`,
      [...values, before.id, projectId, ...same.values],
    );
    if (row) return toWebhook(row);
    // It does not exist, or another request was faster.
    await this.row(projectId, id);
    throw overtaken('webhook', conditions);
  }

  /** Removes a webhook with its deliveries. */
  async remove(projectId: string, id: string, conditions: Conditions = {}): Promise<void> {
    const row = await this.expected(projectId, id, conditions);
    await this.database.write(async (tx) => {
      // In this order, since the transaction that creates deliveries holds the webhook's row.
      const read = { id: row.id, projectId, what: 'webhook', same: sameAs(row) };
      await removeAsRead(tx, 'DELETE FROM webhooks', read, conditions);
      await tx.query('DELETE FROM webhook_deliveries WHERE webhook_id = ? AND project_id = ?', [
        row.id,
        projectId,
      ]);
    });
  }

  /** Replaces the secret; for `keepMs`, deliveries are signed with the previous one as well. */
  async rotate(
    projectId: string,
    id: string,
    keepMs: number,
  ): Promise<{ webhook: Webhook; secret: string }> {
    const before = await this.row(projectId, id);
    const secret = newWebhookSecret();
    const { sealed, key_id } = await this.secrets.seal(before.id, secret);
    const now = Date.now();
    const [row] = await this.database.execute<WebhookEntity>(
      `UPDATE webhooks SET previous_sealed = sealed, previous_until = ?, sealed = ?, key_id = ?,
         updated_at = ? WHERE id = ? AND project_id = ? RETURNING *`,
      [now + keepMs, sealed, key_id, now, before.id, projectId],
    );
    if (!row) throw unknownId('webhook', id, 'webhooks');
    return { webhook: toWebhook(row), secret };
  }

  /** Returns the webhook to be changed. Throws `precondition_failed` if it does not meet the conditions. */
  private async expected(
    projectId: string,
    id: string,
    conditions: Conditions,
  ): Promise<WebhookEntity> {
    const row = await this.row(projectId, id);
    assertConditions(conditions, 'webhook', webhookTag(toWebhook(row)));
    return row;
  }

  private async row(projectId: string, id: string): Promise<WebhookEntity> {
    if (!isUuid(id)) throw unknownId('webhook', id, 'webhooks');
    const [row] = await this.database.query<WebhookEntity>(
      'SELECT * FROM webhooks WHERE id = ? AND project_id = ?',
      [id.toLowerCase(), projectId],
    );
    if (!row) throw unknownId('webhook', id, 'webhooks');
    return row;
  }

  private async checkedUrl(text: string): Promise<string> {
    const url = URL.parse(text);
    if (url === null)
      throw invalidField('/url', 'must be an absolute URL, such as https://a.example/hook');
    const problem = urlProblem(url);
    if (problem !== null) throw invalidField('/url', problem);
    const refusal = await this.sender.findRefusal(url);
    if (refusal !== null) throw invalidField('/url', refusal);
    return url.href;
  }
}

/** Returns the condition that a webhook is unchanged since it was read: a change applies only to that state. */
function sameAs({ url, description, events, task_types, enabled }: WebhookEntity): Condition {
  return {
    sql: `url = ? AND description IS NOT DISTINCT FROM ? AND events = ?
      AND task_types IS NOT DISTINCT FROM ? AND enabled = ?`,
    values: [url, description, events, task_types, Boolean(enabled)],
  };
}
