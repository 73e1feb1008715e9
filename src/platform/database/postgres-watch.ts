import pg from 'pg';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import { findErrorCode } from '../../base/kernel/errors.js';
import { within } from '../../base/kernel/within.js';
import { destroy } from './watched-client.js';

/** Age of a statement from which PostgreSQL is probed (ms). */
const SLOW_MS = 2_000;
/**
 * Maximum time for a connection and a minimal statement (ms), and the number of consecutive late trials after which
 * PostgreSQL counts as hung.
 */
const TRIAL_MS = 3_000;
const TRIALS = 2;
/** Pause between two trials (ms). */
const PAUSE_MS = 1_000;

/** Thrown while PostgreSQL is hung: it accepts connections and answers nothing. */
class StandstillError extends Error {
  override readonly name = 'StandstillError';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('PostgreSQL does not answer');
  }
}

/** The trial took too long. */
class LateError extends Error {}

/** An operation that waits for PostgreSQL. */
interface Waiting {
  since: number;
  /** Ends the operation with an error. */
  fail: (error: Error) => void;
}

/**
 * Detects whether PostgreSQL is hung, for example because its machine or disk hangs: then neither its own timeouts work
 * nor does any connection end. All waiting operations then fail together, and new ones fail at once, until it answers
 * again.
 */
export class PostgresWatch {
  private readonly waiting = new Set<Waiting>();
  private lateTrials = 0;
  /** Number of PostgreSQL's answers so far. */
  private answered = 0;
  private readonly trials = new BackgroundLoop({
    work: () => this.poll(),
    pollMs: Number.POSITIVE_INFINITY,
    onError: (error) => this.onError(error),
  });

  /** `onChange` is called when PostgreSQL hangs and when it answers again. */
  constructor(
    private readonly url: string,
    private readonly onChange: (isStill: boolean) => void,
    private readonly onError: (error: unknown) => void,
  ) {
    this.trials.start(Number.POSITIVE_INFINITY);
  }

  get standsStill(): boolean {
    return this.lateTrials >= TRIALS;
  }

  /**
   * Registers an operation that waits for PostgreSQL, until the returned function is called. Its argument is whether
   * PostgreSQL has answered.
   */
  begin(fail: (error: Error) => void): (isAnswered: boolean) => void {
    const waiting = { since: performance.now(), fail };
    this.waiting.add(waiting);
    this.trials.within(SLOW_MS);
    return (isAnswered) => {
      this.waiting.delete(waiting);
      if (isAnswered) this.answered += 1;
    };
  }

  failure(): Error {
    return new StandstillError();
  }

  async close(): Promise<void> {
    await this.trials.stop();
  }

  /** Returns the ms until the next poll. */
  private async poll(): Promise<number> {
    if (!this.standsStill) {
      const [oldest] = this.waiting;
      if (oldest === undefined) return Number.POSITIVE_INFINITY;
      const age = performance.now() - oldest.since;
      if (age < SLOW_MS) return SLOW_MS - age;
    }
    const before = this.standsStill;
    const { answered } = this;
    // On a busy machine, a new connection may take long while existing connections are served.
    const isAlive = (await this.answers()) || this.answered > answered;
    this.lateTrials = isAlive ? 0 : this.lateTrials + 1;
    if (before !== this.standsStill) this.onChange(this.standsStill);
    if (this.standsStill) for (const { fail } of this.waiting) fail(this.failure());
    // The second trial follows at once.
    return this.lateTrials > 0 && !this.standsStill ? 0 : PAUSE_MS;
  }

  /** Returns false if PostgreSQL does not answer in time. An error is an answer. */
  private async answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url, application_name: 'metarun watch' });
    client.on('error', () => undefined);
    try {
      const trial = client.connect().then(() => client.query('SELECT 1'));
      await within(TRIAL_MS, trial, () => new LateError());
      return true;
    } catch (error) {
      return !(error instanceof LateError || findErrorCode(error) === 'ETIMEDOUT');
    } finally {
      // A hanging connection does not end in an orderly way.
      void client.end().catch(() => undefined);
      destroy(client);
    }
  }
}
