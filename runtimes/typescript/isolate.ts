import ivm from 'isolated-vm';
import { codeCache, isWorthKeeping } from './code-cache.js';
import { type Output, type RunFrame, ScriptRun } from './script-run.js';

/** CPU time in which a script has to return once its run has ended and its isolate is disposed (ms). */
const COME_BACK_MS = 250;
/** The same where the isolate is to be kept: mostly the script has returned before anyone asks (ms). */
const RETURN_MS = 50;

/** Name of the program in V8's stacks. */
const FILENAME = 'workflow.ts';

const MEGABYTE = 1024 * 1024;
/** Runs of one isolate. A run costs 0.67 ms of CPU time with 50, 0.76 with 25, 2.3 with a fresh one each. */
const MAX_RUNS = 25;
/**
 * The most that an isolate may hold after a run, garbage included: in MB, and as a share of the memory limit of its runs. Each
 * context is 0.26 MB, which V8 collects late.
 */
const MAX_HELD_MB = 8;
const MAX_HELD_SHARE = 1 / 8;

/** Members that isolated-vm's types lack for a script compiled with, or for, cached data. */
type Compiled = ivm.Script & {
  cachedData?: ivm.ExternalCopy<ArrayBuffer>;
  cachedDataRejected?: boolean;
};

/** One isolate of V8, which serves runs of one script, one after the other, each in a context of its own. */
export class ScriptIsolate {
  private readonly isolate: ivm.Isolate;
  /** The present run, or the one that is made ahead. */
  private current: ScriptRun;
  /** The script that it serves from its first run on. */
  private script: string | null = null;
  private compiled: Compiled | null = null;
  private runs = 0;
  /** The memory that it held after its last run, in bytes, as far as V8 knows. */
  private heldBytes = 0;
  /** The compiled data of the script is worth keeping and is not kept yet. */
  private uncached = false;

  constructor(
    snapshot: ivm.ExternalCopy<ArrayBuffer>,
    readonly memoryMb: number,
    private readonly output: Output,
  ) {
    this.isolate = new ivm.Isolate({
      snapshot,
      memoryLimit: memoryMb,
      onCatastrophicError: () => this.current.failOutOfMemory(),
    });
    this.current = new ScriptRun(this.isolate, memoryMb, output);
  }

  get run(): ScriptRun {
    return this.current;
  }

  get held(): number {
    return this.heldBytes;
  }

  serves(script: string): boolean {
    return this.script === script;
  }

  async begin(frame: RunFrame): Promise<void> {
    this.script = frame.script;
    this.runs += 1;
    await this.current.begin(frame, (context) => this.evaluate(frame.script, context));
  }

  /**
   * Synchronous, on this thread, which saves switching to another and back: a program is a function expression, so none of its
   * code runs here, and a small one compiles in no time.
   */
  private evaluate(
    script: string,
    context: ivm.Context,
  ): ivm.Reference<unknown> | Promise<ivm.Reference<unknown>> {
    if (this.compiled === null && isWorthKeeping(script))
      return this.evaluateLarge(script, context);
    this.compiled ??= this.isolate.compileScriptSync(script, { filename: FILENAME });
    return this.compiled.runSync(context, { reference: true });
  }

  private async evaluateLarge(
    script: string,
    context: ivm.Context,
  ): Promise<ivm.Reference<unknown>> {
    const cachedData = codeCache.get(script);
    const compiled: Compiled = await this.isolate.compileScript(script, {
      filename: FILENAME,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    this.uncached = cachedData === undefined || compiled.cachedDataRejected === true;
    this.compiled = compiled;
    return compiled.run(context, { reference: true });
  }

  /**
   * Keeps V8's compiled data of a large program, with the functions that have run: hence after the run. Not for a program that
   * is still running, or that has left too little memory for this.
   */
  async keepCode(): Promise<void> {
    if (!this.uncached || this.script === null || this.current.runs || this.isolate.isDisposed)
      return;
    try {
      const { used_heap_size, heap_size_limit } = await this.isolate.getHeapStatistics();
      if (used_heap_size > heap_size_limit / 2) return;
      const { cachedData }: Compiled = await this.isolate.compileScript(this.script, {
        filename: FILENAME,
        produceCachedData: true,
      });
      if (cachedData === undefined) return;
      codeCache.set(this.script, cachedData);
      this.uncached = false;
    } catch {
      // The isolate has ended; a later run may succeed.
    }
  }

  /**
   * Makes the isolate ready for another run of its script, in a new context. Returns false if it has to be retired: its last run
   * did not end in order or has left something behind, it holds much, or it has served enough runs.
   */
  async renew(): Promise<boolean> {
    const { current } = this;
    if (this.runs >= MAX_RUNS) return false;
    await current.back(RETURN_MS);
    if (!current.leftNothing) return false;
    current.end();
    current.release();
    try {
      const { used_heap_size, externally_allocated_size } = this.isolate.getHeapStatisticsSync();
      this.heldBytes = used_heap_size + externally_allocated_size;
      const most = Math.min(MAX_HELD_MB, this.memoryMb * MAX_HELD_SHARE);
      if (this.heldBytes > most * MEGABYTE) return false;
      this.current = new ScriptRun(this.isolate, this.memoryMb, this.output);
      return true;
    } catch {
      // It has ended.
      return false;
    }
  }

  /**
   * Disposes the isolate and waits until its script no longer runs. Returns false if it keeps running: parts of V8 never check
   * whether they should stop, so only the end of the process ends their thread.
   */
  async retire(): Promise<boolean> {
    this.dispose();
    await this.current.back(COME_BACK_MS);
    return !this.current.runs;
  }

  /** Ends the script wherever it is. */
  dispose(): void {
    this.current.end();
    if (!this.isolate.isDisposed) this.isolate.dispose();
  }
}
