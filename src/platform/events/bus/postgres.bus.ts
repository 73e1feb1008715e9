import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import { messageOf } from '../../../base/kernel/errors.js';
import { Bus, type BusListener, type Outgoing } from './bus.js';

/** The channel of all servers; each has one of its own besides. */
const ALL = 'metarun_all';
const channelOf = (id: string): string => `metarun_w_${id}`;
/** The text by which a connection is tried. */
const TRIAL = 'trial';
/** Longest time that a connection or a statement may take, and the notification of a server to itself, ms. */
const ANSWER_MS = 5_000;
const TRIAL_MS = 3_000;
/** The connection is given up if nothing of what it has sent to all comes back for so long, ms. */
const SILENT_MS = 10_000;
/** Pause before the first try to connect again, and the longest one, ms. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/** The connection is there, and notifications do not come over it. */
class DeafError extends Error {
  constructor() {
    super(
      'Notifications of PostgreSQL (LISTEN) do not arrive over this connection, as behind a pooler that gives every transaction another one. ' +
        'Set METARUN_DATABASE_DIRECT_URL to the address of PostgreSQL itself. With METARUN_BUS=memory servers do without, and take a second to learn of what another one does.',
    );
  }
}

/** Carries texts by LISTEN and NOTIFY, over a connection of its own. */
export class PostgresBus extends Bus {
  readonly kind = 'postgres';
  readonly alone = false;
  private client: pg.Client | null = null;
  private listener: BusListener | null = null;
  private id = '';
  private failures = 0;
  /** Since when nothing has come back of what was sent to all, by the monotonic clock in ms; null = all has. */
  private unheardSince: number | null = null;
  private readonly reconnecting = new BackgroundLoop({
    work: () => this.reconnect(),
    pollMs: Number.POSITIVE_INFINITY,
    onError: () => undefined,
  });

  constructor(
    private readonly url: string,
    private readonly logger: Logger,
  ) {
    super();
  }

  async open(id: string, listener: BusListener): Promise<void> {
    this.id = id;
    this.listener = listener;
    try {
      this.client = await this.connect();
    } catch (error) {
      if (error instanceof DeafError) throw error;
      throw new Error(`The bus cannot connect to PostgreSQL: ${messageOf(error)}`, {
        cause: error,
      });
    }
    this.reconnecting.start(Number.POSITIVE_INFINITY);
  }

  async send(texts: readonly Outgoing[]): Promise<void> {
    const { client } = this;
    if (client === null) return;
    if (this.unheardSince !== null && performance.now() - this.unheardSince > SILENT_MS)
      return this.lose(client, 'its notifications do not come back');
    if (texts.some(({ to }) => to === null)) this.unheardSince ??= performance.now();
    try {
      await client.query({
        name: 'notify',
        text: 'SELECT pg_notify(channel, text) FROM unnest($1::text[], $2::text[]) AS sent(channel, text)',
        values: [
          texts.map(({ to }) => (to === null ? ALL : channelOf(to))),
          texts.map(({ text }) => text),
        ],
      });
    } catch (error) {
      this.lose(client, messageOf(error));
    }
  }

  get isUp(): boolean {
    return this.client !== null;
  }

  async close(): Promise<void> {
    this.listener = null;
    const { client } = this;
    this.client = null;
    await this.reconnecting.stop();
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'metarun bus',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    client.on('error', (error) => this.lose(client, messageOf(error)));
    client.on('end', () => this.lose(client, 'the connection was ended'));
    const heard = Promise.withResolvers<void>();
    client.on('notification', ({ payload = '' }) => {
      this.unheardSince = null;
      if (payload === TRIAL) heard.resolve();
      else this.listener?.received(payload);
    });
    try {
      await client.connect();
      // A notification that a crash of PostgreSQL loses is a second of latency: none waits for the disk.
      await client.query('SET synchronous_commit = off');
      const own = client.escapeIdentifier(channelOf(this.id));
      await client.query(`LISTEN ${ALL}`);
      await client.query(`LISTEN ${own}`);
      await client.query('SELECT pg_notify($1, $2)', [channelOf(this.id), TRIAL]);
      await within(TRIAL_MS, heard.promise);
      this.unheardSince = null;
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  private lose(client: pg.Client, why: string): void {
    if (this.client !== client) return;
    this.client = null;
    this.logger.warn({ reason: why }, 'the bus is down; it is tried again');
    void client.end().catch(() => undefined);
    this.reconnecting.poke();
  }

  /** Returns the ms until the next try, where it has failed. */
  private async reconnect(): Promise<number | void> {
    try {
      const client = await this.connect();
      // It was closed meanwhile.
      if (this.listener === null) return void client.end().catch(() => undefined);
      this.client = client;
    } catch (error) {
      this.failures += 1;
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.failures);
      this.logger.debug({ reason: messageOf(error) }, 'the bus is still down');
      // All servers lose their connections together, and shall not come back together.
      return pause * (0.5 + Math.random() / 2);
    }
    this.failures = 0;
    this.logger.info('the bus is up again');
    this.listener.reconnected();
  }
}

/** Rejects with {@link DeafError} if `heard` takes longer than `ms`. */
async function within(ms: number, heard: Promise<void>): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([
      heard,
      delay(ms, undefined, { signal: over.signal }).then(() => {
        throw new DeafError();
      }),
    ]);
  } finally {
    over.abort();
  }
}
