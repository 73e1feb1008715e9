import type { DatabaseKind } from '../../platform/database/migration.js';
interface Rhythm {
  /** The time that one write should take, ms. */
  writeMs: number;
  /** The pause after a write, in times of its length. */
  pauseFactor: number;
  /** Rows that a write may delete in any case. */
  minRows: number;
}

/** The time that one write should take, ms. */
const SQLITE_WRITE_MS = 4;
const POSTGRES_WRITE_MS = 50;
/** On SQLite all others wait for a write; they have four times as long after it. On PostgreSQL none waits. */
const RHYTHMS: Record<DatabaseKind, Rhythm> = {
  sqlite: { writeMs: SQLITE_WRITE_MS, pauseFactor: 4, minRows: 20 },
  postgres: { writeMs: POSTGRES_WRITE_MS, pauseFactor: 1, minRows: 500 },
};
const MIN_PAUSE_MS = 5;
const MAX_PAUSE_MS = 2_000;
const MAX_ROWS = 2_000;

/** Finds how many rows a write may delete, so that it takes as long as it should on this machine and with these rows. */
export class Pace {
  private readonly rhythm: Rhythm;
  private count: number;
  private pause = MIN_PAUSE_MS;

  constructor(database: 'sqlite' | 'postgres') {
    this.rhythm = RHYTHMS[database];
    this.count = Math.min(MAX_ROWS, 5 * this.rhythm.minRows);
  }

  /** Rows for the next write. */
  get rows(): number {
    return this.count;
  }

  /** Ms to leave the database to others before it. */
  get pauseMs(): number {
    return this.pause;
  }

  /** Tells how long a write took once it had its turn, and whether it deleted about as many rows as it might. */
  wrote(ms: number, full: boolean): void {
    const { writeMs, pauseFactor, minRows } = this.rhythm;
    this.pause = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, ms * pauseFactor));
    if (ms > 2 * writeMs) this.count = Math.max(minRows, Math.floor(this.count / 2));
    else if (full && ms < writeMs / 2) this.count = Math.min(MAX_ROWS, this.count * 2);
  }
}
