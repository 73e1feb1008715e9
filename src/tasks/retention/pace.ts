import type { DatabaseKind } from '../../platform/database/migration.js';
interface Rhythm {
  /** Intended duration of a write, in ms. */
  writeMs: number;
  /** Pause after a write, as a multiple of its duration. */
  pauseFactor: number;
  /** Number of rows that a write may delete however long it takes. */
  minRows: number;
}

/** Intended duration of a write, in ms. */
const SQLITE_WRITE_MS = 4;
const POSTGRES_WRITE_MS = 50;
/**
 * On SQLite a write blocks all others, which then have four times its duration for themselves. On PostgreSQL it blocks
 * none.
 */
const RHYTHMS: Record<DatabaseKind, Rhythm> = {
  sqlite: { writeMs: SQLITE_WRITE_MS, pauseFactor: 4, minRows: 20 },
  postgres: { writeMs: POSTGRES_WRITE_MS, pauseFactor: 1, minRows: 500 },
};
const MIN_PAUSE_MS = 5;
const MAX_PAUSE_MS = 2_000;
const MAX_ROWS = 2_000;

/**
 * Adapts the number of rows that a write may delete, so that its duration is as intended on this machine and with these
 * rows.
 */
export class Pace {
  private readonly rhythm: Rhythm;
  private count: number;
  private pause = MIN_PAUSE_MS;

  constructor(database: 'sqlite' | 'postgres') {
    this.rhythm = RHYTHMS[database];
    this.count = Math.min(MAX_ROWS, 5 * this.rhythm.minRows);
  }

  /** Number of rows for the next write. */
  get rows(): number {
    return this.count;
  }

  /** Pause before the next write, in ms. */
  get pauseMs(): number {
    return this.pause;
  }

  /**
   * Records the duration of a write, without the wait for its turn, and whether it deleted nearly as many rows as it
   * was allowed to.
   */
  wrote(ms: number, full: boolean): void {
    const { writeMs, pauseFactor, minRows } = this.rhythm;
    this.pause = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, ms * pauseFactor));
    if (ms > 2 * writeMs) this.count = Math.max(minRows, Math.floor(this.count / 2));
    else if (full && ms < writeMs / 2) this.count = Math.min(MAX_ROWS, this.count * 2);
  }
}
