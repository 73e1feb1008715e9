import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessUse, UseMeter } from '../runtime/process-meter.js';

/** Where Linux has control groups; those of version 1 in a folder for each controller. */
const GROUPS = '/sys/fs/cgroup';
/** Larger than any of the files. */
const BUFFER = Buffer.alloc(16_384);

/** The files of a container's control groups, and how each is read. */
interface Files {
  cpu: number;
  memory: number;
  kills: number;
  /** All that counts, and the most of it so far. Null where the kernel does not report the latter. */
  usage: number | null;
  peak: number | null;
}

/**
 * Reads what all processes of a container use together from its control groups, which the kernel holds at its limits. The files are
 * opened once. Memory is what the processes have written to, with the files in its /tmp: what they read of the image is no cost.
 */
export class ContainerMeter implements UseMeter {
  private closed = false;
  private peakBytes = 0;
  private kills = 0;

  private constructor(
    private readonly files: Files,
    private readonly version: 1 | 2,
  ) {}

  /** `pid`: a process of the container, as this machine sees it. Returns null if its groups cannot be read. */
  static of(pid: number): ContainerMeter | null {
    const groups = groupsOf(pid);
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
      this.kills = valueOf(kills, 'oom_kill');
      const memory = text(this.files.memory);
      const residentBytes =
        this.version === 1
          ? valueOf(memory, 'total_rss') + valueOf(memory, 'total_shmem')
          : valueOf(memory, 'anon') + valueOf(memory, 'shmem');
      this.peakBytes = Math.max(this.peakBytes, residentBytes, this.peakBetween(residentBytes));
      return { cpuMs: this.cpuMs(), residentBytes, peakResidentBytes: this.peakBytes };
    } catch {
      return null;
    }
  }

  /** That of the whole container: the script may have started other processes, but is their only reason. */
  cancelCpuMs(): number | null {
    if (this.closed) return null;
    try {
      return this.cpuMs();
    } catch {
      return null;
    }
  }

  /** Returns whether the kernel has killed a process of it for lack of memory, as of the last reading. */
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

  /** Returns the most that there can have been for certain, by the kernel's own count, in which what was read of files is too. */
  private peakBetween(residentBytes: number): number {
    const { usage, peak } = this.files;
    if (usage === null || peak === null) return 0;
    const others = Number(text(usage)) - residentBytes;
    return Number(text(peak)) - others;
  }

  private cpuMs(): number {
    const found = text(this.files.cpu);
    return this.version === 1 ? Number(found) / 1e6 : valueOf(found, 'usage_usec') / 1e3;
  }
}

/** Returns the paths of a process's groups by controller; that of version 2 has none. */
function groupsOf(pid: number): Map<string, string> | null {
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

/** Returns a figure of a file with a name and a figure on each line; 0 if it has none of this name. */
function valueOf(lines: string, name: string): number {
  const [, figure = '0'] = new RegExp(`(?:^|\\n)${name} (\\d+)`).exec(lines) ?? [];
  return Number(figure);
}
