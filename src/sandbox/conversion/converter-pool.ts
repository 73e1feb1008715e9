import { setTimeout as delay } from 'node:timers/promises';
import { getErrorMessage, MetarunError } from '../../base/kernel/errors.js';
import type { GuestCommand } from '../runtime/sandbox/sandbox.js';
import { ConverterProcess } from './converter-process.js';
import { FairQueue } from '../../base/kernel/fair-queue.js';
import { ConverterBrokenError, TooManyWaitingError } from './document-converter.js';
import { FailedStarts } from './failed-starts.js';
import type { Recogniser } from './recogniser.js';
import type { ConversionLimits } from './limits.js';

/** Maximum number of waiting documents of a project; further ones are refused. */
const MAX_WAITING = 200;
/** Time after which a refused client should retry, in seconds. */
const RETRY_AFTER_SECONDS = 5;
/**
 * Time that a process serves its project before it makes way for waiting projects (ms). A new process takes 0.1 s to
 * start.
 */
const TURN_MS = 1_000;
/** Number of attempts to start a process for a document: a process may be killed while it starts. */
const TRIES = 3;
/** Pause after the first attempt; later pauses are longer (ms). */
const PAUSE_MS = 50;

export interface ConverterPoolOptions {
  command: GuestCommand;
  limits: ConversionLimits;
  /** Maximum number of live processes. */
  maxProcesses: number;
  /** Time after which the last idle process is ended, in ms. */
  idleMs: number;
  /** Time after which other idle processes are ended, in ms. */
  surplusIdleMs: number;
  onWarning: (message: string) => void;
  /** Recognises text in scanned pages; without it, such pages have no text. */
  recogniser?: Recogniser | undefined;
}

interface Request {
  onProcess: (process: ConverterProcess) => void;
  onFailure: (error: MetarunError) => void;
}

/**
 * Converter processes, each of which serves one project. One may be started before the first document and is given to
 * the first project. An idle process takes its project's next document, or is ended to make way for another project.
 */
export class ConverterPool {
  private readonly starting = new Set<ConverterProcess>();
  /** Number of processes being started, including those waiting for another attempt. */
  private starts = 0;
  private readonly idle = new Set<ConverterProcess>();
  /** Busy processes, with the time at which each began to serve without a pause. */
  private readonly busy = new Map<ConverterProcess, number>();
  private readonly queue = new FairQueue<Request>();
  private readonly failures = new FailedStarts();
  private readonly retirement: NodeJS.Timeout;
  /** True once the pool has been closed. */
  closed = false;

  constructor(private readonly options: ConverterPoolOptions) {
    this.retirement = setInterval(() => this.retire(), options.surplusIdleMs / 4).unref();
  }

  /** Live processes. */
  get processes(): number {
    return this.starts + this.idle.size + this.busy.size;
  }

  /** Number of documents that wait for a process. */
  get waiting(): number {
    return this.queue.size;
  }

  /** Reason why no process can be started now; null if no problem is known. */
  get problem(): string | null {
    return this.failures.problem;
  }

  /**
   * Starts a process for the first project that has a document. Never rejects: {@link problem} gives the reason of a
   * failure.
   */
  async warm(): Promise<void> {
    if (this.processes === 0 && !this.closed) await this.startFor(null, undefined);
  }

  /**
   * Resolves to a process for one document of `owner`, which the caller must release. Rejects with MetarunError
   * `unavailable`.
   */
  acquire(owner: string): Promise<ConverterProcess> {
    if (this.closed) return Promise.reject(stoppingError());
    if (this.queue.countWaiting(owner) >= MAX_WAITING)
      return Promise.reject(new TooManyWaitingError(MAX_WAITING, RETRY_AFTER_SECONDS));
    return new Promise((onProcess, onFailure) => {
      this.queue.push(owner, { onProcess, onFailure });
      this.serve();
    });
  }

  /** Returns a process to the pool after its document. */
  release(process: ConverterProcess): void {
    const since = this.busy.get(process);
    this.busy.delete(process);
    if (this.closed || !process.reusable) process.kill();
    else if (!this.serveNext(process, since ?? 0)) this.becomeIdle(process);
    this.serve();
  }

  /** Ends every process; refuses waiting documents. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.retirement);
    for (const { onFailure } of this.queue.clear()) onFailure(stoppingError());
    const processes = [...this.starting, ...this.idle, ...this.busy.keys()];
    for (const process of processes) process.kill();
    await Promise.all(processes.map((process) => process.exited));
  }

  private serve(): void {
    for (let owner = this.queue.next; owner !== undefined; owner = this.queue.next) {
      const idle = [...this.idle];
      const own =
        idle.find((process) => process.owner === owner) ??
        idle.find((process) => process.owner === null);
      if (own !== undefined) {
        this.idle.delete(own);
        own.owner = owner;
        this.assign(own, this.queue.shift(owner), performance.now());
      } else if (this.failures.isPaused()) {
        // Busy and starting processes will serve the queue.
        if (this.busy.size + this.starts > 0) return;
        this.queue.shift(owner)?.onFailure(startError(this.failures));
      } else if (this.canStart()) void this.startFor(owner, this.queue.shift(owner));
      else return;
    }
  }

  /**
   * Returns whether `process`, which has served its project since `since`, continues with that project's next document.
   */
  private serveNext(process: ConverterProcess, since: number): boolean {
    const { owner } = process;
    if (owner === null) return false;
    if (this.queue.countWaiting(owner) === 0) return false;
    if (this.queue.holdsOthersThan(owner) && performance.now() - since > TURN_MS) return false;
    this.assign(process, this.queue.shift(owner), since);
    return true;
  }

  private assign(process: ConverterProcess, request: Request | undefined, since: number): void {
    this.busy.set(process, since);
    request?.onProcess(process);
  }

  /** Returns whether one more process may be started; if necessary, ends an idle process of another project. */
  private canStart(): boolean {
    if (this.processes < this.options.maxProcesses) return true;
    const [oldest] = this.idle;
    if (oldest === undefined) return false;
    this.idle.delete(oldest);
    oldest.kill();
    return true;
  }

  /** Starts a process for `owner`; null for a process without a project. */
  private async startFor(owner: string | null, request: Request | undefined): Promise<void> {
    this.starts += 1;
    try {
      const process = await this.started(owner);
      if (this.closed) process.kill();
      if (owner === null) this.becomeIdle(process);
      else this.assign(process, request, performance.now());
    } catch {
      request?.onFailure(this.closed ? stoppingError() : startError(this.failures));
    } finally {
      this.starts -= 1;
      this.serve();
    }
  }

  /** Returns a process that can take documents. Rejects with the last error after repeated failures. */
  private async started(owner: string | null): Promise<ConverterProcess> {
    const { failures } = this;
    const most = failures.isFirst ? TRIES : 1;
    for (let tries = 1; ; tries += 1) {
      try {
        const process = await this.startOnce(owner);
        failures.worked();
        return process;
      } catch (error) {
        if (this.closed) throw error;
        failures.failed(getErrorMessage(error));
        const again = tries < most ? '. Retrying.' : '';
        this.options.onWarning(
          `failed to start a converter process: ${getErrorMessage(error)}${again}`,
        );
        if (tries === most) {
          failures.pause();
          throw error;
        }
        await delay(PAUSE_MS * tries);
        if (this.closed) throw error;
      }
    }
  }

  private async startOnce(owner: string | null): Promise<ConverterProcess> {
    const { command, limits, recogniser = null } = this.options;
    const process = new ConverterProcess(command, owner, limits, recogniser);
    this.starting.add(process);
    try {
      await process.ready(this.failures.allowance);
      return process;
    } finally {
      this.starting.delete(process);
    }
  }

  private becomeIdle(process: ConverterProcess): void {
    process.idleSince = performance.now();
    this.idle.add(process);
    void process.exited.then(() => this.idle.delete(process));
  }

  /** Ends idle processes; the last one stays longer. The set is ordered by the time at which they became idle. */
  private retire(): void {
    const now = performance.now();
    for (const process of this.idle) {
      const last = this.processes === 1;
      const { idleMs, surplusIdleMs } = this.options;
      if (now - process.idleSince < (last ? idleMs : surplusIdleMs)) continue;
      this.idle.delete(process);
      process.kill();
    }
  }
}

function startError(failures: FailedStarts): MetarunError {
  return failures.isGivenUp
    ? new ConverterBrokenError()
    : new MetarunError(
        'unavailable',
        'The converter process could not be started. The log of the server says why.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
}

export function stoppingError(): MetarunError {
  return new MetarunError('unavailable', 'The server is stopping.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
