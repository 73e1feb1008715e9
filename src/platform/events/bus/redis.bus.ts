import type { Logger } from 'pino';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { within } from '../../../base/kernel/within.js';
import { redisClient } from '../../redis/redis-client.js';
import { type BusConnection, ConnectedBus, type Heard } from './connected.bus.js';

/** Maximum time for an answer (ms). */
const ANSWER_MS = 3_000;

/** Carries texts with PUBLISH and SUBSCRIBE over its own connection. Stores nothing in Redis. */
export class RedisBus extends ConnectedBus {
  readonly kind = 'redis';
  protected readonly what = 'the Redis of METARUN_BUS';
  protected readonly deaf =
    'What is published in the Redis of METARUN_BUS does not arrive over this connection, as behind a proxy that carries no subscriptions. ' +
    'Set METARUN_BUS to the address of a Redis itself.';

  /**
   * `installation` is part of the names of all channels: a Redis server may serve several installations, and its
   * databases share their channels.
   */
  constructor(
    private readonly url: string,
    private readonly installation: string,
    logger: Logger,
  ) {
    super(logger);
  }

  protected async connect(id: string, heard: Heard): Promise<BusConnection> {
    const client = redisClient(this.url);
    client.on('error', (error) => heard.lost(getErrorMessage(error)));
    client.on('end', () => heard.lost('the connection was ended'));
    const channels = [this.buildChannelName(null), this.buildChannelName(id)];
    try {
      await answered(client.connect());
      await answered(client.subscribe(channels, (text) => heard.text(text)));
    } catch (error) {
      client.destroy();
      throw error;
    }
    return {
      send: async (texts) => {
        await answered(
          Promise.all(texts.map(({ to, text }) => client.publish(this.buildChannelName(to), text))),
        );
      },
      trial: async (text) => {
        await answered(client.publish(this.buildChannelName(id), text));
      },
      end: async () => client.destroy(),
    };
  }

  private buildChannelName(id: string | null): string {
    return `metarun:${this.installation}:${id ?? 'all'}`;
  }
}

function answered<T>(answer: Promise<T>): Promise<T> {
  return within(ANSWER_MS, answer, () => new Error(`Redis gave no answer for ${ANSWER_MS} ms`));
}
