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
/** The pause after a sample, as a multiple of its duration: on a slow machine the samples would be a load of their own. */
const PAUSE = 9;
/** The longest pause (ms): memory that is held for longer than this is always seen. */
const LONGEST_MS = 100;
/** The time for which watches share one list of all processes (ms). */
const SHARED_MS = SAMPLE_MS;
/** The pause between requests (ms): far below the longest answer time that is allowed; more requests would be a load of their own. */
const REQUEST_MS = 100;
const MIB = 1024 * 1024;
const PAGE_BYTES = Number(execFileSync('getconf', ['PAGESIZE'], { encoding: 'utf8' }));

export interface Sightings {
  /** Most memory that one tree of guests took beyond what it took before, or beyond an idle one; MiB. */
  peakMb: number;
  /** Longest answer of the server, and of an idle server on the same machine in the same time; ms. */
  latencyMs: number;
  referenceMs: number;
  /** Every process below the server. */
  seen: ProcessMark[];
}

/** The memory of a tree in bytes. */
interface Size {
  resident: number;
  /** Each of n processes that share a page counts an n-th of it. */
  shared: number;
}

/** Watches a server from outside, from now until `end` is called. */
export class Watch {
  private readonly before = new Map<number, Size>();
  private readonly idle: Size;
  private readonly seen = new Map<string, ProcessMark>();
  /** Resident pages of each tree when its shared ones were last read, which takes the kernel milliseconds (bytes). */
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
        // The sum of resident pages is cheap to read. Without its growth a tree can only have made its own copies of pages
        // that it shared, which are few.
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

/** Returns {@link Size.shared} of a tree. */
function sharedSize(tree: ProcessTree): number {
  return sum(tree, (found) => readProportionalBytes(found.pid) ?? residentIn(found));
}

function residentIn({ pages }: FoundProcess): number {
  return pages * PAGE_BYTES;
}

/** Returns the memory of a process in bytes; 0 once it has ended, null if this user may not read it. */
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
