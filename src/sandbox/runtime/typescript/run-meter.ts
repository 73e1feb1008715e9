import type { ProcessUse, UseMeter } from '../process-meter.js';
import type { ScratchMeter } from '../scratch-meter.js';
import type { RunUsage } from '../runtime.js';

const NO_FILES = { bytes: 0, files: 0 };
/** Maximum error of the difference between two readings of a clock with a resolution of 10 ms (ms). */
const CPU_ERROR_MS = 20;

/**
 * Measures the CPU time and memory that one run uses of a runner's process. The process has served other runs before,
 * so growth is measured.
 */
export class RunMeter {
  private readonly start: ProcessUse | null;
  /** Minimum memory seen: V8 may still be returning memory of the previous run. */
  private floorBytes = Number.POSITIVE_INFINITY;
  /**
   * Use so far: CPU time in ms, with a resolution of 10 ms, and the maximum growth of the process's memory, in bytes.
   */
  cpuMs = 0;
  peakBytes = 0;
  /** Growth at the last poll, in bytes. */
  growthBytes = 0;

  /** Number of files in the guest's /tmp at the last poll. */
  files = 0;

  constructor(
    private readonly process: UseMeter | null,
    private readonly scratch: ScratchMeter | null,
  ) {
    process?.resetPeak();
    this.start = process?.read() ?? null;
  }

  /** Measures the use so far. After the end of the process, the last figures remain. */
  poll(): void {
    const now = this.process?.read() ?? null;
    if (this.start === null || now === null) return;
    const { start } = this;
    this.cpuMs = now.cpuMs - start.cpuMs;
    this.floorBytes = Math.min(this.floorBytes, start.residentBytes, now.residentBytes);
    const { bytes, files } = this.scratch?.read() ?? NO_FILES;
    this.files = files;
    this.growthBytes = now.residentBytes - this.floorBytes + bytes;
    // A peak that has not risen may belong to an earlier run, if it could not be reset.
    const risen = now.peakResidentBytes > start.peakResidentBytes;
    const peak = risen ? now.peakResidentBytes - start.residentBytes : 0;
    this.peakBytes = Math.max(this.peakBytes, peak, this.growthBytes);
  }

  /**
   * Returns the measured use; null if nothing can be measured. The guest counts its CPU time in µs but may be
   * controlled by its script, so its figure is used only if the measurement from outside agrees.
   */
  usage(guestsCpuMs: number | null): RunUsage | null {
    if (this.start === null) return null;
    const credible = guestsCpuMs !== null && Math.abs(guestsCpuMs - this.cpuMs) <= CPU_ERROR_MS;
    const cpuMs = Math.round(credible ? Math.max(0, guestsCpuMs) : this.cpuMs);
    return { cpuMs, peakMemoryBytes: this.peakBytes };
  }
}
