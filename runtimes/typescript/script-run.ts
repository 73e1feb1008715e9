import ivm from 'isolated-vm';
import type { GuestError, HostFrame } from '../../src/sandbox/runtime/protocol.js';
import { Compute } from './compute/index.js';
import { webAnswers } from './web-answers.js';

/** Unsent data from which on a script that sends more is blocked (bytes). */
const CHANNEL_FULL = 64 * 1024;
const SENT_FULL = 1;
const SENT_CANCELLED = 2;
const SENT_TOO_LARGE = 4;
/** V8 does not notify anyone when it disposes an isolate whose thread does not return, so this is polled (ms). */
const DISPOSED_CHECK_MS = 50;

/** The message of isolated-vm for a rejected value that it does not copy. */
const NOT_AN_ERROR = 'An object was thrown from supplied code within isolated-vm';

/** The line below which isolated-vm puts frames of this side into a stack. */
const BOUNDARY = '\n    at (<isolated-vm boundary>)';

/**
 * CPU time of this process for which a script that was asked to stop may run without yielding (ms), and how often it is polled.
 * V8 can interrupt such a script only for good, so its clean-up would not run however long it had. The isolate's own
 * `cpuTime` is of no use: while a script runs, it goes on with the clock, whether the script has a processor or not.
 */
const HEEDLESS_MS = 60;
const HEED_CHECK_MS = 4;
/** Interval of polls of whether a script has used its time to return (ms). */
const BACK_CHECK_MS = 10;

const UNHANDLED = 'Unhandled promise rejection';
/** Entries that a run has once its end is known. */
const AT_THE_END = new Set(['cancel', 'done', 'failed', 'lost']);

/** Length limit of a message or a stack, in characters. */
const MAX_TEXT = 8_000;

/** A run with its script, which the host does not send twice where it is large. */
export type RunFrame = Extract<HostFrame, { type: 'run' }> & { script: string };

/** Receives frames of the script. */
export interface Output {
  write(json: string): void;
  /** Returns the number of bytes that wait to be sent. */
  waiting(): number;
  drained(): Promise<void>;
}

/** One context for one run. Its code runs on a thread of its own. */
export class ScriptRun {
  private readonly timers = new Map<number, NodeJS.Timeout>();
  private callsInFlight = 0;
  /** Calls in a long wait: their answers may take days. */
  private readonly longWaits = new Set<number>();
  private entriesInFlight = 0;
  /** The last frame, which waits until the turn is over: what the script does in it is part of the run. */
  private last: { type: 'done' | 'failed'; json: string; isBusy: boolean } | null = null;
  /** The log has what the end of the run cuts off. */
  private leftNamed = false;
  private settled = false;
  /** It has returned a result, and nothing of it can run any more once no entry is in flight. */
  private inOrder = false;
  private cancelled = false;
  private disposedCheck: NodeJS.Timeout | null = null;
  /** CPU time of this process when the run began. */
  private usedBefore: NodeJS.CpuUsage | undefined;
  private onBack: (() => void) | null = null;
  private readonly context: ivm.Context;
  private readonly awaited: ivm.Reference<unknown>;
  private readonly enterReference: ivm.Reference<unknown>;

  /**
   * Makes the context, and passes its bootstrap the functions that it needs of this side; the bootstrap returns its entry point.
   * Synchronous, on this thread: switching to another and back five times costs more than it frees. No script runs yet.
   */
  constructor(
    private readonly isolate: ivm.Isolate,
    private readonly memoryMb: number,
    private readonly output: Output,
  ) {
    this.context = isolate.createContextSync();
    const compute = new Compute();
    this.awaited = new ivm.Reference(async (json?: unknown, ...parts: unknown[]) => {
      if (json === undefined) return this.output.drained();
      return new ivm.ExternalCopy(await compute.later(json, parts)).copyInto({ release: true });
    });
    const args = [
      new ivm.Callback((type: unknown, json: unknown, max: unknown) =>
        this.onSend(String(type), String(json), Number(max)),
      ),
      this.awaited,
      new ivm.Callback((id: unknown, ms: unknown) => this.setTimer(Number(id), Number(ms))),
      new ivm.Callback((id: unknown) => this.clearTimer(Number(id))),
      new ivm.Callback(webAnswers(compute)),
      new ivm.Callback(
        (type: unknown, json: unknown, isBusy: unknown) =>
          this.onEnd(type === 'done' ? 'done' : 'failed', String(json), isBusy === true),
        { ignored: true },
      ),
    ];
    const boot = this.context.global.getSync('__metarun', { reference: true });
    this.enterReference = boot.applySync(undefined, args, { result: { reference: true } });
    boot.release();
  }

  /** Begins the run, with its program compiled for this isolate. Never throws. */
  async begin(
    { task, params, limits }: RunFrame,
    compile: (context: ivm.Context) => ivm.Reference<unknown> | Promise<ivm.Reference<unknown>>,
  ): Promise<void> {
    this.usedBefore = process.cpuUsage();
    this.disposedCheck = setInterval(() => {
      if (this.isolate.isDisposed) this.failOutOfMemory();
    }, DISPOSED_CHECK_MS);
    try {
      const program = await compile(this.context);
      const input = JSON.stringify({ task, params, limits });
      void this.enter('run', input, program.derefInto({ release: true }));
    } catch (error) {
      // A compilation error is reported with a location in the compiled text, which means nothing to the author.
      const { message } = describe(error);
      this.fail('script_error', message.replace(/ \[[^[\]]*:\d+:\d+\]$/, ''));
    }
  }

  reply(id: number, json: string): void {
    if (!this.longWaits.delete(id)) this.callsInFlight -= 1;
    void this.enter('reply', json);
  }

  waiting(id: number): void {
    this.longWaits.add(id);
    this.callsInFlight -= 1;
    this.checkEnd('waiting');
  }

  cancel(): void {
    this.cancelled = true;
    this.inOrder = false;
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

  /** True while code of the script runs, or is about to. */
  get runs(): boolean {
    return this.entriesInFlight > 0;
  }

  /**
   * Returns whether the run has left nothing behind that could still do something: no timer, no call without its answer, no
   * rejected promise, no code that has run past the end.
   */
  get leftNothing(): boolean {
    return this.inOrder && this.entriesInFlight === 0 && !this.isolate.isDisposed;
  }

  /** Resolves once no code of the script runs, or this process has used so much CPU time meanwhile (ms). */
  async back(cpuMs: number): Promise<void> {
    if (this.entriesInFlight === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.onBack = resolve;
    const before = process.cpuUsage();
    const check = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1000 > cpuMs) resolve();
    }, BACK_CHECK_MS);
    await promise;
    clearInterval(check);
  }

  /** Ends the run for this side: nothing enters its context any more. */
  end(): void {
    this.settled = true;
    if (this.disposedCheck !== null) clearInterval(this.disposedCheck);
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  /** Lets go of the context, which V8 keeps as long as anything here refers to it. */
  release(): void {
    this.enterReference.release();
    this.awaited.release();
    this.context.release();
  }

  fail(code: GuestError['code'], message: string): void {
    if (this.settled) return;
    this.settled = true;
    this.sendLast(failureFrame(code, message, null));
  }

  /** Sends the last frame after the run's usage: compiling, the script's own threads, and this side of it. */
  private sendLast(json: string): void {
    const { user, system } = process.cpuUsage(this.usedBefore);
    const usage = JSON.stringify({ type: 'usage', cpu_ms: (user + system) / 1000 });
    this.output.write(`${usage}\n${json}`);
  }

  private async enter(
    kind: string,
    text: string,
    program?: ivm.Dereference<unknown>,
  ): Promise<void> {
    if (this.settled || (this.last !== null && !AT_THE_END.has(kind))) return;
    this.entriesInFlight += 1;
    await this.enterReference
      .apply(undefined, program === undefined ? [kind, text] : [kind, text, program])
      .catch((error: unknown) => this.onUnhandled(error))
      .finally(() => {
        this.entriesInFlight -= 1;
        if (this.entriesInFlight === 0) this.onBack?.();
        this.checkEnd(kind);
      });
  }

  /**
   * Handles a promise that was rejected and that the script has not handled by the end of the entry, or the end of the isolate.
   * After a request to stop it is unfinished work of the script, and ends nothing; nor does it where the run has failed.
   */
  private onUnhandled(error: unknown): void {
    this.inOrder = false;
    if (this.settled) return;
    if (this.isolate.isDisposed) return this.failOutOfMemory();
    const { type, message, stack } = describe(error);
    const what = `${type === '' ? '' : `${type}: `}${message}`;
    if (this.cancelled || this.last?.type === 'failed')
      return void this.enter('lost', `${UNHANDLED}: ${wireText(stack ?? what)}`);
    const json = failureFrame('script_error', `${UNHANDLED}: ${what}`, stack);
    this.last = { type: 'failed', json, isBusy: true };
  }

  /**
   * Ends a run that has come to its end, or that nothing can wake again: no code runs, and no timer and no call is pending. One more
   * entry, which lets the isolate finish its queue, makes sure. If only calls in a long wait are pending, the run waits without its process.
   */
  private checkEnd(lastEntry: string): void {
    if (this.settled || this.entriesInFlight > 0 || this.isolate.isDisposed) return;
    if (this.last !== null) return this.finish(this.last);
    if (this.callsInFlight + this.timers.size > 0) return;
    if (lastEntry !== 'idle') return void this.enter('idle', '');
    if (this.longWaits.size > 0) return this.suspend();
    this.fail('script_error', 'run() never finished: its promise can no longer settle');
  }

  /** Sends the last frame, once the log has what is cut off by it. A cancel cuts off on purpose. */
  private finish({ type, json, isBusy }: NonNullable<ScriptRun['last']>): void {
    const left = this.callsInFlight + this.longWaits.size + this.timers.size;
    if ((left > 0 || isBusy) && !this.leftNamed && !this.cancelled) {
      this.leftNamed = true;
      return void this.enter(type, '');
    }
    this.settled = true;
    this.inOrder = type === 'done' && left === 0 && !this.cancelled;
    this.sendLast(json);
  }

  private suspend(): void {
    this.settled = true;
    this.sendLast(JSON.stringify({ type: 'suspend', on: [...this.longWaits] }));
  }

  failOutOfMemory(): void {
    this.fail('out_of_memory', `The script needs more than its ${this.memoryMb} MB of memory.`);
  }

  private onSend(type: string, json: string, maxBytes: number): number {
    if (this.settled) {
      this.inOrder = false;
      return 0;
    }
    if (Buffer.byteLength(json) > maxBytes) return SENT_TOO_LARGE;
    if (type === 'call') this.callsInFlight += 1;
    this.output.write(json);
    const full = this.output.waiting() > CHANNEL_FULL ? SENT_FULL : 0;
    return full | (this.cancelled ? SENT_CANCELLED : 0);
  }

  private onEnd(type: 'done' | 'failed', json: string, isBusy: boolean): void {
    if (this.settled) {
      this.inOrder = false;
      return;
    }
    if (this.last?.type !== 'failed') this.last = { type, json, isBusy };
    // The turn may be over already.
    this.checkEnd(type);
  }

  private setTimer(id: number, ms: number): void {
    if (this.settled) {
      this.inOrder = false;
      return;
    }
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
    return {
      type: error.name,
      message: error.message,
      stack: error.stack?.split(BOUNDARY, 1)[0] ?? null,
    };
  return { type: '', message: String(error), stack: null };
}

function failureFrame(code: GuestError['code'], message: string, stack: string | null): string {
  const error = {
    code,
    type: '',
    message: wireText(message),
    stack: stack === null ? null : wireText(stack),
  };
  return JSON.stringify({ type: 'failed', error });
}

/** Returns text that a frame may contain. */
function wireText(text: string): string {
  return text.slice(0, MAX_TEXT).toWellFormed().replaceAll('\0', '\ufffd');
}
