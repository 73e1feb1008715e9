import { pino } from 'pino';
import type { WebhookDeliveryEntity } from '../../../src/tasks/webhooks/webhook-delivery.entity.js';
import type { WebhookEntity } from '../../../src/tasks/webhooks/webhook.entity.js';
import { Quotas } from '../../../src/access/projects/quotas.service.js';
import { SecretKey } from '../../../src/access/secrets/secret-key.js';
import { DeliveriesService } from '../../../src/tasks/webhooks/deliveries.service.js';
import { WebhookDeliverer } from '../../../src/tasks/webhooks/webhook-deliverer.js';
import { WebhookFeeder } from '../../../src/tasks/webhooks/webhook-feeder.js';
import { WebhookSecrets } from '../../../src/tasks/webhooks/webhook-secrets.js';
import { type WebhookAnswer, WebhookSender } from '../../../src/tasks/webhooks/webhook-sender.js';
import { WebhooksService } from '../../../src/tasks/webhooks/webhooks.service.js';
import { readServerConfig } from '../../../src/server/core/config.js';
import { newId } from '../../../src/base/kernel/ids.js';
import type { EngineBench } from './engine-bench.js';
import { PROJECT } from './engine-rows.js';

const CONFIG = readServerConfig({ METARUN_SECRET_KEY: Buffer.alloc(32).toString('base64') });

/** The webhooks of a project and their deliveries, on rows of a test. */
export class WebhookRows {
  constructor(private readonly bench: EngineBench) {}

  /**
   * Returns the services of a server that deliver webhooks. No address accepts deliveries, unless `answer` is given,
   * which then comes from all of them.
   */
  server(database = this.bench.database, answer?: WebhookAnswer) {
    const { events, bus } = this.bench;
    const secrets = new WebhookSecrets(new SecretKey(CONFIG));
    const sender = new WebhookSender(CONFIG);
    if (answer !== undefined)
      Object.assign(sender, { post: async () => answer, refusalOf: async () => null });
    const logger = pino({ enabled: false });
    const quotas = new Quotas(CONFIG, database);
    const webhooks = new WebhooksService(database, events, secrets, sender, quotas);
    return {
      secrets,
      webhooks,
      feeder: new WebhookFeeder(database, events, ''),
      deliverer: new WebhookDeliverer(database, events, secrets, sender, logger, bus),
      deliveries: new DeliveriesService(database, webhooks, bus),
    };
  }

  /** Adds a webhook, by default an enabled one for two events; returns its id. */
  async addWebhook(given: Partial<WebhookEntity> = {}): Promise<string> {
    const id = newId();
    const now = Date.now();
    await this.bench.insert('webhooks', {
      id,
      project_id: PROJECT,
      // The network guard refuses this address, so that every attempt fails at once.
      url: 'http://127.0.0.1:9/',
      events: '["task.pending","task.success"]',
      ...(await this.server().secrets.seal(id, 'whsec_c2VjcmV0')),
      enabled: true,
      cursor: 0,
      created_by: 'author',
      created_at: now,
      updated_at: now,
      ...given,
    });
    return id;
  }

  webhook(id: string): Promise<WebhookEntity> {
    return this.only<WebhookEntity>('webhooks', id);
  }

  /** Adds deliveries of a webhook, each 1 ms after the previous one; returns their ids. */
  async addDeliveries(
    webhookId: string,
    ...given: readonly Partial<WebhookDeliveryEntity>[]
  ): Promise<string[]> {
    const ids: string[] = [];
    for (const each of given) {
      await this.bench.pass(1);
      const id = newId();
      const rest = { event_seq: 1, type: 'task.success', payload: '{}', attempts: 0, round: 0 };
      const times = { next_attempt_at: Date.now(), created_at: Date.now() };
      const own = { id, project_id: PROJECT, webhook_id: webhookId, status: 'pending' };
      await this.bench.insert('webhook_deliveries', { ...own, ...rest, ...times, ...each });
      ids.push(id);
    }
    return ids;
  }

  delivery(id = ''): Promise<WebhookDeliveryEntity> {
    return this.only<WebhookDeliveryEntity>('webhook_deliveries', id);
  }

  private async only<Row>(table: string, id: string): Promise<Row> {
    const [row] = await this.bench.database.query<Row>(`SELECT * FROM ${table} WHERE id = ?`, [id]);
    if (row === undefined) throw new Error(`there is no row ${id} in ${table}`);
    return row;
  }
}
