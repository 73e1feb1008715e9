import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../base/tokens.js';
import { getLeadToken } from '../../workflow/engine/election/lead.token.js';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Database } from '../../platform/database/database.js';
import type { WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import type { WebhookEntity } from './webhook.entity.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { eventsAppended } from '../../platform/events/messages.js';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import type { Lead } from '../../base/kernel/lead.js';
import { deliveryDue } from './messages.js';
import { WebhookDeliverer } from './webhook-deliverer.js';
import { WebhookFeeder } from './webhook-feeder.js';
import { WebhookRetention } from './webhook-retention.js';

/**
 * Interval at which it polls for work without a trigger, in ms: events of other servers, and pauses that have ended.
 */
const POLL_MS = 1_000;
/** Pause between two polls, in ms, so that a busy project's events come in batches. */
const GATHER_MS = 50;
const SWEEP_MS = 60_000;
/** Maximum number of simultaneous attempts on this server, for one webhook, and for a failing one. */
const MAX_UNDER_WAY = 64;
const MAX_OF_ONE = 4;
const MAX_OF_FAILING = 1;
/** Time that attempts have when the server stops, in ms. */
const STOP_PATIENCE_MS = 3_000;

interface Candidate extends WebhookEntity {
  /** Truthy if it has pending events, and due deliveries. */
  behind: number;
  due: number;
}

/** Keeps deliveries going. One server leads this; two do no harm. */
@Injectable()
export class WebhookWorker {
  private readonly underWay = new Map<string, Set<Promise<void>>>();
  private readonly stopped = new AbortController();
  private projects = new Set<string>();
  private readonly deliveries: BackgroundLoop;
  private readonly sweeps: BackgroundLoop;

  constructor(
    private readonly database: Database,
    private readonly bus: EventBus,
    private readonly feeder: WebhookFeeder,
    private readonly deliverer: WebhookDeliverer,
    private readonly retention: WebhookRetention,
    @Inject(getLeadToken('webhooks')) led: Lead,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.deliveries = new BackgroundLoop({
      work: () => this.work(),
      pollMs: POLL_MS,
      pauseMs: GATHER_MS,
      led,
      onError: (error) => this.logger.warn({ err: error }, 'failed to deliver to webhooks'),
    });
    this.sweeps = new BackgroundLoop({
      work: () => this.retention.sweep(),
      pollMs: SWEEP_MS,
      led,
      onError: (error) =>
        this.logger.warn({ err: error }, 'failed to delete old webhook deliveries'),
    });
  }

  start(): void {
    this.bus.subscribe(eventsAppended, ({ projectId }) => {
      if (this.projects.has(projectId)) this.deliveries.trigger();
    });
    this.bus.subscribe(deliveryDue, () => this.deliveries.trigger());
    this.deliveries.start();
    this.sweeps.start();
  }

  /** Stops the worker. The next server that works on the database repeats the deliveries that do not end in time. */
  async stop(): Promise<void> {
    await Promise.all([this.deliveries.stop(), this.sweeps.stop()]);
    const all = Promise.all([...this.underWay.values()].flatMap((attempts) => [...attempts]));
    await Promise.race([all, delay(STOP_PATIENCE_MS, undefined, { ref: false })]);
    this.stopped.abort();
    await all;
  }

  private async work(): Promise<void> {
    const candidates = await this.candidates();
    this.projects = new Set(candidates.map((webhook) => webhook.project_id));
    for (const webhook of candidates) {
      if (webhook.behind === 1 && (await this.feeder.feed(webhook))) this.deliveries.trigger();
      if (webhook.behind === 1 || webhook.due === 1) await this.deliver(webhook);
    }
  }

  /** Returns the webhooks of all projects that have work to do. */
  private candidates(): Promise<Candidate[]> {
    return this.database.query<Candidate>(
      `SELECT w.*, CASE WHEN w.cursor < c.seq THEN 1 ELSE 0 END AS behind,
         CASE WHEN EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.project_id = w.project_id
           AND d.status = 'pending' AND d.next_attempt_at <= ${this.database.now}) THEN 1 ELSE 0 END AS due
       FROM webhooks w LEFT JOIN event_counters c ON c.project_id = w.project_id
       WHERE w.enabled = ? ORDER BY w.id`,
      [true],
    );
  }

  private async deliver(webhook: WebhookEntity): Promise<void> {
    const own = this.underWay.get(webhook.id)?.size ?? 0;
    const total = [...this.underWay.values()].reduce((sum, { size }) => sum + size, 0);
    const most = webhook.failing_since === null ? MAX_OF_ONE : MAX_OF_FAILING;
    const free = Math.min(most - own, MAX_UNDER_WAY - total);
    if (free <= 0) return;
    const claimed = await this.deliverer.claim(webhook.project_id, webhook.id, free);
    if (claimed.length === 0) return;
    // With its current address and secrets: the claim may be later than the read of the webhook.
    const [current] = await this.database.query<WebhookEntity>(
      'SELECT * FROM webhooks WHERE id = ? AND project_id = ?',
      [webhook.id, webhook.project_id],
    );
    if (current !== undefined) for (const delivery of claimed) this.attempt(current, delivery);
  }

  private attempt(webhook: WebhookEntity, delivery: WebhookDeliveryEntity): void {
    const attempts = this.underWay.get(webhook.id) ?? new Set();
    this.underWay.set(webhook.id, attempts);
    const attempt = this.deliverer
      .attempt(webhook, delivery, this.stopped.signal)
      .catch((error: unknown) => {
        this.logger.warn(
          { err: error, delivery: delivery.id },
          'failed to store the result of a webhook delivery; it will be delivered again',
        );
      })
      .finally(() => {
        attempts.delete(attempt);
        if (attempts.size === 0) this.underWay.delete(webhook.id);
        this.deliveries.trigger();
      });
    attempts.add(attempt);
  }
}
