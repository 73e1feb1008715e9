import type ivm from 'isolated-vm';
import { ScriptIsolate } from './isolate.js';
import type { Output, RunFrame, ScriptRun } from './script-run.js';

const MEGABYTE = 1024 * 1024;
/** Memory limit of the prepared isolate, which is the default of a run (MB). */
const PREPARED_MB = 256;
/** Minimum memory that V8 works with (MB). */
const LEAST_MB = 8;
/** Maximum memory of all isolates that wait for another run of their scripts (bytes), except the one that ran last. */
const MAX_KEPT_BYTES = 8 * MEGABYTE;
/** Time without a run after which waiting isolates are disposed (ms). */
const IDLE_MS = 5_000;

/**
 * The isolates of a runner: one in use at a time, some that wait for another run of the same version, and an unused
 * one.
 */
export class Isolates {
  private current: { isolate: ScriptIsolate; served: string | null } | null = null;
  private prepared: ScriptIsolate | null = null;
  /** Waiting isolates by version; the one that has been unused longest comes first. */
  private readonly kept = new Map<string, ScriptIsolate>();
  private idle: NodeJS.Timeout | null = null;
  private made = 0;

  constructor(
    private readonly snapshot: ivm.ExternalCopy<ArrayBuffer>,
    private readonly output: Output,
  ) {}

  /** The number of isolates created so far. */
  get count(): number {
    return this.made;
  }

  /** The current run, until the next {@link reset}. */
  get run(): ScriptRun | null {
    return this.current?.isolate.run ?? null;
  }

  async begin(frame: RunFrame): Promise<void> {
    const memoryMb = Math.max(LEAST_MB, Math.floor(frame.limits.memory_bytes / MEGABYTE));
    const served = frame.fresh ? null : buildVersionKey(frame, memoryMb);
    const isolate = this.takeKept(served, frame.script) ?? this.takeNew(memoryMb);
    this.current = { isolate, served };
    await isolate.begin(frame);
  }

  /** Cleans up after the current run and prepares for the next one. Returns false if its script cannot be stopped. */
  async reset(): Promise<boolean> {
    const { current } = this;
    if (current !== null) {
      const { isolate, served } = current;
      await isolate.keepCode();
      if (served !== null && (await isolate.renew())) this.keep(served, isolate);
      else if (!(await isolate.retire())) return false;
    }
    this.current = null;
    this.prepared ??= this.make(PREPARED_MB);
    return true;
  }

  private keep(served: string, isolate: ScriptIsolate): void {
    let bytes = 0;
    for (const [version, other] of [...this.kept].toReversed()) {
      bytes += other.held;
      if (bytes <= MAX_KEPT_BYTES) continue;
      other.dispose();
      this.kept.delete(version);
    }
    this.kept.set(served, isolate);
    // Each holds several MB, and memory limits the number of idle runners.
    this.idle = this.idle?.refresh() ?? setTimeout(() => this.giveUpKept(), IDLE_MS);
  }

  private giveUpKept(): void {
    for (const isolate of this.kept.values()) isolate.dispose();
    this.kept.clear();
  }

  private takeKept(served: string | null, script: string): ScriptIsolate | null {
    if (served === null) return null;
    const isolate = this.kept.get(served);
    if (isolate === undefined) return null;
    this.kept.delete(served);
    if (isolate.serves(script)) return isolate;
    isolate.dispose();
    return null;
  }

  private takeNew(memoryMb: number): ScriptIsolate {
    const { prepared } = this;
    if (memoryMb !== PREPARED_MB || prepared === null) return this.make(memoryMb);
    this.prepared = null;
    return prepared;
  }

  private make(memoryMb: number): ScriptIsolate {
    this.made += 1;
    return new ScriptIsolate(this.snapshot, memoryMb, this.output);
  }
}

/**
 * Returns the properties that two runs of one isolate must share. The name of a meta-task may have been reassigned: see
 * `serves`.
 */
function buildVersionKey({ task }: RunFrame, memoryMb: number): string {
  return JSON.stringify([task.project, task.task_type, task.version, memoryMb]);
}
