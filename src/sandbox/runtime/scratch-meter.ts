import { statfsSync } from 'node:fs';

/** Readings that one call of the file system answers. */
const READINGS_PER_CALL = 5;

interface ScratchUse {
  bytes: number;
  files: number;
}

/** Reads what a guest keeps in its own /tmp: memory that belongs to no process. */
export class ScratchMeter {
  private readings = 0;
  private last: ScratchUse = { bytes: 0, files: 0 };

  private constructor(private readonly path: string) {}

  /** Returns null where the root of the process cannot be seen. */
  static of(pid: number): ScratchMeter | null {
    const meter = new ScratchMeter(`/proc/${pid}/root/tmp`);
    return meter.statistics() === null ? null : meter;
  }

  /** Returns the use as of some polls ago at most; once the process has ended, that of before. */
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
