import { messageOf, MetarunError } from '../kernel/errors.js';
import type { GuestCommand } from '../runtime/sandbox/sandbox.js';
import { ConverterProcess } from './converter-process.js';
import { FairQueue } from '../kernel/fair-queue.js';
import type { ConversionLimits } from './limits.js';

/** Documents of one project that wait; further ones are refused. */
const MAX_WAITING = 200;
/** What a client that is refused waits, in seconds. */
const RETRY_AFTER_SECONDS = 5;
/** A process serves its project for this long before others that wait get its place, since a new one takes 0.1 s (ms). */
const TURN_MS = 1_000;

export interface ConverterPoolOptions {
  command: GuestCommand;
  limits: ConversionLimits;
  /** The most processes that live at once. */
  maxProcesses: number;
  /** The last idle process is ended after this, in ms. */
  idleMs: number;
  /** Those besides it are after this. */
  spareIdleMs: number;
  onWarning: (message: string) => void;
}

interface Request {
  onProcess: (process: ConverterProcess) => void;
  onFailure: (error: MetarunError) => void;
}

/**
 * Converter processes, each of one project. None lives before the first document; one that is idle goes to the next document
 * of its project, or makes room for another project's.
 */
export class ConverterPool {
  private readonly starting = new Set<ConverterProcess>();
  private readonly idle = new Set<ConverterProcess>();
  /** When each began to serve without a pause. */
  private readonly busy = new Map<ConverterProcess, number>();
  private readonly queue = new FairQueue<Request>();
  private readonly retirement: NodeJS.Timeout;
  /** Whether it has been closed. */
  closed = false;

  constructor(private readonly options: ConverterPoolOptions) {
    this.retirement = setInterval(() => this.retire(), options.spareIdleMs / 4).unref();
  }

  /** Processes that live. */
  get processes(): number {
    return this.starting.size + this.idle.size + this.busy.size;
  }

  /** Documents that wait for one. */
  get waiting(): number {
    return this.queue.size;
  }

  /** A process for one document of `owner`, to be given back. Rejects with MetarunError `unavailable`. */
  acquire(owner: string): Promise<ConverterProcess> {
    if (this.closed) return Promise.reject(stopping());
    if (this.queue.sizeOf(owner) >= MAX_WAITING) return Promise.reject(busy());
    return new Promise((onProcess, onFailure) => {
      this.queue.push(owner, { onProcess, onFailure });
      this.serve();
    });
  }

  /** Takes a process back after its document. */
  release(process: ConverterProcess): void {
    const since = this.busy.get(process);
    this.busy.delete(process);
    if (this.closed || !process.reusable) process.kill();
    else if (!this.serveOn(process, since ?? 0)) this.becomeIdle(process);
    this.serve();
  }

  /** Ends every process; what waits for one is refused. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.retirement);
    for (const { onFailure } of this.queue.clear()) onFailure(stopping());
    const processes = [...this.starting, ...this.idle, ...this.busy.keys()];
    for (const process of processes) process.kill();
    await Promise.all(processes.map((process) => process.exited));
  }

  private serve(): void {
    for (let owner = this.queue.next; owner !== undefined; owner = this.queue.next) {
      const own = [...this.idle].find((process) => process.owner === owner);
      if (own !== undefined) {
        this.idle.delete(own);
        this.give(own, this.queue.shift(owner), performance.now());
      } else if (this.makeRoom()) void this.startFor(owner, this.queue.shift(owner));
      else return;
    }
  }

  /** Whether `process`, which has served since `since`, goes on with a document of its project. */
  private serveOn(process: ConverterProcess, since: number): boolean {
    const { owner } = process;
    if (this.queue.sizeOf(owner) === 0) return false;
    if (this.queue.holdsOthersThan(owner) && performance.now() - since > TURN_MS) return false;
    this.give(process, this.queue.shift(owner), since);
    return true;
  }

  private give(process: ConverterProcess, request: Request | undefined, since: number): void {
    this.busy.set(process, since);
    request?.onProcess(process);
  }

  /** Whether one more process may be started, for which another project's idle one is ended. */
  private makeRoom(): boolean {
    if (this.processes < this.options.maxProcesses) return true;
    const [oldest] = this.idle;
    if (oldest === undefined) return false;
    this.idle.delete(oldest);
    oldest.kill();
    return true;
  }

  private async startFor(owner: string, request: Request | undefined): Promise<void> {
    let process: ConverterProcess | null = null;
    try {
      process = new ConverterProcess(this.options.command, owner, this.options.limits);
      this.starting.add(process);
      await process.ready();
      this.give(process, request, performance.now());
    } catch (error) {
      if (!this.closed)
        this.options.onWarning(`A converter process could not be started: ${messageOf(error)}`);
      request?.onFailure(this.closed ? stopping() : notStarted());
    } finally {
      if (process !== null) this.starting.delete(process);
      this.serve();
    }
  }

  private becomeIdle(process: ConverterProcess): void {
    process.idleSince = performance.now();
    this.idle.add(process);
    void process.exited.then(() => this.idle.delete(process));
  }

  /** Of those that idle the last one stays longer. The set has them by how long they do. */
  private retire(): void {
    const now = performance.now();
    for (const process of this.idle) {
      const last = this.processes === 1;
      const { idleMs, spareIdleMs } = this.options;
      if (now - process.idleSince < (last ? idleMs : spareIdleMs)) continue;
      this.idle.delete(process);
      process.kill();
    }
  }
}

function busy(): MetarunError {
  const message = `More than ${MAX_WAITING} documents of this project wait for their conversion. Try again soon.`;
  return new MetarunError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function notStarted(): MetarunError {
  const message = 'No process for the conversion could be started. The log of the server says why.';
  return new MetarunError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

export function stopping(): MetarunError {
  return new MetarunError('unavailable', 'The server is stopping.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
