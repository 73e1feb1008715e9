import { MetarunError } from '../../src/base/kernel/errors.js';
import type { Json } from '../../src/base/kernel/json.js';
import type { LinePart, PendingCall, RunHost } from '../../src/sandbox/runtime/runtime.js';
import { StopSignal } from '../../src/sandbox/runtime/stop-signal.js';

export interface RecordedCall {
  method: string;
  args: Json;
}

export type CallAnswer = (method: string, args: Json, pending: PendingCall) => Promise<Json>;

/** Records the reports of a run in order, as `kind:text`, and lets tests wait for one. */
export class RecordingHost implements RunHost {
  readonly stop = new StopSignal();
  readonly events: string[] = [];
  readonly calls: RecordedCall[] = [];
  /** Lines that were reported before they were complete. */
  readonly open: string[] = [];
  private readonly waiting = new Map<string, () => void>();

  constructor(private readonly answer: CallAnswer = refuse) {}

  onPhase(text: string): void {
    this.add(`phase:${text}`);
  }
  onProgress(value: number): void {
    this.add(`progress:${value}`);
  }
  onLog(level: string, text: string, part?: LinePart): void {
    if (part === 'open') this.open.push(text);
    else this.add(`${level}:${text}`);
  }
  redact(text: string): string {
    return text;
  }
  call(method: string, args: Json, pending: PendingCall): Promise<Json> {
    this.calls.push({ method, args });
    return this.answer(method, args, pending);
  }
  waits(method: string): boolean {
    return method === 'http.request';
  }
  logged(level: string): string[] {
    const prefix = `${level}:`;
    return this.events.filter((e) => e.startsWith(prefix)).map((e) => e.slice(prefix.length));
  }
  /** Resolves once the run has reported `event`. */
  reported(event: string): Promise<void> {
    if (this.events.includes(event)) return Promise.resolve();
    return new Promise((resolve) => this.waiting.set(event, resolve));
  }
  private add(event: string): void {
    this.events.push(event);
    this.waiting.get(event)?.();
  }
}

function refuse(method: string): Promise<Json> {
  return Promise.reject(new MetarunError('not_available', `no ${method} here`));
}
