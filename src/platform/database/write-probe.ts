import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { getErrorMessage } from '../../base/kernel/errors.js';
import type { Database } from './database.js';

/** Time for which a result is reused (ms): probes come from several places and write no more often than this. */
const REUSED_MS = 1_000;
/** Time after which a pending write counts as failed (ms). */
const PATIENCE_MS = 5_000;

/** Tests whether the database is writable: a read-only database still answers queries. */
export class WriteProbe {
  private last: { at: number; result: Promise<string | null> } | null = null;
  private failing = false;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /** Returns the reason why the database cannot be written, at most one second old; null if it can. */
  check(): Promise<string | null> {
    const now = performance.now();
    if (this.last === null || now - this.last.at >= REUSED_MS)
      this.last = { at: now, result: this.write() };
    return this.last.result;
  }

  private async write(): Promise<string | null> {
    const patience = new AbortController();
    const late = delay(PATIENCE_MS, undefined, { signal: patience.signal, ref: false }).then(
      () => {
        throw new Error(`a write takes more than ${PATIENCE_MS / 1000} s`);
      },
      () => undefined,
    );
    try {
      await Promise.race([this.writeRow(), late]);
      this.failing = false;
      return null;
    } catch (error) {
      if (!this.failing) this.logger.error({ err: error }, 'the database cannot be written');
      this.failing = true;
      return getErrorMessage(error);
    } finally {
      patience.abort();
    }
  }

  /** Makes the smallest write that reaches the disk. */
  private async writeRow(): Promise<void> {
    await this.database.execute(
      `INSERT INTO installation (name, value) VALUES ('write probe', ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [String(Date.now())],
    );
  }
}
