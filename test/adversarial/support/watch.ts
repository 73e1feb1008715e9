import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  listChildTrees,
  type FoundProcess,
  type ProcessMark,
  type ProcessTree,
} from '../../support/processes.js';

const SAMPLE_MS = 40;
/** Pause after a sample, as a multiple of its duration, so that sampling does not load a slow machine. */
const PAUSE = 9;
/** Maximum pause (ms): memory that is held for longer is always noticed. */
const LONGEST_MS = 100;
/** Time (ms) for which watches share a list of all processes. */
const SHARED_MS = SAMPLE_MS;
/** Pause between requests (ms): far below the maximum answer time, but long enough not to load the machine. */
const REQUEST_MS = 100;
const MIB = 1024 * 1024;
const PAGE_BYTES = Number(execFileSync('getconf', ['PAGESIZE'], { encoding: 'utf8' }));

export interface Sightings {
  /** Peak memory (MiB) of one tree of guests beyond its earlier memory, or beyond that of an idle tree. */
  peakMb: number;
  /** Maximum answer times of the server and, in the same period, of an idle server (ms). */
  latencyMs: number;
  referenceMs: number;
  /** All processes that have existed below the server. */
  seen: ProcessMark[];
}

/** The memory of a tree, in bytes. */
interface Size {
  resident: number;
  /** Proportional size: a page that n processes share counts as an n-th for each. */
  shared: number;
}

/** Watches a server from outside until `end` is called. */
export class Watch {
  private readonly before = new Map<number, Size>();
  private readonly idle: Size;
  private readonly seen = new Map<string, ProcessMark>();
  /**
   * Resident size of each tree, in bytes, when its proportional size was last read, which takes the kernel
   * milliseconds.
   */
  private readonly measured = new Map<number, number>();
  private peak = 0;
  private latency = 0;
  private reference = 0;
  private over = false;
  private readonly work: Promise<unknown>;

  constructor(
    private readonly pid: number,
    urls: { server: string; reference: string },
  ) {
    for (const tree of listChildTrees(pid))
      this.before.set(tree[0].pid, { resident: residentSize(tree), shared: sharedSize(tree) });
    this.idle = [...this.before.values()].reduce((least, size) =>
      size.shared < least.shared ? size : least,
    );
    this.work = Promise.all([
      this.sample(),
      this.ask(`${urls.server}/health/live`, (ms) => (this.latency = Math.max(ms, this.latency))),
      this.ask(urls.reference, (ms) => (this.reference = Math.max(ms, this.reference))),
    ]);
  }

  async end(): Promise<Sightings> {
    this.over = true;
    await this.work;
    return {
      peakMb: Math.ceil(this.peak / MIB),
      latencyMs: Math.ceil(this.latency),
      referenceMs: Math.ceil(this.reference),
      seen: [...this.seen.values()],
    };
  }

  private async sample(): Promise<void> {
    while (!this.over) {
      const began = performance.now();
      for (const tree of listChildTrees(this.pid, SHARED_MS)) {
        for (const mark of tree) this.seen.set(`${mark.pid} ${mark.started}`, mark);
        const { pid } = tree[0];
        const known = this.before.get(pid) ?? this.idle;
        // The resident size is cheap to read. As long as it does not grow, a tree can only have copied pages that it
        // shared, which are few.
        const resident = residentSize(tree);
        if (resident - known.resident <= this.peak) continue;
        if (resident - (this.measured.get(pid) ?? 0) < MIB) continue;
        this.measured.set(pid, resident);
        this.peak = Math.max(this.peak, sharedSize(tree) - known.shared);
      }
      const pause = PAUSE * (performance.now() - began);
      await delay(Math.min(Math.max(SAMPLE_MS, pause), LONGEST_MS));
    }
  }

  private async ask(url: string, took: (ms: number) => void): Promise<void> {
    while (!this.over) {
      const began = performance.now();
      const answer = await fetch(url);
      await answer.arrayBuffer();
      took(answer.ok ? performance.now() - began : Number.POSITIVE_INFINITY);
      await delay(REQUEST_MS);
    }
  }
}

function residentSize(tree: ProcessTree): number {
  return sum(tree, residentIn);
}

function sharedSize(tree: ProcessTree): number {
  return sum(tree, (found) => readProportionalBytes(found.pid) ?? residentIn(found));
}

function residentIn({ pages }: FoundProcess): number {
  return pages * PAGE_BYTES;
}

/** Returns the memory of a process in bytes; 0 if it has ended, null if this user may not read it. */
function readProportionalBytes(pid: number): number | null {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EACCES' || code === 'EPERM' ? null : 0;
  }
}

function sum<T>(items: readonly T[], size: (item: T) => number): number {
  return items.reduce((total, item) => total + size(item), 0);
}
