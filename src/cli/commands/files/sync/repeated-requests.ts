import { ApiError, ConnectionError } from '@metarun/client';
import { setTimeout as delay } from 'node:timers/promises';
import { BUSY } from '../../../toolkit/report-wait.js';

/** First and longest pause between retries, in ms. Each pause is twice as long as the one before. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;

/** Retries requests for a limited time while the server is unreachable or busy. */
export class RepeatedRequests {
  /** Start of the current outage; null while the server answers. */
  private since: number | null = null;

  /**
   * `onWait` is called before each pause with the error and what happens next. `patienceMs` limits the length of an
   * outage.
   */
  constructor(
    private readonly patienceMs: number,
    private readonly signal: AbortSignal,
    private readonly onWait: (why: string) => void,
  ) {}

  async run<T>(request: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      this.signal.throwIfAborted();
      try {
        const answer = await request();
        this.since = null;
        return answer;
      } catch (error) {
        if (!isTransient(error)) throw error;
        this.since ??= performance.now();
        const leftMs = this.since + this.patienceMs - performance.now();
        if (leftMs < 0) throw error;
        const why = error instanceof ApiError ? error.detail : 'The server does not answer.';
        const limit = Number.isFinite(leftMs) ? ` for ${Math.ceil(leftMs / 1000)} s` : '';
        this.onWait(`${why} Retrying${limit}.`);
        await delay(computePause(error, tries), undefined, { signal: this.signal });
      }
    }
  }
}

function isTransient(error: unknown): error is ApiError | ConnectionError {
  if (error instanceof ApiError) return BUSY.has(error.status);
  return error instanceof ConnectionError && error.code !== 'not_metarun';
}

function computePause(error: ApiError | ConnectionError, tries: number): number {
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.min(MAX_PAUSE_MS, Math.max(asked, FIRST_PAUSE_MS * 2 ** tries));
}
