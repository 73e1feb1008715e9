import { performance } from 'node:perf_hooks';
import type { ProviderDefinition } from '../providers/provider.js';

const MINUTE_MS = 60_000;

type Limits = Pick<
  ProviderDefinition,
  'max_concurrency' | 'requests_per_minute' | 'tokens_per_minute'
>;

interface Spent {
  at: number;
  tokens: number;
}

/** Permission to make a request, until {@link Turn.end}. */
export interface Turn {
  /** Ends the turn. `tokens`: actual number, which replaces the estimate. */
  end(tokens: number): void;
}

interface Waiting {
  limits: Limits;
  tokens: number;
  start(entry: Spent): void;
}

/** Limits the requests of this process to one provider, in order of arrival: concurrent ones, and those per minute. */
export class ProviderTurns {
  private running = 0;
  private readonly spent: Spent[] = [];
  private readonly waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | null = null;

  /** True if no requests are open or counted, so that the instance can be dropped. */
  get idle(): boolean {
    this.forget();
    return this.running === 0 && this.waiting.length === 0 && this.spent.length === 0;
  }

  /** Resolves when a request of about `tokens` may be made. Rejects with the reason of `signal`. */
  async take(limits: Limits, tokens: number, signal: AbortSignal): Promise<Turn> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Spent>();
    const waiting: Waiting = { limits, tokens, start: resolve };
    const leave = (): void => {
      const place = this.waiting.indexOf(waiting);
      if (place < 0) return;
      this.waiting.splice(place, 1);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave);
    this.waiting.push(waiting);
    this.next();
    const entry = await promise.finally(() => signal.removeEventListener('abort', leave));
    return {
      end: (taken) => {
        entry.tokens = taken;
        this.running -= 1;
        this.next();
      },
    };
  }

  private next(): void {
    this.forget();
    for (let first = this.waiting[0]; first !== undefined; first = this.waiting[0]) {
      if (this.running >= first.limits.max_concurrency) return;
      const pause = this.pauseMs(first);
      if (pause > 0) {
        this.timer ??= setTimeout(() => {
          this.timer = null;
          this.next();
        }, pause).unref();
        return;
      }
      this.waiting.shift();
      this.running += 1;
      const entry = { at: performance.now(), tokens: first.tokens };
      this.spent.push(entry);
      first.start(entry);
    }
  }

  /** Returns the time until the last minute has capacity for a request, in ms. A single request is always admitted. */
  private pauseMs({ limits, tokens }: Waiting): number {
    const { requests_per_minute: requests, tokens_per_minute: most } = limits;
    let count = this.spent.length;
    let sum = this.spent.reduce((all, one) => all + one.tokens, 0);
    let pause = 0;
    for (const { at, tokens: taken } of this.spent) {
      const fits =
        (requests === null || count < requests) && (most === null || sum + tokens <= most);
      if (fits) break;
      count -= 1;
      sum -= taken;
      pause = at + MINUTE_MS - performance.now();
    }
    return Math.max(0, Math.ceil(pause));
  }

  private forget(): void {
    const since = performance.now() - MINUTE_MS;
    while (this.spent[0] !== undefined && this.spent[0].at <= since) this.spent.shift();
  }
}
