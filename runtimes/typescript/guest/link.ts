import type { LogLevel } from '../../../src/runtime/protocol.js';
import { MetarunError, TaskCancelled } from './call-errors.js';
import { assign, create, parse, PromiseClass, quote, RangeErrorClass } from './intrinsics.js';
import { toStrictJson } from './strict-json.js';
import type { WebHost } from './web/host.js';

/** What the supervisor (the Node side of the runner) gives to an isolate. Only strings and numbers cross. */
export interface Supervisor {
  /**
   * Sends one guest frame, given as JSON of at most `maxBytes`. Answers with the sum of the flags below.
   * @see SEND_FULL @see SEND_CANCELLED @see SEND_TOO_LARGE
   */
  send(type: string, json: string, maxBytes: number): number;
  /** Blocks this isolate's thread until the channel has taken what was sent. */
  drain: { applySyncPromise(self: undefined, args: []): void };
  /** What the web's globals need of it. @see ../web-answers.ts */
  ask: WebHost['ask'];
  setTimer(id: number, ms: number): void;
  clearTimer(id: number): void;
}

/** The channel is full: call `drain`. */
const SEND_FULL = 1;
/** The host has asked the run to stop. */
const SEND_CANCELLED = 2;
/** The frame was longer than `maxBytes` and was not sent. */
const SEND_TOO_LARGE = 4;

/** The host's limit for a frame is 16 MiB; the rest is for what is around the arguments. */
const MAX_CALL_BYTES = 16 * 1024 * 1024 - 1024;
/** The host takes 250,000 with those of the frame itself: to parse them takes the time of all runs. */
const MAX_CALL_VALUES = 249_900;

interface PendingCall {
  resolve(value: unknown): void;
  reject(error: Error): void;
  /** Made with the call, so that its stack leads to the script's line. */
  refusal: MetarunError;
}

/** What a cancel does to a script beyond ending its calls. */
interface CancelHooks {
  /** Aborts `reporter.signal`. */
  abort(reason: TaskCancelled): void;
  /** Gives what ends the waits that there are now. */
  waking(): () => void;
}

/**
 * The guest's end of the protocol. A cancel ends what the script waits for, and is delivered once: by
 * `reporter.signal` where the script looks at it, else as a `TaskCancelled` error out of a call.
 */
export class Link {
  onCancel: CancelHooks = { abort: () => undefined, waking: () => () => undefined };
  private pending: Record<number, PendingCall> = create(null);
  private lastCall = 0;
  private cancelled = false;
  private told = false;
  private ended = false;

  constructor(private readonly supervisor: Supervisor) {}

  get settled(): boolean {
    return this.ended;
  }

  phase(text: string): void {
    this.tell('phase', `{"type":"phase","text":${quote(text)}}`);
  }

  progress(value: number): void {
    this.tell('progress', `{"type":"progress","value":${value}}`);
  }

  log(level: LogLevel, text: string): void {
    this.send('log', `{"type":"log","level":"${level}","text":${quote(text)}}`);
  }

  /** Throws a JsonFault for arguments that are not JSON, RangeError for too large ones; rejects with the host's error. */
  call(method: string, args: unknown): Promise<unknown> {
    this.throwIfCancelled();
    const json = toStrictJson(args, method, MAX_CALL_BYTES, MAX_CALL_VALUES);
    const id = (this.lastCall += 1);
    return new PromiseClass((resolve, reject) => {
      this.pending[id] = { resolve, reject, refusal: new MetarunError() };
      const frame = `{"type":"call","id":${id},"method":${quote(method)},"args":${json}}`;
      if (this.send('call', frame, MAX_CALL_BYTES)) return;
      delete this.pending[id];
      if (!this.ended)
        reject(new RangeErrorClass(`${method}: a call may hold at most ${MAX_CALL_BYTES} bytes`));
    });
  }

  /** Ends the run. False when the frame was longer than `maxBytes` and was not sent. */
  end(type: 'done' | 'failed', json: string, maxBytes = MAX_CALL_BYTES): boolean {
    if (this.ended) return true;
    if (!this.send(type, json, maxBytes)) return false;
    this.ended = true;
    return true;
  }

  /** `json` is a reply frame. */
  reply(json: string): void {
    const frame = parse(json) as {
      id: number;
      result?: unknown;
      error?: { code: string; message: string };
    };
    const call = this.pending[frame.id];
    if (call === undefined) return;
    delete this.pending[frame.id];
    if (frame.error === undefined) call.resolve(frame.result);
    else call.reject(assign(call.refusal, frame.error));
  }

  cancel(): void {
    this.cancelled = true;
    // What is pending by now may be the script's own cleaning up.
    if (this.told) return;
    const calls = this.pending;
    const wake = this.onCancel.waking();
    this.pending = create(null);
    this.abortSignal();
    let ended = false;
    for (const id in calls) {
      ended = true;
      calls[id]?.reject(new TaskCancelled());
    }
    if (ended) this.told = true;
    else wake();
  }

  /** The script knows of the cancel: no further call tells it. */
  seen(): void {
    this.told = true;
  }

  private abortSignal(): void {
    this.onCancel.abort(new TaskCancelled());
  }

  private throwIfCancelled(): void {
    if (!this.cancelled || this.told) return;
    this.told = true;
    this.abortSignal();
    throw new TaskCancelled();
  }

  private tell(type: string, json: string): void {
    this.throwIfCancelled();
    this.send(type, json);
    this.throwIfCancelled();
  }

  private send(type: string, json: string, maxBytes = MAX_CALL_BYTES): boolean {
    if (this.ended) return false;
    const answer = this.supervisor.send(type, json, maxBytes);
    if ((answer & SEND_CANCELLED) !== 0) this.cancelled = true;
    if ((answer & SEND_FULL) !== 0) this.supervisor.drain.applySyncPromise(undefined, []);
    return (answer & SEND_TOO_LARGE) === 0;
  }
}
