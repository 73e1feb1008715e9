import { statfsSync } from 'node:fs';

/** Number of readings that one call of the file system serves. */
const READINGS_PER_CALL = 5;

interface ScratchUse {
  bytes: number;
  files: number;
}

/** Measures the content of a guest's own /tmp: memory that belongs to no process. */
export class ScratchMeter {
  private readings = 0;
  private last: ScratchUse = { bytes: 0, files: 0 };

  private constructor(private readonly path: string) {}

  /** Returns null if the root of the process cannot be seen. */
  static of(pid: number): ScratchMeter | null {
    const meter = new ScratchMeter(`/proc/${pid}/root/tmp`);
    return meter.statistics() === null ? null : meter;
  }

  /** Returns the use, at most a few polls old; after the end of the process, the last known use. */
  read(): ScratchUse {
    if (this.readings++ % READINGS_PER_CALL === 0) this.last = this.statistics() ?? this.last;
    return this.last;
  }

  private statistics(): ScratchUse | null {
    try {
      const { blocks, bfree, bsize, files, ffree } = statfsSync(this.path);
      return { bytes: (blocks - bfree) * bsize, files: files - ffree };
    } catch {
      return null;
    }
  }
}
