import type { Logger } from 'pino';
import { unknownMarks } from '../../../platform/database/breaking-marks.js';
import type { Database } from '../../../platform/database/database.js';
import type { WorkerLease } from './worker-lease.js';

/** Detects that a newer release has changed the database in a way that makes this release unsafe. */
export class SkewWatch {
  /** Called once, with the names of the migrations. */
  onNewer: (names: readonly string[]) => void = () => undefined;
  /** Number of breaking migrations at the last check. */
  private seen = -1;
  private found = false;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /** Polls at every renewal of the lease. */
  watch(lease: WorkerLease): void {
    lease.onMarks = (breaking) => void this.poll(breaking);
  }

  private async poll(breaking: number): Promise<void> {
    if (this.found || breaking === this.seen) return;
    try {
      const names = await unknownMarks(this.database);
      this.seen = breaking;
      if (names.length === 0 || this.found) return;
      this.found = true;
      this.onNewer(names);
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to read the marks of the schema');
    }
  }
}
