import { within } from '../../base/kernel/within.js';
import { type RedisClient, redisClient } from './redis-client.js';

/** Longest time that an answer may take, ms. */
const ANSWER_MS = 1_000;
/** Time for which nothing is sent after an answer that took longer or was an error, ms. */
const REST_MS = 5_000;
/** Pause before the first try to connect again, and the longest one, ms. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/** A Redis for requests that must not wait for it: it answers soon, or fails at once. It connects by itself, again and again. */
export class QuickRedis {
  private readonly client: RedisClient;
  /** Until when nothing is sent, by the monotonic clock in ms. */
  private restsUntil = 0;

  constructor(url: string, onError: (error: unknown) => void) {
    this.client = redisClient(url, (failures) => {
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      return Math.round(pause * (0.5 + Math.random() / 2));
    });
    this.client.on('error', onError);
    // What fails is tried again, and has been reported.
    this.client.connect().catch(() => undefined);
  }

  /** False while it need not be tried. */
  get isReady(): boolean {
    return this.client.isReady && performance.now() >= this.restsUntil;
  }

  /** Runs a script. */
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
