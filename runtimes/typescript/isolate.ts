import ivm from 'isolated-vm';
import { codeCache, isWorthKeeping } from './code-cache.js';
import { type Output, type RunFrame, ScriptRun } from './script-run.js';

/** CPU time within which a script must return after its isolate has been disposed (ms). */
const COME_BACK_MS = 250;
/** CPU time within which a script must return if its isolate is to be reused (ms); usually it already has. */
const RETURN_MS = 50;

/** Name of the program in V8's stacks. */
const FILENAME = 'workflow.ts';

const MEGABYTE = 1024 * 1024;
/**
 * Maximum number of runs per isolate. A run costs 0.67 ms of CPU time with 50, 0.76 with 25, 2.3 with a fresh isolate
 * each.
 */
const MAX_RUNS = 25;
/**
 * Maximum memory of an isolate after a run, garbage included: in MB, and as a share of the memory limit of its runs.
 * Each context takes 0.26 MB, which V8 collects late.
 */
const MAX_HELD_MB = 8;
const MAX_HELD_SHARE = 1 / 8;

/** Members that isolated-vm's types lack for a script compiled with cached data. */
type Compiled = ivm.Script & {
  cachedData?: ivm.ExternalCopy<ArrayBuffer>;
  cachedDataRejected?: boolean;
};

/** A V8 isolate that serves runs of one script, one after the other, each in a fresh context. */
export class ScriptIsolate {
  private readonly isolate: ivm.Isolate;
  /** The current run, or the one that is prepared. */
  private current: ScriptRun;
  /** The script that it serves from its first run on. */
  private script: string | null = null;
  private compiled: Compiled | null = null;
  private runs = 0;
  /** Memory held after the last run, in bytes, as far as V8 knows. */
  private heldBytes = 0;
  /** True if the compiled data of the script is worth keeping and not kept yet. */
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
    this.current = new ScriptRun(this.isolate, output);
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
   * Evaluates the program synchronously on this thread, which saves two thread switches: a program is a function
   * expression, so none of its code runs here, and a small one compiles in no time.
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
   * Keeps V8's compiled data of a large program. Called after the run, so that the functions that have run are
   * included; not for a program that is still running or has left too little memory.
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
   * Prepares the isolate for another run of its script, in a new context. Returns false if it must be retired: its last
   * run did not end in an orderly way or left something behind, it holds too much memory, or it has served enough runs.
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
      this.current = new ScriptRun(this.isolate, this.output);
      return true;
    } catch {
      // The isolate has ended.
      return false;
    }
  }

  /**
   * Disposes the isolate and waits until its script has stopped. Returns false if it keeps running: parts of V8 never
   * check whether they should stop, so only the end of the process ends their thread.
   */
  async retire(): Promise<boolean> {
    this.dispose();
    await this.current.back(COME_BACK_MS);
    return !this.current.runs;
  }

  /** Stops the script wherever it is. */
  dispose(): void {
    this.current.end();
    if (!this.isolate.isDisposed) this.isolate.dispose();
  }
}
