import pg from 'pg';
import type { Logger } from 'pino';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { type BusConnection, ConnectedBus, type Heard } from './connected.bus.js';

/** The channel of all servers; each server also has its own. */
const ALL = 'metarun_all';
const buildChannelName = (id: string): string => `metarun_w_${id}`;
/** Maximum time for a connection or a statement (ms). */
const ANSWER_MS = 5_000;

/** Carries texts with LISTEN and NOTIFY over its own connection. */
export class PostgresBus extends ConnectedBus {
  readonly kind = 'postgres';
  protected readonly what = 'PostgreSQL';
  protected readonly deaf =
    'Notifications of PostgreSQL (LISTEN) do not arrive over this connection, as behind a pooler that gives every transaction another one. ' +
    'Set METARUN_DATABASE_DIRECT_URL to the address of PostgreSQL itself. With METARUN_BUS=memory servers do without, and take a second to learn of what another one does.';

  constructor(
    private readonly url: string,
    logger: Logger,
  ) {
    super(logger);
  }

  protected async connect(id: string, heard: Heard): Promise<BusConnection> {
    const client = this.client();
    client.on('error', (error) => heard.lost(getErrorMessage(error)));
    client.on('end', () => heard.lost('the connection was ended'));
    client.on('notification', ({ payload = '' }) => heard.text(payload));
    const end = (): Promise<void> => client.end().catch(() => undefined);
    try {
      await client.connect();
      // Losing a notification in a crash of PostgreSQL costs only a second of latency, so no notification waits for the
      // disk.
      await client.query('SET synchronous_commit = off');
      await client.query(`LISTEN ${ALL}`);
      await client.query(`LISTEN ${client.escapeIdentifier(buildChannelName(id))}`);
    } catch (error) {
      await end();
      throw error;
    }
    return {
      send: async (texts) => {
        await client.query({
          name: 'notify',
          text: 'SELECT pg_notify(channel, text) FROM unnest($1::text[], $2::text[]) AS sent(channel, text)',
          values: [
            texts.map(({ to }) => (to === null ? ALL : buildChannelName(to))),
            texts.map(({ text }) => text),
          ],
        });
      },
      // Sent over another connection, since a pooler gives an idle server connection to the next client: the
      // notification would reach this client only by chance.
      trial: (text) => this.fromAnother(buildChannelName(id), text),
      end,
    };
  }

  private client(): pg.Client {
    return new pg.Client({
      connectionString: this.url,
      application_name: 'metarun bus',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
  }

  /** Notifies a channel over another connection. */
  private async fromAnother(channel: string, text: string): Promise<void> {
    const client = this.client();
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT pg_notify($1, $2)', [channel, text]);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
