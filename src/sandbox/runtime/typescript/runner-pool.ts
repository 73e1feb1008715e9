import { getErrorMessage } from '../../../base/kernel/errors.js';
import { idleProcessors } from './idle-processors.js';
import type { GuestExit } from '../guest-exit.js';
import type { GuestCommand } from '../sandbox/sandbox.js';
import { spawnGuest } from '../sandbox/spawn-guest.js';
import { Runner } from './runner.js';

export interface RunnerPoolOptions {
  command: GuestCommand;
  /** Maximum number of live runner processes; further requests are queued. */
  maxRunners: number;
  /** Number of runners started ahead for projects without a runner. */
  warmRunners: number;
  /** True if another one is started when a project takes one of the warm runners. */
  refills: boolean;
  /** Time without use by its project after which a runner is ended (ms). */
  idleMs: number;
  /** True if each runner serves only one run. */
  single?: boolean;
  /** True if requests wait for a runner, however long its start takes. */
  waits?: boolean;
  onWarning: (message: string) => void;
}

/**
 * Time within which a runner that cleans up after a run is expected to be ready (ms). Until then, no other runner is
 * taken or started in its place. Cleaning up takes about 2 ms of CPU time, starting a runner 100.
 */
const PROMPT_RESET_MS = 300;

/**
 * Number of consecutive failed starts after which waiting requests are refused: a single runner may have been killed.
 */
const MAX_FAILED_STARTS = 3;
/** Time until the next start if no request is waiting (ms). */
const RETRY_MS = 30_000;
/**
 * Wait for a runner after which a request is refused if no runner became ready meanwhile: it would hold a slot (ms).
 */
const PATIENCE_MS = 10_000;

export interface RunnerRequest {
  projectId: string;
  onRunner: (runner: Runner) => void;
  onFailure: (exit: GuestExit) => void;
  /** Called when no runner can be started now. `reason` is the end of a sentence. */
  onNone: (reason: string) => void;
}

/**
 * `promised`: a runner of its project is about to be ready, so no other is needed. `since`: the time of the request.
 */
type Waiting = RunnerRequest & { promised: boolean; since: number };

/**
 * Runner processes, each bound to the project of its first run. Requests are served in order, by the runner that has
 * been idle for the shortest time. A request without an idle runner waits for a runner of its project that is about to
 * be ready; otherwise it gets a new one, which replaces the one that has been idle longest if the pool is full.
 */
export class RunnerPool {
  private readonly starting = new Set<Runner>();
  private readonly idle = new Set<Runner>();
  private readonly busy = new Set<Runner>();
  /** Busy runners that will be ready again soon. */
  private readonly resetting = new Set<Runner>();
  /** Starts in progress. Each resolves when a runner is ready or has failed to start. */
  private readonly spawns = new Set<Promise<void>>();
  private queue: Waiting[] = [];
  private closed = false;
  /** Reason why no runner starts; null after a successful start. */
  problem: string | null = null;
  /** Number of failed starts since a runner was last ready. */
  private failedStarts = 0;
  private lastReady = performance.now();
  private readonly retirement: NodeJS.Timeout;
  private impatience: NodeJS.Timeout | null = null;

  constructor(private readonly options: RunnerPoolOptions) {
    this.retirement = setInterval(() => this.retire(), options.idleMs / 10).unref();
  }

  private get live(): number {
    return this.starting.size + this.idle.size + this.busy.size;
  }

  /** Starts the warm runners. Resolves when they are ready or have failed to start. */
  async warm(): Promise<void> {
    // Starts a few at a time: more may start once the first are ready.
    for (let tries = this.options.warmRunners; tries > 0; tries -= 1) {
      this.refill();
      await Promise.all(this.spawns);
    }
  }

  /** Requests a runner. Exactly one of the callbacks is called, unless the returned function withdraws the request. */
  request(request: RunnerRequest): () => void {
    const waiting = { ...request, promised: false, since: performance.now() };
    this.queue.push(waiting);
    this.serve();
    // While no runner starts, every waiting request would hold a slot. Starts in progress continue.
    if (this.problem !== null && this.options.waits !== true)
      this.refuse((one) => one === waiting, this.problem);
    if (this.queue.length > 0 && this.options.waits !== true)
      this.impatience ??= setInterval(() => this.refuseImpatient(), PATIENCE_MS / 10).unref();
    return () => {
      this.queue = this.queue.filter((other) => other !== waiting);
    };
  }

  /** Takes a runner back. `reusable` is true if its run ended in an orderly way. */
  release(runner: Runner, reusable: boolean): void {
    if (!reusable || this.closed) return this.discard(runner);
    void this.settle(runner);
  }

  /** Kills all runners. Their runs and the waiting requests end with `exit`. */
  async close(exit: GuestExit): Promise<void> {
    this.closed = true;
    clearInterval(this.retirement);
    if (this.impatience !== null) clearInterval(this.impatience);
    for (const request of this.queue.splice(0)) request.onFailure(exit);
    const runners = [...this.starting, ...this.idle, ...this.busy];
    for (const runner of runners) runner.abort(exit);
    await Promise.all(runners.map((runner) => runner.exited));
  }

  /** Assigns runners to requests in order, and starts one for each request that must wait. */
  private serve(): void {
    if (this.closed) return;
    const served: [Waiting, Runner][] = [];
    const resetting = [...this.resetting];
    let starved = 0;
    for (const request of this.queue) {
      let runner = this.findIdleRunner(request.projectId);
      const at = resetting.findIndex(({ projectId }) => projectId === request.projectId);
      request.promised = runner === undefined && at !== -1;
      if (request.promised) resetting.splice(at, 1);
      else runner ??= this.findIdleRunner(null);
      if (runner === undefined) {
        if (!request.promised && (starved += 1) > this.starting.size) this.evictAndSpawn();
        continue;
      }
      this.idle.delete(runner);
      this.busy.add(runner);
      runner.projectId = request.projectId;
      served.push([request, runner]);
    }
    this.queue = this.queue.filter((request) => !served.some(([other]) => other === request));
    for (const [request, runner] of served) request.onRunner(runner);
    if (this.options.refills) this.refill();
  }

  /** Returns the runner that ran last, whose memory is most likely still in caches. */
  private findIdleRunner(projectId: string | null): Runner | undefined {
    return [...this.idle].findLast((runner) => runner.projectId === projectId);
  }

  private evictAndSpawn(): void {
    if (this.starting.size >= this.maxStarting()) return;
    if (this.live >= this.options.maxRunners) {
      const [oldest] = [...this.idle].toSorted((a, b) => a.idleSince - b.idleSince);
      if (oldest === undefined) return;
      this.discard(oldest);
    }
    this.spawn();
  }

  /**
   * Returns how many runners may start at the same time: one more than there are idle processors. A start keeps a
   * processor busy, so more starts would each take longer and delay the first requests.
   */
  private maxStarting(): number {
    return 1 + idleProcessors(this.starting.size);
  }

  /** Starts as many of the missing warm runners as possible. */
  private refill(): void {
    if (this.closed) return;
    const unbound = [...this.idle].filter((runner) => runner.projectId === null).length;
    const starved = this.queue.filter(({ promised }) => !promised).length;
    const coming = Math.max(0, this.starting.size - starved);
    const missing = this.options.warmRunners - unbound - coming;
    const unused = this.options.maxRunners - this.live;
    const startable = this.maxStarting() - this.starting.size;
    const count = Math.max(0, Math.min(missing, unused, startable));
    for (let spawned = 0; spawned < count; spawned += 1) this.spawn();
  }

  private spawn(): void {
    const spawned = this.startRunner().finally(() => this.spawns.delete(spawned));
    this.spawns.add(spawned);
  }

  private async startRunner(): Promise<void> {
    let runner: Runner;
    try {
      const { command, single = false } = this.options;
      runner = new Runner({ start: () => spawnGuest(command, { boots: true }), single });
    } catch (error) {
      // Runs later, since the caller may be iterating over the queue.
      return queueMicrotask(() => this.failStart(getErrorMessage(error)));
    }
    this.starting.add(runner);
    void runner.exited.then((exit) => this.onExit(runner, exit));
    const problem = await runner.reset();
    if (problem === null) this.becomeIdle(runner);
    else if (this.starting.delete(runner)) {
      runner.kill();
      if (!this.closed) this.failStart(problem);
    }
  }

  /**
   * Refuses the requests after several consecutive failures, so that a broken installation answers instead of waiting.
   */
  private failStart(reason: string): void {
    this.options.onWarning(`failed to start a TypeScript runner: ${reason}`);
    this.failedStarts += 1;
    if (this.failedStarts >= MAX_FAILED_STARTS) {
      this.failedStarts = 0;
      this.problem = reason;
      this.refuse(() => true, reason);
    }
    if (this.queue.length > 0) this.serve();
    else if (this.options.refills) setTimeout(() => this.refill(), RETRY_MS).unref();
  }

  /** Refuses the requests that wait for a slow start. The start continues, for later requests. */
  private refuseImpatient(): void {
    if (this.queue.length === 0) {
      if (this.impatience !== null) clearInterval(this.impatience);
      this.impatience = null;
      return;
    }
    const before = performance.now() - PATIENCE_MS;
    if (this.starting.size === 0 || this.lastReady > before) return;
    const starts = [...this.starting].map((runner) => runner.startSoFar());
    if (this.problem === null)
      this.options.onWarning(`TypeScript tasks are waiting for a runner: ${starts.join('; ')}`);
    this.problem = `it is starting: ${starts.join('; ')}`;
    this.refuse(({ since }) => since < before, this.problem);
  }

  private refuse(which: (request: Waiting) => boolean, reason: string): void {
    const refused = this.queue.filter((request) => !request.promised && which(request));
    this.queue = this.queue.filter((request) => !refused.includes(request));
    for (const request of refused) request.onNone(reason);
  }

  private async settle(runner: Runner): Promise<void> {
    this.resetting.add(runner);
    const late = setTimeout(() => {
      this.resetting.delete(runner);
      this.serve();
    }, PROMPT_RESET_MS);
    const problem = await runner.reset();
    clearTimeout(late);
    this.resetting.delete(runner);
    if (problem === null) this.becomeIdle(runner);
    else this.discard(runner);
  }

  private becomeIdle(runner: Runner): void {
    this.starting.delete(runner);
    this.busy.delete(runner);
    runner.idleSince = performance.now();
    this.lastReady = runner.idleSince;
    this.failedStarts = 0;
    this.problem = null;
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

  /** Ends runners whose projects have had no run for long. Runners without a project are kept. */
  private retire(): void {
    const since = performance.now() - this.options.idleMs;
    for (const runner of this.idle)
      if (runner.projectId !== null && runner.idleSince < since) this.discard(runner);
  }

  private onExit(runner: Runner, exit: GuestExit): void {
    if (this.closed || runner.killed || this.starting.has(runner)) return;
    this.options.onWarning(`A TypeScript runner crashed: ${exit.message} ${runner.stderrTail}`);
    if (this.idle.has(runner)) this.discard(runner);
  }
}
