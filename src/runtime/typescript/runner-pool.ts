import { availableParallelism } from 'node:os';
import type { GuestExit } from '../guest-session.js';
import type { GuestCommand } from '../sandbox/sandbox.js';
import { Runner } from './runner.js';

export interface RunnerPoolOptions {
  command: GuestCommand;
  /** The most runner processes that live at once; further requests queue. */
  maxRunners: number;
  /** Runners that are kept started ahead for projects that have none yet. */
  warmRunners: number;
  /** Whether another is started for each of those that a project takes. */
  refills: boolean;
  /** A runner that no run of its project has needed for this long is ended, in ms. */
  idleMs: number;
  onWarning: (message: string) => void;
}

/**
 * Time in which a runner that clears up after a run is sure enough to be ready soon (ms): meanwhile no other one is taken
 * or started in its place. Clearing up takes some 2 ms of CPU time, starting one 100.
 */
const PROMPT_MS = 300;

/**
 * How many runners start at the same time. More would each take longer: a start needs a processor all the time. They
 * start one after the other instead, so that the first requests have theirs soonest.
 */
const MAX_STARTING = Math.max(4, availableParallelism());

/** How many runners may fail to start before the request that waits for them ends: something may have killed one. */
const MAX_FAILED_STARTS = 3;

export interface RunnerRequest {
  projectId: string;
  onRunner: (runner: Runner) => void;
  onFailure: (exit: GuestExit) => void;
}

/**
 * `promised`: a runner of its project is about to be ready, so that it needs no other. `failedStarts`: runners that
 * were to be the next one for it.
 */
type Waiting = RunnerRequest & { promised: boolean; failedStarts: number };

/**
 * Runner processes, each bound to the project of its first run. Requests are served in their order, by the runner that
 * has idled for the shortest time; one that finds none waits for a runner of its project that is about to be ready, else
 * gets a new one, in the place of one that has idled longest where the pool is full.
 */
export class RunnerPool {
  private readonly starting = new Set<Runner>();
  private readonly idle = new Set<Runner>();
  private readonly busy = new Set<Runner>();
  /** Those of the busy ones that are about to be ready again. */
  private readonly clearing = new Set<Runner>();
  private queue: Waiting[] = [];
  private closed = false;
  private readonly retirement: NodeJS.Timeout;

  constructor(private readonly options: RunnerPoolOptions) {
    this.retirement = setInterval(() => this.retire(), options.idleMs / 10).unref();
  }

  private get live(): number {
    return this.starting.size + this.idle.size + this.busy.size;
  }

  /** Starts the warm runners; resolves when they are ready, or have failed to start. */
  async warm(): Promise<void> {
    await Promise.all(this.refill());
  }

  /** Asks for a runner. Exactly one of the callbacks is called, unless the request is withdrawn by the function returned. */
  request(request: RunnerRequest): () => void {
    const waiting = { ...request, promised: false, failedStarts: 0 };
    this.queue.push(waiting);
    this.serve();
    return () => {
      this.queue = this.queue.filter((other) => other !== waiting);
    };
  }

  /** Takes a runner back. `reusable`: its run ended in an orderly way. */
  release(runner: Runner, reusable: boolean): void {
    if (!reusable || this.closed) return this.discard(runner);
    void this.settle(runner);
  }

  /** Kills every runner. Their runs, and the requests that wait, end as `exit` says. */
  async close(exit: GuestExit): Promise<void> {
    this.closed = true;
    clearInterval(this.retirement);
    for (const request of this.queue.splice(0)) request.onFailure(exit);
    const runners = [...this.starting, ...this.idle, ...this.busy];
    for (const runner of runners) runner.abort(exit);
    await Promise.all(runners.map((runner) => runner.exited));
  }

  /** Gives runners to requests in their order; for each that must wait one runner is made to come. */
  private serve(): void {
    if (this.closed) return;
    const served: [Waiting, Runner][] = [];
    const clearing = [...this.clearing];
    let starved = 0;
    for (const request of this.queue) {
      let runner = this.idleOf(request.projectId);
      const soon = clearing.findIndex(({ projectId }) => projectId === request.projectId);
      request.promised = runner === undefined && soon !== -1;
      if (request.promised) clearing.splice(soon, 1);
      else runner ??= this.idleOf(null);
      if (runner === undefined) {
        if (!request.promised && (starved += 1) > this.starting.size) this.makeRoomAndSpawn();
        continue;
      }
      this.idle.delete(runner);
      this.busy.add(runner);
      runner.projectId = request.projectId;
      served.push([request, runner]);
    }
    this.queue = this.queue.filter((request) => !served.some(([other]) => other === request));
    for (const [request, runner] of served) request.onRunner(runner);
    if (this.options.refills) void Promise.all(this.refill());
  }

  /** The one that was at work last, whose memory is the likeliest to be at hand. */
  private idleOf(projectId: string | null): Runner | undefined {
    return [...this.idle].findLast((runner) => runner.projectId === projectId);
  }

  private makeRoomAndSpawn(): void {
    if (this.starting.size >= MAX_STARTING) return;
    if (this.live >= this.options.maxRunners) {
      const [oldest] = [...this.idle].toSorted((a, b) => a.idleSince - b.idleSince);
      if (oldest === undefined) return;
      this.discard(oldest);
    }
    void this.spawn();
  }

  /** Starts the warm runners that are missing and fit. */
  private refill(): Promise<void>[] {
    const unbound = [...this.idle].filter((runner) => runner.projectId === null).length;
    const starved = this.queue.filter(({ promised }) => !promised).length;
    const coming = Math.max(0, this.starting.size - starved);
    const missing = this.options.warmRunners - unbound - coming;
    const room = this.options.maxRunners - this.live;
    const startable = MAX_STARTING - this.starting.size;
    const count = Math.max(0, Math.min(missing, room, startable));
    return Array.from({ length: count }, () => this.spawn());
  }

  private async spawn(): Promise<void> {
    let runner: Runner;
    try {
      runner = new Runner(this.options.command);
    } catch (error) {
      // Not while the queue is being walked.
      return queueMicrotask(() => this.failStart(String(error)));
    }
    this.starting.add(runner);
    void runner.exited.then((exit) => this.onExit(runner, exit));
    if (await runner.reset()) this.becomeIdle(runner);
    else if (this.starting.delete(runner)) {
      runner.kill();
      if (!this.closed) this.failStart(runner.lastWords);
    }
  }

  /** After some in a row the first request ends, so that a broken installation answers instead of waiting. */
  private failStart(why: string): void {
    this.options.onWarning(`A TypeScript runner could not be started: ${why}`);
    const message = 'The process for the script could not be started.';
    const first = this.queue.find(({ promised }) => !promised);
    if (first !== undefined && (first.failedStarts += 1) >= MAX_FAILED_STARTS) {
      this.queue = this.queue.filter((request) => request !== first);
      first.onFailure({ code: 'worker_lost', message });
    }
    if (this.queue.length > 0) this.serve();
  }

  private async settle(runner: Runner): Promise<void> {
    this.clearing.add(runner);
    const late = setTimeout(() => {
      this.clearing.delete(runner);
      this.serve();
    }, PROMPT_MS);
    const ready = await runner.reset();
    clearTimeout(late);
    this.clearing.delete(runner);
    if (ready) this.becomeIdle(runner);
    else this.discard(runner);
  }

  private becomeIdle(runner: Runner): void {
    this.starting.delete(runner);
    this.busy.delete(runner);
    runner.idleSince = performance.now();
    this.idle.add(runner);
    this.serve();
  }

  private discard(runner: Runner): void {
    this.starting.delete(runner);
    this.idle.delete(runner);
    const wasBusy = this.busy.delete(runner);
    runner.kill();
    if (wasBusy) this.serve();
  }

  /** Ends runners whose projects have had no run for long. Those that wait for a project stay. */
  private retire(): void {
    const since = performance.now() - this.options.idleMs;
    for (const runner of this.idle)
      if (runner.projectId !== null && runner.idleSince < since) this.discard(runner);
  }

  private onExit(runner: Runner, exit: GuestExit): void {
    if (this.closed || runner.killed || this.starting.has(runner)) return;
    this.options.onWarning(`A TypeScript runner crashed: ${exit.message} ${runner.lastWords}`);
    if (this.idle.has(runner)) this.discard(runner);
  }
}
