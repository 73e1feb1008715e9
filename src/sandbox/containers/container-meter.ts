import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessUse, UseMeter } from '../runtime/process-meter.js';

/** Mount point of Linux control groups; version 1 has a folder for each controller. */
const GROUPS = '/sys/fs/cgroup';
/** Buffer larger than any of the files. */
const BUFFER = Buffer.alloc(16_384);

/** File descriptors of a container's control group files. */
interface Files {
  cpu: number;
  memory: number;
  kills: number;
  /** Current and peak memory that counts towards the limit. Null if the kernel does not report the peak. */
  usage: number | null;
  peak: number | null;
}

/**
 * Measures what all processes of a container use together, from the control groups in which the kernel enforces its
 * limits. The files are opened once. Memory is what the processes have written, including files in /tmp; cached pages
 * of the image do not count.
 */
export class ContainerMeter implements UseMeter {
  private closed = false;
  private peakBytes = 0;
  private kills = 0;

  private constructor(
    private readonly files: Files,
    private readonly version: 1 | 2,
  ) {}

  /**
   * Opens the control groups of `pid`, a process of the container as the host sees it. Returns null if they cannot be
   * read.
   */
  static of(pid: number): ContainerMeter | null {
    const groups = readControlGroups(pid);
    if (groups === null) return null;
    const one = groups.get('');
    const opened: number[] = [];
    const open = (group: string, file: string): number => {
      const descriptor = openSync(join(GROUPS, group, file), 'r');
      opened.push(descriptor);
      return descriptor;
    };
    try {
      const memory = groups.get('memory');
      const cpu = groups.get('cpuacct');
      if (memory !== undefined && cpu !== undefined)
        return new ContainerMeter(
          {
            cpu: open(`cpuacct${cpu}`, 'cpuacct.usage'),
            memory: open(`memory${memory}`, 'memory.stat'),
            kills: open(`memory${memory}`, 'memory.oom_control'),
            usage: open(`memory${memory}`, 'memory.usage_in_bytes'),
            peak: open(`memory${memory}`, 'memory.max_usage_in_bytes'),
          },
          1,
        );
      if (one === undefined) return null;
      return new ContainerMeter(
        {
          cpu: open(one, 'cpu.stat'),
          memory: open(one, 'memory.stat'),
          kills: open(one, 'memory.events'),
          usage: open(one, 'memory.current'),
          peak: existsSync(join(GROUPS, one, 'memory.peak')) ? open(one, 'memory.peak') : null,
        },
        2,
      );
    } catch {
      for (const descriptor of opened) closeSync(descriptor);
      return null;
    }
  }

  read(): ProcessUse | null {
    if (this.closed) return null;
    try {
      const kills = text(this.files.kills);
      this.kills = readFigure(kills, 'oom_kill');
      const memory = text(this.files.memory);
      const residentBytes =
        this.version === 1
          ? readFigure(memory, 'total_rss') + readFigure(memory, 'total_shmem')
          : readFigure(memory, 'anon') + readFigure(memory, 'shmem');
      this.peakBytes = Math.max(this.peakBytes, residentBytes, this.peakBetween(residentBytes));
      return { cpuMs: this.cpuMs(), residentBytes, peakResidentBytes: this.peakBytes };
    } catch {
      return null;
    }
  }

  /**
   * Returns the CPU time of the whole container: the script may have started other processes, but it is their only
   * cause.
   */
  cancelCpuMs(): number | null {
    if (this.closed) return null;
    try {
      return this.cpuMs();
    } catch {
      return null;
    }
  }

  /** Returns whether the kernel had killed a process of the container for lack of memory at the last reading. */
  get killedForMemory(): boolean {
    return this.kills > 0;
  }

  resetPeak(): void {
    this.peakBytes = 0;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    for (const descriptor of Object.values(this.files))
      if (descriptor !== null) closeSync(descriptor);
  }

  /**
   * Returns a lower bound of the peak between two readings: the kernel's own peak, less what is not resident, such as
   * cached files.
   */
  private peakBetween(residentBytes: number): number {
    const { usage, peak } = this.files;
    if (usage === null || peak === null) return 0;
    const others = Number(text(usage)) - residentBytes;
    return Number(text(peak)) - others;
  }

  private cpuMs(): number {
    const found = text(this.files.cpu);
    return this.version === 1 ? Number(found) / 1e6 : readFigure(found, 'usage_usec') / 1e3;
  }
}

/** Returns the control group paths of a process by controller; the key for version 2 is ''. */
function readControlGroups(pid: number): Map<string, string> | null {
  let lines: string[];
  try {
    lines = readFileSync(`/proc/${pid}/cgroup`, 'utf8').trim().split('\n');
  } catch {
    return null;
  }
  const found = new Map<string, string>();
  for (const line of lines) {
    const [, controllers = '', path = ''] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    for (const controller of controllers.split(',')) found.set(controller, path);
  }
  return found;
}

function text(file: number): string {
  return BUFFER.toString('latin1', 0, readSync(file, BUFFER, 0, BUFFER.length, 0));
}

/** Returns the value of `name` in a file with one name and value per line; 0 if the name is missing. */
function readFigure(lines: string, name: string): number {
  const [, figure = '0'] = new RegExp(`(?:^|\\n)${name} (\\d+)`).exec(lines) ?? [];
  return Number(figure);
}
