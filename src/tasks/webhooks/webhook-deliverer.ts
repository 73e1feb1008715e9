import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../base/tokens.js';
import type { Logger } from 'pino';
import { Database, type Transaction } from '../../platform/database/database.js';
import type { WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import type { WebhookEntity } from './webhook.entity.js';
import { LeasedQueue } from '../../platform/database/leased-queue.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { EventLog } from '../../platform/events/event-log.js';
import { getErrorMessage } from '../../base/kernel/errors.js';
import { deliveryAttempted } from './messages.js';
import { pauseAfter, retryAfterMs } from './retry-schedule.js';
import { signedHeaders } from './signature.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { ATTEMPT_MS, type WebhookAnswer, WebhookSender } from './webhook-sender.js';

/** Time after which a silent attempt counts as dead with its server, in ms. */
const LEASE_MS = 2 * ATTEMPT_MS;
/** Time without a success after which a webhook is disabled when a delivery finally fails, in ms. */
const GIVE_UP_MS = 3 * 24 * 3600 * 1000;
const GONE = 410;
const MAX_ERROR = 500;

interface Outcome {
  answer: WebhookAnswer | null;
  /** Null if it was delivered. */
  error: string | null;
  durationMs: number;
}

/** Attempts deliveries and records the outcomes. */
@Injectable()
export class WebhookDeliverer {
  private readonly queue: LeasedQueue<WebhookDeliveryEntity>;

  constructor(
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly secrets: WebhookSecrets,
    private readonly sender: WebhookSender,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly bus: EventBus,
  ) {
    this.queue = new LeasedQueue(database, {
      name: 'webhook_deliveries',
      keys: ['id', 'project_id'],
      due: 'next_attempt_at',
      queued: `status = 'pending'`,
      leaseMs: LEASE_MS,
    });
  }

  /** Claims up to `limit` due deliveries of a webhook: no other server gets them unless this one dies. */
  claim(projectId: string, webhookId: string, limit: number): Promise<WebhookDeliveryEntity[]> {
    return this.queue.claim({
      where: 'webhook_id = ? AND project_id = ?',
      values: [webhookId, projectId],
      order: 'next_attempt_at, id',
      limit,
      set: `round = round + 1, attempted_at = ${this.database.now}`,
    });
  }

  /** Makes one attempt. If `stop` aborts, nothing is recorded: the attempt is repeated after its lease. */
  async attempt(
    webhook: WebhookEntity,
    delivery: WebhookDeliveryEntity,
    stop: AbortSignal,
  ): Promise<void> {
    const outcome = await this.send(webhook, delivery, stop);
    if (stop.aborted) return;
    await this.database.write(async (tx) => {
      const { error } = outcome;
      if (error === null) await this.succeeded(tx, webhook, delivery, outcome);
      else await this.failed(tx, webhook, delivery, { ...outcome, error });
    });
  }

  private async send(
    webhook: WebhookEntity,
    { id, payload }: WebhookDeliveryEntity,
    stop: AbortSignal,
  ): Promise<Outcome> {
    const begun = performance.now();
    const outcome = (answer: WebhookAnswer | null, error: string | null): Outcome => ({
      answer,
      error: error === null ? null : error.slice(0, MAX_ERROR).replaceAll('\0', '').toWellFormed(),
      durationMs: Math.round(performance.now() - begun),
    });
    try {
      const now = Date.now();
      const secrets = await this.secrets.read(webhook, now);
      if (secrets.length === 0)
        return outcome(
          null,
          'The secret was stored with another key than this server has. Give the server that key by METARUN_SECRET_KEY, or rotate the secret.',
        );
      const headers = signedHeaders(secrets, id, now, payload);
      const answer = await this.sender.post(new URL(webhook.url), payload, headers, stop);
      return outcome(answer, describeFailure(answer.status));
    } catch (error) {
      return outcome(null, getErrorMessage(error));
    }
  }

  private async succeeded(
    tx: Transaction,
    webhook: WebhookEntity,
    delivery: WebhookDeliveryEntity,
    outcome: Outcome,
  ): Promise<void> {
    const recorded = await this.record(tx, delivery, outcome, 'success', null);
    if (recorded && webhook.failing_since !== null)
      await tx.query('UPDATE webhooks SET failing_since = NULL WHERE id = ? AND project_id = ?', [
        webhook.id,
        webhook.project_id,
      ]);
  }

  private async failed(
    tx: Transaction,
    webhook: WebhookEntity,
    delivery: WebhookDeliveryEntity,
    outcome: Outcome & { error: string },
  ): Promise<void> {
    const { answer, error } = outcome;
    const gone = answer?.status === GONE;
    const wanted = retryAfterMs(answer?.retryAfter, Date.now());
    const pause = gone ? null : pauseAfter(delivery.round, wanted, Math.random());
    const status = pause === null ? 'failed' : 'pending';
    if (!(await this.record(tx, delivery, outcome, status, pause))) return;
    const { now } = this.database;
    const [row] = await tx.query<{ given_up: number }>(
      `UPDATE webhooks SET failing_since = COALESCE(failing_since, ${now}) WHERE id = ? AND project_id = ?
       RETURNING CASE WHEN failing_since <= ${now} - ? THEN 1 ELSE 0 END AS given_up`,
      [webhook.id, webhook.project_id, GIVE_UP_MS],
    );
    if (gone) await this.disable(tx, webhook, 'The receiver answered 410: it is gone.');
    else if (pause === null && row?.given_up === 1)
      await this.disable(tx, webhook, `No delivery has succeeded for three days: ${error}`);
  }

  /** Returns false if another server has taken over the delivery, or a client has queued it again. */
  private async record(
    tx: Transaction,
    delivery: WebhookDeliveryEntity,
    { answer, error, durationMs }: Outcome,
    status: 'success' | 'failed' | 'pending',
    pause: number | null,
  ): Promise<boolean> {
    const { now } = this.database;
    const held = this.queue.held(delivery);
    const outcome = status === 'pending' ? 'retried' : status;
    const report = (): void => this.bus.publish(deliveryAttempted, { outcome, durationMs });
    const rows = await tx.query(
      `UPDATE webhook_deliveries SET status = ?, response_status = ?, response_body = ?,
         duration_ms = ?, error = ?,
         next_attempt_at = ${pause === null ? 'NULL' : `${now} + ${pause}`},
         finished_at = ${pause === null ? now : 'NULL'}
       WHERE ${held.sql} RETURNING id`,
      [status, answer?.status ?? null, answer?.body ?? null, durationMs, error, ...held.values],
    );
    if (rows.length === 0) return false;
    tx.afterCommit(report);
    return true;
  }

  /** Disables a webhook, with an event in the project's stream. */
  private async disable(tx: Transaction, webhook: WebhookEntity, reason: string): Promise<void> {
    const { id, project_id: projectId, url } = webhook;
    const [row] = await tx.query(
      `UPDATE webhooks SET enabled = ?, disabled_reason = ?, updated_at = ?
       WHERE id = ? AND project_id = ? AND enabled = ? RETURNING id`,
      [false, reason, Date.now(), id, projectId, true],
    );
    if (!row) return;
    this.logger.warn({ webhook: id, reason }, 'a webhook was disabled');
    const data = { webhook_id: id, url, enabled: false, reason };
    const none = { taskId: '', attempt: 0, level: null };
    this.events.append(tx, projectId, [{ type: 'webhook', ...none, data, createdAt: Date.now() }]);
  }
}

function describeFailure(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The receiver redirects (${status}), which is not followed.`;
  return `The receiver answered ${status}.`;
}
