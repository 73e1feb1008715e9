import { setTimeout as delay } from 'node:timers/promises';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { ForkServer, type ForkServerOptions } from './fork-server.js';
import { askAgain, noPython } from './interpreter.js';
import { RunDelay } from './run-delay.js';

const FIRST_BACKOFF_MS = 50;
const MAX_BACKOFF_MS = 5_000;
/** Lifetime of a server after which the next one starts without delay (ms). */
const STABLE_MS = 10_000;
/** Time until the next start if no caller is waiting for one (ms). */
const RETRY_MS = 30_000;
/** Duration of a start after which runs no longer wait for it, since each would hold a slot (ms). */
const SLOW_MS = 10_000;
/** Number of attempts to start for waiting callers: the process may have been killed during its start. */
const TRIES = 3;

/** Keeps one fork server running. Restarts it when it ends, with a longer delay each time it ends early. */
export class ForkServerSupervisor {
  /** Reason why the last start has failed; null after a successful start. */
  private failure: string | null;
  /** Time at which the current start began; null if no start is in progress. */
  private startingSince: number | null = null;
  private current: Promise<ForkServer> | null = null;
  private failures = 0;
  private readonly closing = new AbortController();
  /** Tracks whether runs wait in vain for processes of the running server. */
  readonly runDelay: RunDelay;

  constructor(
    private readonly options: ForkServerOptions,
    private readonly onWarning: (message: string) => void,
    problem: string | null = options.python.problem,
  ) {
    this.failure = problem;
    this.runDelay = new RunDelay(onWarning);
  }

  /** Reason why the server does not start or has not started yet; null if all is well. */
  get problem(): string | null {
    const ms = this.startingSince === null ? 0 : performance.now() - this.startingSince;
    if (ms >= SLOW_MS) return `Python is still starting after ${Math.round(ms / 1000)} s`;
    return this.failure ?? this.runDelay.problem;
  }

  /**
   * Like {@link server}, for a run that holds a slot: rejects at once with the reason if the server is known to be
   * unavailable.
   */
  async soon(): Promise<ForkServer> {
    const server = this.server();
    if (this.problem === null) return server;
    if (this.startingSince === null && this.runDelay.admits()) return server;
    server.catch(() => undefined);
    throw new Error(this.problem);
  }

  /**
   * Resolves to the running server, or to the one being started. Rejects if the start fails several times; the next
   * call tries again.
   */
  async server(): Promise<ForkServer> {
    if (this.closing.signal.aborted) throw new Error('the Python runtime is closed');
    const server = await (this.current ??= this.start().finally(() => (this.startingSince = null)));
    if (server.usable) return server;
    await server.ended;
    return this.server();
  }

  async close(): Promise<void> {
    this.closing.abort();
    const server = await this.current?.catch(() => null);
    await server?.close();
  }

  private async start(): Promise<ForkServer> {
    this.startingSince = performance.now();
    try {
      await askAgain(this.options.python, this.closing.signal);
    } catch (error) {
      if (!this.closing.signal.aborted) this.giveUp(getErrorMessage(error));
      throw error;
    }
    for (let tries = 1; ; tries += 1) {
      if (this.failures > 0) {
        const backoff = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (this.failures - 1));
        await delay(backoff, undefined, { signal: this.closing.signal });
      }
      const since = performance.now();
      try {
        const server = await ForkServer.start(this.options, this.closing.signal);
        this.failure = null;
        this.runDelay.end();
        void server.ended.then((how) => this.onEnded(how, performance.now() - since));
        return server;
      } catch (error) {
        this.failures += 1;
        const message = noPython(getErrorMessage(error));
        if (tries < TRIES && !this.closing.signal.aborted) {
          this.onWarning(`${message}. Retrying.`);
          continue;
        }
        this.giveUp(message);
        throw new Error(message, { cause: error });
      }
    }
  }

  /** Records why the server does not start, and tries again later. */
  private giveUp(problem: string): void {
    this.current = null;
    this.failure = problem;
    if (!this.closing.signal.aborted)
      setTimeout(() => void this.server().catch(() => undefined), RETRY_MS).unref();
  }

  private onEnded(how: string, livedMs: number): void {
    this.current = null;
    if (this.closing.signal.aborted) return;
    this.failures = livedMs > STABLE_MS ? 0 : this.failures + 1;
    this.onWarning(`The Python fork server ended and is being restarted: ${how}`);
    this.server().catch((error: unknown) => this.onWarning(getErrorMessage(error)));
  }
}
