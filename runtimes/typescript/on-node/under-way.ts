import { subscribe } from 'node:diagnostics_channel';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { timersInWords } from '../guest/timers.js';

/** The time in which Node lets go of what has just ended, such as a request that was aborted (ms), and how often that is looked at. */
const ENDING_MS = 25;
const LOOK_MS = 5;
/** The work that a program of Node would wait for, by Node's own names, in words. A connection may only be kept for later. */
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

/** The work that a script has under way on Node beside its calls of the reporter. */
export class UnderWay {
  /** Requests without a response, in words. */
  private readonly requests = new Map<object, string>();

  /** The workers that run and that a process would wait for. */
  private readonly workers = new Set<Worker>();

  /** Pauses of this side. */
  private pauses = 0;

  /** `ownTimers`: how many timers are not the script's. */
  constructor(private readonly ownTimers: () => number) {}

  /** Begins to follow workers and requests, also those of packages that are made of the same parts. */
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

  /** Resolves once all promises have gone on as far as they can. */
  async goOn(): Promise<void> {
    await this.pause(nextTurn());
    for (let waited = 0; waited < ENDING_MS && this.inWords().length > 0; waited += LOOK_MS)
      await this.pause(delay(LOOK_MS));
  }

  /** Does work, and resolves once what it has begun has ended, as far as Node would wait for it. `calls`: how many of the reporter are under way. */
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

  /** Returns what is under way, in words. */
  inWords(): string[] {
    const resources = process.getActiveResourcesInfo();
    const countOf = (kinds: readonly string[]): number =>
      resources.filter((kind) => kinds.includes(kind)).length;
    const work = WORK.flatMap(({ kinds, one, many }) => {
      const count = countOf(kinds);
      return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
    });
    const workers = this.workers.size;
    if (workers > 0) work.push(workers === 1 ? '1 worker thread' : `${workers} worker threads`);
    const timers = Math.max(0, countOf(TIMERS) - this.ownTimers() - this.pauses);
    return [...this.requests.values(), ...work, ...timersInWords(timers)];
  }
}
