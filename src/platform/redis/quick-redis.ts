import { within } from '../../base/kernel/within.js';
import { type RedisClient, redisClient } from './redis-client.js';

/** Maximum time for an answer (ms). */
const ANSWER_MS = 1_000;
/** Time for which nothing is sent after a slow answer or an error (ms). */
const REST_MS = 5_000;
/** Pause before the first attempt to reconnect, and the maximum pause (ms). */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/**
 * A Redis client for requests that must not wait for it: it answers soon or fails at once. It reconnects by itself
 * indefinitely.
 */
export class QuickRedis {
  private readonly client: RedisClient;
  /** Time until which nothing is sent, by the monotonic clock (ms). */
  private restsUntil = 0;

  constructor(url: string, onError: (error: unknown) => void) {
    this.client = redisClient(url, (failures) => {
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      return Math.round(pause * (0.5 + Math.random() / 2));
    });
    this.client.on('error', onError);
    // The client has reported the failure and tries again.
    this.client.connect().catch(() => undefined);
  }

  /** False if a request would fail anyway. */
  get isReady(): boolean {
    return this.client.isReady && performance.now() >= this.restsUntil;
  }

  async eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown> {
    try {
      const answer = this.client.eval(script, options);
      return await within(ANSWER_MS, answer, () => new Error('Redis did not answer in time'));
    } catch (error) {
      this.restsUntil = performance.now() + REST_MS;
      throw error;
    }
  }

  close(): void {
    this.client.destroy();
  }
}
