import ivm from 'isolated-vm';
import type { GuestError, HostFrame } from '../../src/runtime/protocol.js';
import { webAnswers } from './web-answers.js';

/** Past this much unsent data a script that sends more is held (bytes). */
const CHANNEL_FULL = 1024 * 1024;
const SENT_FULL = 1;
const SENT_CANCELLED = 2;
const SENT_TOO_LARGE = 4;
/** V8 tells nobody when it disposes an isolate whose thread does not come back: looked for at this interval (ms). */
const DISPOSED_CHECK_MS = 50;

/** Of a message or a stack, in characters. */
const MAX_TEXT = 8_000;

type RunFrame = Extract<HostFrame, { type: 'run' }>;

/** Where frames of the script go. */
export interface Output {
  write(json: string): void;
  /** Bytes that wait to be sent. */
  waiting(): number;
  drained(): Promise<void>;
}

/** One isolate with its context, for one run. Whatever it does runs on a thread of its own. */
export class ScriptIsolate {
  private readonly timers = new Map<number, NodeJS.Timeout>();
  private callsInFlight = 0;
  private entriesInFlight = 0;
  private settled = false;
  private cancelled = false;
  private disposedCheck: NodeJS.Timeout | null = null;
  private enterReference: ivm.Reference<unknown> | null = null;

  private constructor(
    private readonly isolate: ivm.Isolate,
    private readonly context: ivm.Context,
    private readonly memoryMb: number,
    private readonly output: Output,
  ) {}

  static async create(
    snapshot: ivm.ExternalCopy<ArrayBuffer>,
    memoryMb: number,
    output: Output,
  ): Promise<ScriptIsolate> {
    const isolate = new ivm.Isolate({
      snapshot,
      memoryLimit: memoryMb,
      onCatastrophicError: () => made.failOutOfMemory(),
    });
    const made = new ScriptIsolate(isolate, await isolate.createContext(), memoryMb, output);
    await made.boot();
    return made;
  }

  /** Hands the bootstrap what it needs of this side; it answers with the one way in. */
  private async boot(): Promise<void> {
    const boot = await this.context.global.get('__metarun', { reference: true });
    const args = [
      new ivm.Callback((type: unknown, json: unknown, max: unknown) =>
        this.onSend(String(type), String(json), Number(max)),
      ),
      new ivm.Reference(() => this.output.drained()),
      new ivm.Callback((id: unknown, ms: unknown) => this.setTimer(Number(id), Number(ms))),
      new ivm.Callback((id: unknown) => this.clearTimer(Number(id))),
      new ivm.Callback(webAnswers()),
    ];
    this.enterReference = await boot.apply(undefined, args, { result: { reference: true } });
  }

  async run({ script, task, params, limits }: RunFrame): Promise<void> {
    this.disposedCheck = setInterval(() => {
      if (this.isolate.isDisposed) this.failOutOfMemory();
    }, DISPOSED_CHECK_MS);
    try {
      const program = await this.context.eval(script, { filename: 'workflow.ts', reference: true });
      this.enter('run', JSON.stringify({ task, params, limits }), program.derefInto());
    } catch (error) {
      this.fail('script_error', error instanceof Error ? error.message : String(error));
    }
  }

  reply(json: string): void {
    this.callsInFlight -= 1;
    this.enter('reply', json);
  }

  cancel(): void {
    this.cancelled = true;
    this.enter('cancel', '');
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
    this.output.write(JSON.stringify({ type: 'failed', error }));
  }

  private enter(kind: string, text: string, program?: ivm.Dereference<unknown>): void {
    if (this.settled || this.enterReference === null) return;
    this.entriesInFlight += 1;
    this.enterReference
      .apply(undefined, program === undefined ? [kind, text] : [kind, text, program])
      .catch((error: unknown) => this.onUnhandled(error))
      .finally(() => {
        this.entriesInFlight -= 1;
        this.checkStuck(kind);
      });
  }

  /**
   * A promise that was rejected and that the script has not handled by the end of the entry, or the end of the
   * isolate. Of a script that was told to stop it is what it left unfinished, and ends nothing.
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
   * With no code running, no timer and no call under way nothing can wake the script again. One more entry,
   * which lets the isolate finish what it has queued, makes sure.
   */
  private checkStuck(lastEntry: string): void {
    const awaited = this.entriesInFlight + this.callsInFlight + this.timers.size;
    if (this.settled || awaited > 0 || this.isolate.isDisposed) return;
    if (lastEntry !== 'idle') return this.enter('idle', '');
    this.fail('script_error', 'run() never finished: its promise can no longer settle');
  }

  private failOutOfMemory(): void {
    this.fail('out_of_memory', `The script needs more than its ${this.memoryMb} MB of memory.`);
  }

  private onSend(type: string, json: string, maxBytes: number): number {
    if (this.settled) return 0;
    if (Buffer.byteLength(json) > maxBytes) return SENT_TOO_LARGE;
    if (type === 'call') this.callsInFlight += 1;
    if (type === 'done' || type === 'failed') this.settled = true;
    this.output.write(json);
    const full = this.output.waiting() > CHANNEL_FULL ? SENT_FULL : 0;
    return full | (this.cancelled ? SENT_CANCELLED : 0);
  }

  private setTimer(id: number, ms: number): void {
    if (this.settled) return;
    const fire = (): void => {
      this.timers.delete(id);
      this.enter('timer', String(id));
    };
    this.timers.set(id, setTimeout(fire, ms));
  }

  private clearTimer(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }
}

/** What the isolate gave of a rejected value: a copy of an error, a primitive, or a note on anything else. */
function describe(error: unknown): { type: string; message: string; stack: string | null } {
  if (error instanceof Error)
    return { type: error.name, message: error.message, stack: error.stack ?? null };
  return { type: '', message: String(error), stack: null };
}

/** Text as a frame may hold it. */
function wireText(text: string): string {
  return text.slice(0, MAX_TEXT).toWellFormed().replaceAll('\0', '\ufffd');
}
