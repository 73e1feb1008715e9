import ivm from 'isolated-vm';
import type { GuestError, HostFrame } from '../../src/sandbox/runtime/protocol.js';
import { Compute } from './compute/index.js';
import { webAnswers } from './web-answers.js';

/** Amount of unsent data above which a script that sends more is blocked (bytes). */
const CHANNEL_FULL = 64 * 1024;
const SENT_FULL = 1;
const SENT_CANCELLED = 2;
const SENT_TOO_LARGE = 4;
/**
 * Interval of polls for a disposed isolate (ms): V8 does not report the disposal of an isolate whose thread does not
 * return.
 */
const DISPOSED_CHECK_MS = 50;

/** isolated-vm's message for a rejected value that it does not copy. */
const NOT_AN_ERROR = 'An object was thrown from supplied code within isolated-vm';

/** The line in a stack below which isolated-vm adds frames of this side. */
const BOUNDARY = '\n    at (<isolated-vm boundary>)';

/**
 * CPU time of this process for which a script may run without yielding after a request to stop (ms), and interval of
 * polls. V8 can only terminate such a script for good, so its clean-up would never run, however long it had. The
 * isolate's own `cpuTime` is useless: while a script runs, it advances with the clock, whether the script has a
 * processor or not.
 */
const HEEDLESS_MS = 60;
const HEED_CHECK_MS = 4;
/** Interval of polls for whether a script has used up its time to return (ms). */
const BACK_CHECK_MS = 10;

const UNHANDLED = 'Unhandled promise rejection';
/** Entries into the context once the outcome of a run is known. */
const AT_THE_END = new Set(['cancel', 'done', 'failed', 'lost']);

/** Maximum length of a message or stack, in characters. */
const MAX_TEXT = 8_000;

/** A `run` frame with its script, which the host omits if the guest keeps it. */
export type RunFrame = Extract<HostFrame, { type: 'run' }> & { script: string };

/** Receives the script's frames. */
export interface Output {
  write(json: string): void;
  /** Returns the number of bytes that wait to be sent. */
  waiting(): number;
  drained(): Promise<void>;
}

/** A context for one run. Its code runs on a separate thread. */
export class ScriptRun {
  private readonly timers = new Map<number, NodeJS.Timeout>();
  private callsInFlight = 0;
  /** Calls in a long wait: their answers may take days. */
  private readonly longWaits = new Set<number>();
  private entriesInFlight = 0;
  /** The last frame, which waits until the turn is over: the rest of the turn is still part of the run. */
  private last: { type: 'done' | 'failed'; json: string; isBusy: boolean } | null = null;
  /** True once the log names the work that the end of the run cuts off. */
  private leftNamed = false;
  private settled = false;
  /** True once the run has returned a result, and none of its code can run once no entry is in flight. */
  private inOrder = false;
  private cancelled = false;
  private disposedCheck: NodeJS.Timeout | null = null;
  /** CPU time of this process at the start of the run. */
  private usedBefore: NodeJS.CpuUsage | undefined;
  private onBack: (() => void) | null = null;
  private readonly context: ivm.Context;
  private readonly awaited: ivm.Reference<unknown>;
  private readonly enterReference: ivm.Reference<unknown>;

  /**
   * Creates the context, and passes the functions that it needs to its bootstrap, which returns an entry point. Works
   * synchronously on this thread, since five thread switches would cost more than they free. No script runs yet.
   */
  constructor(
    private readonly isolate: ivm.Isolate,
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

  /** Starts the run, with its program compiled for this isolate. Never throws. */
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
      // The location in the message of a compilation error refers to the compiled text, which means nothing to the
      // author.
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

  /** True while code of the script runs or is about to run. */
  get runs(): boolean {
    return this.entriesInFlight > 0;
  }

  /**
   * True if the run has left nothing behind that could still do anything: no timer, no unanswered call, no rejected
   * promise, no code that runs past the end.
   */
  get leftNothing(): boolean {
    return this.inOrder && this.entriesInFlight === 0 && !this.isolate.isDisposed;
  }

  /** Resolves once none of the script's code runs, or this process has used `cpuMs` of CPU time meanwhile (ms). */
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

  /** Ends the run on this side: nothing enters its context any more. */
  end(): void {
    this.settled = true;
    if (this.disposedCheck !== null) clearInterval(this.disposedCheck);
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  /** Releases the context, which V8 keeps as long as anything here refers to it. */
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

  /** Sends the last frame after the run's usage: compiling, the script's own threads, and the work on this side. */
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
   * Handles a promise rejection that the script has not handled by the end of the entry or of the isolate. After a
   * request to stop, it is unfinished work of the script and ends nothing; nor does it if the run has failed.
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
   * Ends a run that is finished or that nothing can wake again: no code runs, and no timer or call is pending. One more
   * entry, in which the isolate finishes its queue, confirms this. If only calls in a long wait are pending, the run is
   * suspended without its process.
   */
  private checkEnd(lastEntry: string): void {
    if (this.settled || this.entriesInFlight > 0 || this.isolate.isDisposed) return;
    if (this.last !== null) return this.finish(this.last);
    if (this.callsInFlight + this.timers.size > 0) return;
    if (lastEntry !== 'idle') return void this.enter('idle', '');
    if (this.longWaits.size > 0) return this.suspend();
    this.fail('script_error', 'run() never finished: its promise can no longer settle');
  }

  /** Sends the last frame, after the log has recorded the work that it cuts off. A cancel cuts off work on purpose. */
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
    this.fail('out_of_memory', '');
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
    // The turn may already be over.
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
