import type { LogLevel } from '../../../src/sandbox/runtime/protocol.js';
import { MetarunError, TaskCancelled } from './call-errors.js';
import { calledFrom } from './called-from.js';
import { assign, create, parse, PromiseClass, quote, RangeErrorClass } from './intrinsics.js';
import { toStrictJson } from './strict-json.js';

/**
 * The functions that the supervisor (the Node side of the runner) provides to an isolate. Only strings, numbers and
 * bytes cross the boundary.
 */
export interface Supervisor {
  /**
   * Sends one guest frame, given as JSON of at most `maxBytes`. Returns the sum of the flags below.
   * @see SEND_FULL
   * @see SEND_CANCELLED
   * @see SEND_TOO_LARGE
   */
  send(type: string, json: string, maxBytes: number): number;
  /**
   * Sends the last frame once the turn is over; a failure before then replaces a result. `isBusy` is true if a step or
   * call is in progress. It blocks no thread: the receiving thread wakes up once, both for the frame and for the end of
   * the turn.
   */
  end(type: 'done' | 'failed', json: string, isBusy: boolean): void;
  /**
   * Blocks this isolate's thread: without arguments until the channel has accepted all sent data, otherwise until a
   * slow computation over bytes is done.
   * @see ../compute/index.ts
   */
  awaited: {
    applySyncPromise(self: undefined, args: unknown[], options?: object): string | Uint8Array;
  };
  /** Answers requests of the web globals. @see ../web-answers.ts */
  ask(what: string, ...args: unknown[]): string | Uint8Array;
  setTimer(id: number, ms: number): void;
  clearTimer(id: number): void;
}

/** Flag: the channel is full; call `drain`. */
const SEND_FULL = 1;
/** Flag: the host has asked the run to stop. */
const SEND_CANCELLED = 2;
/** Flag: the frame was longer than `maxBytes` and was not sent. */
const SEND_TOO_LARGE = 4;

/** Limit on the arguments of a call. The host's limit on a frame is 16 MiB; the rest is for the frame around them. */
const MAX_CALL_BYTES = 16 * 1024 * 1024 - 1024;
/**
 * Limit on the values in a call. The host accepts 250,000 including those of the frame: it parses them in time that all
 * runs share.
 */
const MAX_CALL_VALUES = 249_900;

/** Calls that begin a durable step: the host records the script's location. */
const PLACED: Record<string, boolean> = assign(create(null) as object, {
  'step.begin': true,
  sleep: true,
  'approval.ask': true,
  'approval.open': true,
  'event.wait': true,
  'task.run': true,
  'model.generate': true,
  'model.embed': true,
  'mcp.call': true,
  'mcp.tools': true,
});

interface PendingCall {
  method: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
  /** Created during the call, so that its stack shows the script's line. */
  error: MetarunError;
}

/** Effects of a cancel on a script in addition to ending its calls. */
interface CancelHooks {
  /** Aborts `reporter.signal`. */
  abort(reason: TaskCancelled): void;
  /** Returns a function that ends all current waits. */
  takeWaits(): () => void;
}

/**
 * The guest's end of the protocol. A cancel ends what the script waits for, and is delivered once: through
 * `reporter.signal` if the script reads it, otherwise as a `TaskCancelled` error of a call.
 */
export class Link {
  /** True once the outcome of the run is final: later failures are only logged. */
  isFinal = false;
  onCancel: CancelHooks = { abort: () => undefined, takeWaits: () => () => undefined };
  private pending: Record<number, PendingCall> = create(null);
  private readonly steps: Record<number, string> = create(null);
  private lastStep = 0;
  private lastCall = 0;
  private cancelled = false;
  private notified = false;

  constructor(private readonly supervisor: Supervisor) {}

  /** Registers a step in progress, until the returned function is called. */
  beginStep(name: string): () => void {
    const id = (this.lastStep += 1);
    this.steps[id] = name;
    return () => {
      delete this.steps[id];
    };
  }

  /** True if no step or call is in progress. */
  private get isIdle(): boolean {
    for (const _step in this.steps) return false;
    for (const _call in this.pending) return false;
    return true;
  }

  /** The names of the steps and the methods of the calls in progress. */
  get underWay(): { steps: string[]; methods: string[] } {
    const found = { steps: [] as string[], methods: [] as string[] };
    let count = 0;
    for (const id in this.steps) found.steps[count++] = this.steps[id] ?? '';
    count = 0;
    for (const id in this.pending) found.methods[count++] = this.pending[id]?.method ?? '';
    return found;
  }

  phase(text: string): void {
    this.report('phase', `{"type":"phase","text":${quote(text)}}`);
  }

  progress(value: number): void {
    this.report('progress', `{"type":"progress","value":${value}}`);
  }

  log(level: LogLevel, text: string): void {
    this.send('log', `{"type":"log","level":"${level}","text":${quote(text)}}`);
  }

  /** Sends output. With `full`, no more output follows. */
  output(level: LogLevel, text: string, full: boolean): void {
    const end = full ? ',"full":true}' : '}';
    this.send('output', `{"type":"output","level":"${level}","text":${quote(text)}${end}`);
  }

  /**
   * Makes a call. Throws a JsonError for arguments that are not JSON and RangeError for too large ones; rejects with
   * the host's error.
   */
  call(method: string, args: unknown): Promise<unknown> {
    this.throwIfCancelled();
    const json = toStrictJson(args, method, MAX_CALL_BYTES, MAX_CALL_VALUES);
    const id = (this.lastCall += 1);
    return new PromiseClass((resolve, reject) => {
      const error = new MetarunError();
      this.pending[id] = { method, resolve, reject, error };
      const at = PLACED[method] === true ? calledFrom(error) : '';
      const frame = `{"type":"call","id":${id},"method":${quote(method)},"args":${json}${at}}`;
      if (this.send('call', frame, MAX_CALL_BYTES)) return;
      delete this.pending[id];
      reject(new RangeErrorClass(`${method}: a call may hold at most ${MAX_CALL_BYTES} bytes`));
    });
  }

  /** Ends the run; a failure replaces a result. */
  end(type: 'done' | 'failed', json: string): void {
    if (this.isFinal) return;
    this.supervisor.end(type, json, !this.isIdle);
    this.isFinal = type === 'failed';
  }

  /** Delivers a reply; `json` is its frame. */
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
    else call.reject(assign(call.error, frame.error));
  }

  cancel(): void {
    this.cancelled = true;
    // Once the script knows of the cancel, pending calls may belong to its own clean-up.
    if (this.notified) return;
    const calls = this.pending;
    const wake = this.onCancel.takeWaits();
    this.pending = create(null);
    this.abortSignal();
    let ended = false;
    for (const id in calls) {
      ended = true;
      calls[id]?.reject(new TaskCancelled());
    }
    if (ended) this.notified = true;
    else wake();
  }

  /** Records that the script knows of the cancel: no further call reports it. */
  seen(): void {
    this.notified = true;
  }

  private abortSignal(): void {
    this.onCancel.abort(new TaskCancelled());
  }

  throwIfCancelled(): void {
    if (!this.cancelled || this.notified) return;
    this.notified = true;
    this.abortSignal();
    throw new TaskCancelled();
  }

  private report(type: string, json: string): void {
    this.throwIfCancelled();
    this.send(type, json);
    this.throwIfCancelled();
  }

  private send(type: string, json: string, maxBytes = MAX_CALL_BYTES): boolean {
    const answer = this.supervisor.send(type, json, maxBytes);
    if ((answer & SEND_CANCELLED) !== 0) this.cancelled = true;
    if ((answer & SEND_FULL) !== 0) this.supervisor.awaited.applySyncPromise(undefined, []);
    return (answer & SEND_TOO_LARGE) === 0;
  }
}
