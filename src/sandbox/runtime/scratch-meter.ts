import { statfsSync } from 'node:fs';

/** How many readings are answered by one look at the file system. */
const READINGS_PER_LOOK = 5;

interface ScratchUse {
  bytes: number;
  files: number;
}

/** What a guest keeps in its own /tmp, which is memory that belongs to no process. */
export class ScratchMeter {
  private readings = 0;
  private last: ScratchUse = { bytes: 0, files: 0 };

  private constructor(private readonly path: string) {}

  /** Returns null where the root of the process cannot be seen. */
  static of(pid: number): ScratchMeter | null {
    const meter = new ScratchMeter(`/proc/${pid}/root/tmp`);
    return meter.look() === null ? null : meter;
  }

  /** Returns the use at the last look, which is at most some polls ago; once the process has ended, that of before. */
  read(): ScratchUse {
    if (this.readings++ % READINGS_PER_LOOK === 0) this.last = this.look() ?? this.last;
    return this.last;
  }

  private look(): ScratchUse | null {
    try {
      const { blocks, bfree, bsize, files, ffree } = statfsSync(this.path);
      return { bytes: (blocks - bfree) * bsize, files: files - ffree };
    } catch {
      return null;
    }
  }
}
