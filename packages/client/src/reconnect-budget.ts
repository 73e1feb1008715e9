import { ApiError, ConnectionError } from './errors.js';
import { pause } from './pause.js';
import { isTransient, pauseAfter } from './transport.js';

/** Time in seconds for which a server that has responded before may be unreachable before the client gives up. */
export const PATIENCE_SECONDS = 300;
const MAX_PAUSE_MS = 10_000;

/** Limits the retries across broken connections and server restarts to the time that the caller is willing to wait. */
export class ReconnectBudget {
  private failures = 0;
  private since: number | null = null;

  constructor(
    private readonly seconds: number,
    private readonly signal: AbortSignal | undefined,
    /** Latest end of a pause, in ms since the epoch. */
    private readonly until: number = Infinity,
  ) {}

  /** Resets the budget after a response of the server. */
  renew(): void {
    this.failures = 0;
    this.since = null;
  }

  /** Waits before the next attempt; throws `error` if it is permanent or has lasted for too long. */
  async await(error: unknown): Promise<void> {
    const waited = resolveRetryWait(error);
    if (waited === null) throw error;
    this.since ??= Date.now();
    if (Date.now() - this.since > this.seconds * 1000) throw error;
    const ms = waited === 0 ? pauseAfter(this.failures, MAX_PAUSE_MS) : waited;
    this.failures += 1;
    await pause(Math.max(0, Math.min(ms, this.until - Date.now())), this.signal);
  }
}

/** Returns the wait that the server requests in ms, 0 if it requests none; null for a permanent error. */
function resolveRetryWait(error: unknown): number | null {
  if (error instanceof ConnectionError) return 0;
  if (!(error instanceof ApiError) || !isTransient(error.status)) return null;
  return (error.retryAfterSeconds ?? 0) * 1000;
}
