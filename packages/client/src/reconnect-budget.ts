import { ApiError, ConnectionError } from './errors.js';
import { pause } from './pause.js';
import { isTransient, pauseAfter } from './transport.js';

/** Time for which a server that has answered may be unreachable before the client gives up, s. */
export const PATIENCE_SECONDS = 300;
const MAX_PAUSE_MS = 10_000;

/** Retries over broken connections and restarts of the server, for as long as the caller is willing to wait. */
export class ReconnectBudget {
  private failures = 0;
  private since: number | null = null;

  constructor(
    private readonly seconds: number,
    private readonly signal: AbortSignal | undefined,
    /** No pause is longer than to this moment, ms since the epoch. */
    private readonly until: number = Infinity,
  ) {}

  /** The server has answered. */
  renew(): void {
    this.failures = 0;
    this.since = null;
  }

  /** Waits before the next try; throws `error` where it does not pass by itself, or has been there for too long. */
  async await(error: unknown): Promise<void> {
    const waited = waitOf(error);
    if (waited === null) throw error;
    this.since ??= Date.now();
    if (Date.now() - this.since > this.seconds * 1000) throw error;
    const ms = waited === 0 ? pauseAfter(this.failures, MAX_PAUSE_MS) : waited;
    this.failures += 1;
    await pause(Math.max(0, Math.min(ms, this.until - Date.now())), this.signal);
  }
}

/** ms that the server asks to wait, 0 where it does not say; null for an error that stays. */
function waitOf(error: unknown): number | null {
  if (error instanceof ConnectionError) return 0;
  if (!(error instanceof ApiError) || !isTransient(error.status)) return null;
  return (error.retryAfterSeconds ?? 0) * 1000;
}
