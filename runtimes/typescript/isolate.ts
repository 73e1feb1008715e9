import ivm from 'isolated-vm';
import type { GuestError, HostFrame } from '../../src/sandbox/runtime/protocol.js';
import { codeCache, isWorthKeeping } from './code-cache.js';
import { webAnswers } from './web-answers.js';

/** Unsent data from which on a script that sends more is blocked (bytes). */
const CHANNEL_FULL = 64 * 1024;
const SENT_FULL = 1;
const SENT_CANCELLED = 2;
const SENT_TOO_LARGE = 4;
/** V8 does not notify anyone when it disposes an isolate whose thread does not return, so this is polled (ms). */
const DISPOSED_CHECK_MS = 50;

/** Time in which a script has to return once its run has ended (ms). */
const COME_BACK_MS = 250;

/** The message of isolated-vm for a rejected value that it does not copy. */
const NOT_AN_ERROR = 'An object was thrown from supplied code within isolated-vm';

/**
 * CPU time of this process for which a script that was asked to stop may run without yielding (ms), and how often it is polled.
 * V8 can interrupt such a script only for good, so its clean-up would not run however long it had. The isolate's own
 * `cpuTime` is of no use: while a script runs, it goes on with the clock, whether the script has a processor or not.
 */
const HEEDLESS_MS = 60;
const HEED_CHECK_MS = 10;

/** Length limit of a message or a stack, in characters. */
const MAX_TEXT = 8_000;

/** Name of the program in V8's stacks. */
const FILENAME = 'workflow.ts';

/** Members that isolated-vm's types lack for a script compiled with, or for, cached data. */
type Compiled = ivm.Script & {
  cachedData?: ivm.ExternalCopy<ArrayBuffer>;
  cachedDataRejected?: boolean;
};

type RunFrame = Extract<HostFrame, { type: 'run' }>;

/** Receives frames of the script. */
export interface Output {
  write(json: string): void;
  /** Returns the number of bytes that wait to be sent. */
  waiting(): number;
  drained(): Promise<void>;
}

/** One isolate with its context, for one run. Its code runs on a thread of its own. */
export class ScriptIsolate {
  private readonly timers = new Map<number, NodeJS.Timeout>();
  private callsInFlight = 0;
  /** Calls in a long wait: their answers may take days. */
  private readonly longWaits = new Set<number>();
  private entriesInFlight = 0;
  private settled = false;
  private cancelled = false;
  private disposedCheck: NodeJS.Timeout | null = null;
  /** CPU time of this process when the run began. */
  private usedBefore: NodeJS.CpuUsage | undefined;
  private enterReference: ivm.Reference<unknown> | null = null;
  /** A program whose compiled data is worth keeping and is not kept yet. */
  private uncached: string | null = null;
  private onBack: (() => void) | null = null;

  private constructor(
    private readonly isolate: ivm.Isolate,
    private readonly context: ivm.Context,
    private readonly memoryMb: number,
    private readonly output: Output,
  ) {}

  /** Synchronous, on this thread: switching to another and back five times costs more than it frees. No script runs yet. */
  static create(
    snapshot: ivm.ExternalCopy<ArrayBuffer>,
    memoryMb: number,
    output: Output,
  ): ScriptIsolate {
    const isolate = new ivm.Isolate({
      snapshot,
      memoryLimit: memoryMb,
      onCatastrophicError: () => made.failOutOfMemory(),
    });
    const made = new ScriptIsolate(isolate, isolate.createContextSync(), memoryMb, output);
    made.boot();
    return made;
  }

  /** Passes the bootstrap the functions that it needs of this side; the bootstrap returns its entry point. */
  private boot(): void {
    const boot = this.context.global.getSync('__metarun', { reference: true });
    const args = [
      new ivm.Callback((type: unknown, json: unknown, max: unknown) =>
        this.onSend(String(type), String(json), Number(max)),
      ),
      new ivm.Reference(() => this.output.drained()),
      new ivm.Callback((id: unknown, ms: unknown) => this.setTimer(Number(id), Number(ms))),
      new ivm.Callback((id: unknown) => this.clearTimer(Number(id))),
      new ivm.Callback(webAnswers()),
    ];
    this.enterReference = boot.applySync(undefined, args, { result: { reference: true } });
  }

  async run({ script, task, params, limits }: RunFrame): Promise<void> {
    this.usedBefore = process.cpuUsage();
    this.disposedCheck = setInterval(() => {
      if (this.isolate.isDisposed) this.failOutOfMemory();
    }, DISPOSED_CHECK_MS);
    try {
      const program = isWorthKeeping(script)
        ? await this.evaluateLarge(script)
        : this.evaluateSmall(script);
      void this.enter('run', JSON.stringify({ task, params, limits }), program.derefInto());
    } catch (error) {
      // A compilation error is reported with a location in the compiled text, which means nothing to the author.
      const { message } = describe(error);
      this.fail('script_error', message.replace(/ \[[^[\]]*:\d+:\d+\]$/, ''));
    }
  }

  /**
   * Synchronous, on this thread, which saves switching to another and back. A program is a function expression, so none of its
   * code runs here, and a small one compiles in no time.
   */
  private evaluateSmall(script: string): ivm.Reference<unknown> {
    return this.context.evalSync(script, { filename: FILENAME, reference: true });
  }

  private async evaluateLarge(script: string): Promise<ivm.Reference<unknown>> {
    const cachedData = codeCache.get(script);
    const compiled: Compiled = await this.isolate.compileScript(script, {
      filename: FILENAME,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    if (cachedData === undefined || compiled.cachedDataRejected === true) this.uncached = script;
    const program: ivm.Reference<unknown> = await compiled.run(this.context, { reference: true });
    return program;
  }

  /**
   * Keeps V8's compiled data of a large program, with the functions that have run: hence after the run. Not for a program that
   * is still running, or that has left too little memory for this.
   */
  async keepCode(): Promise<void> {
    if (this.uncached === null || this.entriesInFlight > 0 || this.isolate.isDisposed) return;
    try {
      const { used_heap_size, heap_size_limit } = await this.isolate.getHeapStatistics();
      if (used_heap_size > heap_size_limit / 2) return;
      const { cachedData }: Compiled = await this.isolate.compileScript(this.uncached, {
        filename: FILENAME,
        produceCachedData: true,
      });
      if (cachedData !== undefined) codeCache.set(this.uncached, cachedData);
    } catch {
      // The isolate has ended; a later run may succeed.
    }
  }

  reply(id: number, json: string): void {
    if (!this.longWaits.delete(id)) this.callsInFlight -= 1;
    void this.enter('reply', json);
  }

  waiting(id: number): void {
    this.longWaits.add(id);
    this.callsInFlight -= 1;
    this.checkStuck('waiting');
  }

  cancel(): void {
    this.cancelled = true;
    this.output.write(JSON.stringify({ type: 'stopping' }));
    const before = process.cpuUsage();
    const check = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if (this.settled || this.isolate.isDisposed) clearInterval(check);
      else if ((user + system) / 1000 > HEEDLESS_MS)
        this.fail('cancelled', 'The run was cancelled.');
    }, HEED_CHECK_MS);
    void this.enter('cancel', '').finally(() => clearInterval(check));
  }

  /**
   * Disposes the isolate and waits until its script no longer runs. Returns false if it keeps running: parts of V8 never check
   * whether they should stop, so only the end of the process ends their thread.
   */
  async retire(): Promise<boolean> {
    this.dispose();
    if (this.entriesInFlight > 0) {
      const { promise: back, resolve } = Promise.withResolvers<void>();
      this.onBack = resolve;
      const timer = setTimeout(resolve, COME_BACK_MS);
      await back;
      clearTimeout(timer);
    }
    return this.entriesInFlight === 0;
  }

  /** Ends the script wherever it is. */
  dispose(): void {
    this.settled = true;
    if (this.disposedCheck !== null) clearInterval(this.disposedCheck);
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    if (!this.isolate.isDisposed) this.isolate.dispose();
  }

  fail(code: GuestError['code'], message: string, stack: string | null = null): void {
    if (this.settled) return;
    this.settled = true;
    const error = {
      code,
      type: '',
      message: wireText(message),
      stack: stack === null ? null : wireText(stack),
    };
    this.end(JSON.stringify({ type: 'failed', error }));
  }

  /** Sends the last frame after the run's usage: compiling, the script's own threads, and this side of it. */
  private end(json: string): void {
    const { user, system } = process.cpuUsage(this.usedBefore);
    const usage = JSON.stringify({ type: 'usage', cpu_ms: (user + system) / 1000 });
    this.output.write(`${usage}\n${json}`);
  }

  private async enter(
    kind: string,
    text: string,
    program?: ivm.Dereference<unknown>,
  ): Promise<void> {
    if (this.settled || this.enterReference === null) return;
    this.entriesInFlight += 1;
    await this.enterReference
      .apply(undefined, program === undefined ? [kind, text] : [kind, text, program])
      .catch((error: unknown) => this.onUnhandled(error))
      .finally(() => {
        this.entriesInFlight -= 1;
        if (this.entriesInFlight === 0) this.onBack?.();
        this.checkStuck(kind);
      });
  }

  /**
   * Handles a promise that was rejected and that the script has not handled by the end of the entry, or the end of the isolate.
   * After a request to stop it is unfinished work of the script, and ends nothing.
   */
  private onUnhandled(error: unknown): void {
    if (this.settled) return;
    if (this.isolate.isDisposed) return this.failOutOfMemory();
    const { type, message, stack } = describe(error);
    const text = `Unhandled promise rejection: ${type === '' ? '' : `${type}: `}${message}`;
    if (!this.cancelled) return this.fail('script_error', text, stack);
    const line = wireText(text).replaceAll('\n', ' ');
    this.output.write(JSON.stringify({ type: 'log', level: 'error', text: line }));
  }

  /**
   * Ends a run that nothing can wake again: no code runs, and no timer and no call is pending. One more entry, which lets the
   * isolate finish its queue, makes sure. If only calls in a long wait are pending, the run waits without its process.
   */
  private checkStuck(lastEntry: string): void {
    const awaited = this.entriesInFlight + this.callsInFlight + this.timers.size;
    if (this.settled || awaited > 0 || this.isolate.isDisposed) return;
    if (lastEntry !== 'idle') return void this.enter('idle', '');
    if (this.longWaits.size > 0) return this.suspend();
    this.fail('script_error', 'run() never finished: its promise can no longer settle');
  }

  private suspend(): void {
    this.settled = true;
    this.end(JSON.stringify({ type: 'suspend', on: [...this.longWaits] }));
  }

  private failOutOfMemory(): void {
    this.fail('out_of_memory', `The script needs more than its ${this.memoryMb} MB of memory.`);
  }

  private onSend(type: string, json: string, maxBytes: number): number {
    if (this.settled) return 0;
    if (Buffer.byteLength(json) > maxBytes) return SENT_TOO_LARGE;
    if (type === 'call') this.callsInFlight += 1;
    if (type === 'done' || type === 'failed') {
      this.settled = true;
      this.end(json);
    } else this.output.write(json);
    const full = this.output.waiting() > CHANNEL_FULL ? SENT_FULL : 0;
    return full | (this.cancelled ? SENT_CANCELLED : 0);
  }

  private setTimer(id: number, ms: number): void {
    if (this.settled) return;
    const fire = (): void => {
      this.timers.delete(id);
      void this.enter('timer', String(id));
    };
    this.timers.set(id, setTimeout(fire, ms));
  }

  private clearTimer(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }
}

/** Describes the isolate's copy of a rejected value: an error, a primitive, or a note on anything else. */
function describe(error: unknown): { type: string; message: string; stack: string | null } {
  if (error instanceof Error && error.message.startsWith(NOT_AN_ERROR))
    return { type: '', message: 'a value that is not an Error', stack: null };
  if (error instanceof Error)
    return { type: error.name, message: error.message, stack: error.stack ?? null };
  return { type: '', message: String(error), stack: null };
}

/** Returns text that a frame may contain. */
function wireText(text: string): string {
  return text.slice(0, MAX_TEXT).toWellFormed().replaceAll('\0', '\ufffd');
}
