import pg from 'pg';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import { errorCodeOf } from '../../base/kernel/errors.js';
import { within } from '../../base/kernel/within.js';
import { destroy } from './watched-client.js';

/** Age of a statement from which on PostgreSQL is tried, ms. */
const SLOW_MS = 2_000;
/** Time that it has for a connection and the smallest statement, ms, and how often in a row it must take longer to stand still. */
const TRIAL_MS = 3_000;
const TRIALS = 2;
/** Pause between two trials, ms. */
const PAUSE_MS = 1_000;

/** PostgreSQL stands still: it takes connections, and answers nothing. */
class StandstillError extends Error {
  override readonly name = 'StandstillError';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('PostgreSQL does not answer');
  }
}

/** The trial took too long. */
class LateError extends Error {}

/** Something that waits for PostgreSQL. */
interface Waiting {
  since: number;
  /** Ends it with an error. */
  fail: (error: Error) => void;
}

/**
 * Finds out whether PostgreSQL stands still, as one does whose machine or disk hangs: then neither its own timeouts work nor does any
 * connection end. All that waits for it fails together then, and what comes fails at once, until it answers again.
 */
export class PostgresWatch {
  private readonly waiting = new Set<Waiting>();
  private lateTrials = 0;
  /** The number of answers of PostgreSQL so far. */
  private answered = 0;
  private readonly trials = new BackgroundLoop({
    work: () => this.poll(),
    pollMs: Number.POSITIVE_INFINITY,
    onError: (error) => this.onError(error),
  });

  /** `onChange`: called where it stands still, and where it no longer does. */
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

  /** Notes that something waits for PostgreSQL, until the function that it returns is called: with whether PostgreSQL has answered. */
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
    // On a busy machine a new connection takes long, while statements are answered on those that are there.
    const isAlive = (await this.answers()) || this.answered > answered;
    this.lateTrials = isAlive ? 0 : this.lateTrials + 1;
    if (before !== this.standsStill) this.onChange(this.standsStill);
    if (this.standsStill) for (const { fail } of this.waiting) fail(this.failure());
    // A second trial follows at once.
    return this.lateTrials > 0 && !this.standsStill ? 0 : PAUSE_MS;
  }

  /** Returns false where it takes too long. An error is an answer. */
  private async answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url, application_name: 'metarun watch' });
    client.on('error', () => undefined);
    try {
      const trial = client.connect().then(() => client.query('SELECT 1'));
      await within(TRIAL_MS, trial, () => new LateError());
      return true;
    } catch (error) {
      return !(error instanceof LateError || errorCodeOf(error) === 'ETIMEDOUT');
    } finally {
      // One that hangs does not end in order.
      void client.end().catch(() => undefined);
      destroy(client);
    }
  }
}
