import { subscribe } from 'node:diagnostics_channel';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { timersInWords } from '../guest/timers.js';

/**
 * Time that Node has to release resources that have just ended, such as an aborted request (ms), and interval of polls
 * (ms).
 */
const ENDING_MS = 25;
const LOOK_MS = 5;
/**
 * The work that a Node program would wait for, by Node's resource names, in words. A connection may only be kept alive
 * for later.
 */
const WORK = [
  { kinds: ['FSReqCallback', 'FSReqPromise'], one: 'file operation', many: 'file operations' },
  { kinds: ['ProcessWrap'], one: 'child process', many: 'child processes' },
];
const TIMERS = ['Timeout', 'Immediate'];
const MAX_ORIGIN = 200;

interface UndiciRequest {
  method: string;
  origin: unknown;
}
interface HttpRequest {
  method: string;
  protocol: string;
  host: string;
}

/** The work of a script in progress on Node, apart from its calls of the reporter. */
export class UnderWay {
  /** Requests without a response, in words. */
  private readonly requests = new Map<object, string>();

  /** Running workers that a process would wait for. */
  private readonly workers = new Set<Worker>();

  /** Number of pauses of the guest itself. */
  private pauses = 0;

  /** `ownTimers` returns the number of timers that are not the script's. */
  constructor(private readonly ownTimers: () => number) {}

  /** Starts to track workers and requests, including those of packages that use the same classes. */
  follow(): void {
    const begun = (request: object, method: string, to: string): void => {
      this.requests.set(request, `a request (${method} ${to.slice(0, MAX_ORIGIN)})`);
    };
    const ended = (message: unknown): void => {
      this.requests.delete((message as { request: object }).request);
    };
    subscribe('worker_threads', (message) => {
      const { worker } = message as { worker: Worker };
      this.followWorker(worker);
    });
    subscribe('undici:request:create', (message) => {
      const { request } = message as { request: UndiciRequest };
      begun(request, request.method, String(request.origin));
    });
    subscribe('http.client.request.start', (message) => {
      const { request } = message as { request: HttpRequest };
      begun(request, request.method, `${request.protocol}//${request.host}`);
    });
    for (const channel of [
      'undici:request:headers',
      'undici:request:error',
      'http.client.response.finish',
      'http.client.request.error',
    ])
      subscribe(channel, ended);
  }

  private followWorker(worker: Worker): void {
    const { workers } = this;
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
    const unref = worker.unref.bind(worker);
    const value = (): void => {
      workers.delete(worker);
      unref();
    };
    Object.defineProperty(worker, 'unref', { value, writable: true, configurable: true });
  }

  /** Resolves once all promises have progressed as far as they can. */
  async goOn(): Promise<void> {
    await this.pause(nextTurn());
    for (let waited = 0; waited < ENDING_MS && this.inWords().length > 0; waited += LOOK_MS)
      await this.pause(delay(LOOK_MS));
  }

  /**
   * Does work, and resolves once everything that it has started has ended, as far as Node would wait for it. `calls`
   * returns the number of reporter calls in progress.
   */
  async during(work: () => void, calls: () => number): Promise<void> {
    const count = (): number => calls() + process.getActiveResourcesInfo().length;
    const before = count();
    work();
    do await this.pause(delay(LOOK_MS));
    while (count() > before);
  }

  private async pause(pause: Promise<unknown>): Promise<void> {
    this.pauses += 1;
    await pause;
    this.pauses -= 1;
  }

  /** Returns the work in progress, in words. */
  inWords(): string[] {
    const resources = process.getActiveResourcesInfo();
    const countResources = (kinds: readonly string[]): number =>
      resources.filter((kind) => kinds.includes(kind)).length;
    const work = WORK.flatMap(({ kinds, one, many }) => {
      const count = countResources(kinds);
      return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
    });
    const workers = this.workers.size;
    if (workers > 0) work.push(workers === 1 ? '1 worker thread' : `${workers} worker threads`);
    const timers = Math.max(0, countResources(TIMERS) - this.ownTimers() - this.pauses);
    return [...this.requests.values(), ...work, ...timersInWords(timers)];
  }
}
