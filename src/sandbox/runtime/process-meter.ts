import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { cpuMsIn } from './process-tree.js';

/** Buffer larger than any of the files. */
const BUFFER = Buffer.alloc(8_192);

/** The CPU time and the memory that a process has used since its start. */
export interface ProcessUse {
  /** CPU time, with a resolution of 10 ms. */
  cpuMs: number;
  /** Current resident memory, in bytes. */
  residentBytes: number;
  /** Peak resident memory since the start or the last {@link ProcessMeter.resetPeak}, in bytes. */
  peakResidentBytes: number;
}

/** Measures what a guest uses. */
export interface UseMeter {
  /** Returns null once the guest has ended or the meter is closed. */
  read(): ProcessUse | null;
  /**
   * Returns the CPU time of the part of the guest that receives a cancel, in ms; null in the same cases as {@link
   * read}.
   */
  cancelCpuMs(): number | null;
  /** Makes the kernel reset the recorded peak memory. Has no effect if the kernel does not allow it. */
  resetPeak(): void;
  close(): void;
}

/**
 * Reads the resources of one process from `/proc`. The files are opened once: a reading takes 10 µs, and never belongs
 * to another process that later got the same id.
 */
export class ProcessMeter implements UseMeter {
  private closed = false;

  private constructor(
    private readonly stat: number,
    /** `stat` of the first thread alone. */
    private readonly firstThread: number | null,
    private readonly status: number,
    /** Null if it cannot be written. */
    private readonly clearRefs: number | null,
  ) {}

  /** Returns null if there is no `/proc` (macOS) or the process has ended. */
  static of(pid: number): ProcessMeter | null {
    const stat = open(`/proc/${pid}/stat`, 'r');
    if (stat === null) return null;
    const status = open(`/proc/${pid}/status`, 'r');
    if (status !== null) {
      const firstThread = open(`/proc/${pid}/task/${pid}/stat`, 'r');
      return new ProcessMeter(stat, firstThread, status, open(`/proc/${pid}/clear_refs`, 'w'));
    }
    closeSync(stat);
    return null;
  }

  read(): ProcessUse | null {
    if (this.closed) return null;
    try {
      const stat = text(this.stat);
      const status = text(this.status);
      const residentBytes = kilobytes(status, 'VmRSS');
      // A zombie has no memory.
      if (residentBytes === null) return null;
      return {
        cpuMs: cpuMsIn(stat),
        residentBytes,
        peakResidentBytes: kilobytes(status, 'VmHWM') ?? residentBytes,
      };
    } catch {
      return null;
    }
  }

  /**
   * Returns the CPU time of the process's first thread, with a resolution of 10 ms; null in the same cases as {@link
   * read}.
   */
  cancelCpuMs(): number | null {
    if (this.closed || this.firstThread === null) return null;
    try {
      return cpuMsIn(text(this.firstThread));
    } catch {
      return null;
    }
  }

  resetPeak(): void {
    try {
      if (this.clearRefs !== null && !this.closed) writeSync(this.clearRefs, '5');
    } catch {
      // The process has ended.
    }
  }

  close(): void {
    this.closed = true;
    for (const file of [this.stat, this.firstThread, this.status, this.clearRefs])
      if (file !== null) closeSync(file);
  }
}

function open(path: string, flags: string): number | null {
  try {
    return openSync(path, flags);
  } catch {
    return null;
  }
}

function text(file: number): string {
  return BUFFER.toString('latin1', 0, readSync(file, BUFFER, 0, BUFFER.length, 0));
}

/**
 * Returns the value in bytes of a `status` line such as `VmRSS:    1234 kB`. A process can choose only the text of the
 * first line.
 */
function kilobytes(status: string, key: string): number | null {
  const line = `\n${key}:`;
  const at = status.indexOf(line);
  return at === -1 ? null : Number.parseInt(status.slice(at + line.length), 10) * 1024;
}
