import type { GuestExit } from '../runtime/guest-exit.js';
import type { RunnerRequest } from '../runtime/typescript/runner-pool.js';
import type { Runner } from '../runtime/typescript/runner.js';
import type { RunnerSource } from '../runtime/typescript/queue-run.js';

/** Number of containers that may fail to start before the waiting run fails; a single one may have been killed. */
const MAX_FAILED_STARTS = 2;
const MINUTE_MS = 60_000;

type Waiting = RunnerRequest & { failedStarts: number };

/** Services of the container pool that a group needs. */
export interface GroupServices {
  /**
   * Starts a container as soon as a start slot is free. Resolves once the container is ready; rejects with an
   * EngineError.
   */
  start: () => Promise<Runner>;
  /** Returns how many of the `wanted` idle containers this group may have. */
  allowed: (wanted: number) => number;
  /**
   * Explains why no container could be started. `none` is set if the only problem is that no process could be started.
   */
  explain: (error: unknown) => { exit: GuestExit; final: boolean; none: string | null };
}

/**
 * The containers of one project, image, language and set of limits, and the runs that wait for one. Each container
 * serves one run. The group keeps as many idle containers as there were runs in the last minute, at least one.
 */
export class ContainerGroup implements RunnerSource {
  lastUsed = performance.now();
  private readonly ready: Runner[] = [];
  private readonly busy = new Set<Runner>();
  private starting = 0;
  private queue: Waiting[] = [];
  /** Start times of the runs of the last minute. */
  private begun: number[] = [];
  private closed = false;

  constructor(private readonly services: GroupServices) {}

  /** Returns whether a run would get a container at once. */
  get isWarm(): boolean {
    return this.ready.length > this.queue.length;
  }

  /** Returns how many containers are idle or will be once they have started. */
  get waiting(): number {
    return this.ready.length + Math.max(0, this.starting - this.queue.length);
  }

  /** Returns how many containers are ready and idle. */
  get idle(): number {
    return this.ready.length;
  }

  get isUsed(): boolean {
    return this.busy.size > 0 || this.queue.length > 0;
  }

  request(request: RunnerRequest): () => void {
    const waiting = { ...request, failedStarts: 0 };
    this.lastUsed = performance.now();
    this.begun.push(this.lastUsed);
    this.queue.push(waiting);
    this.serve();
    return () => {
      this.queue = this.queue.filter((other) => other !== waiting);
    };
  }

  release(runner: Runner): void {
    this.lastUsed = performance.now();
    this.busy.delete(runner);
    runner.kill();
  }

  /** Starts missing idle containers, and ends surplus ones. */
  balance(): void {
    const since = performance.now() - MINUTE_MS;
    this.begun = this.begun.filter((at) => at > since);
    const allowed = this.closed ? 0 : this.services.allowed(Math.max(1, this.begun.length));
    while (this.ready.length > 0 && this.waiting > allowed) this.endOne();
    while (this.waiting < allowed) void this.start();
  }

  /** Ends one idle container. */
  endOne(): void {
    this.ready.shift()?.kill();
  }

  /**
   * Ends all containers. Their runs and the waiting requests end with `exit`. Resolves once the containers have ended.
   */
  async close(exit: GuestExit): Promise<void> {
    this.closed = true;
    for (const request of this.queue.splice(0)) request.onFailure(exit);
    const runners = [...this.ready.splice(0), ...this.busy];
    for (const runner of runners) runner.abort(exit);
    await Promise.all(runners.map((runner) => runner.exited));
  }

  private serve(): void {
    while (this.queue.length > 0) {
      const runner = this.ready.shift();
      if (runner === undefined) break;
      const request = this.queue.shift();
      this.busy.add(runner);
      request?.onRunner(runner);
    }
    while (this.starting < this.queue.length) void this.start();
    this.balance();
  }

  private async start(): Promise<void> {
    this.starting += 1;
    try {
      const runner = await this.services.start();
      this.starting -= 1;
      if (this.closed) return runner.kill();
      this.ready.push(runner);
      void runner.exited.then(() => {
        const at = this.ready.indexOf(runner);
        if (at !== -1) this.ready.splice(at, 1);
      });
      this.serve();
    } catch (error) {
      this.starting -= 1;
      this.onFailure(error);
    }
  }

  /** After repeated failures, the run that has waited longest fails, so that a broken installation reports an error. */
  private onFailure(error: unknown): void {
    const { exit, final, none } = this.services.explain(error);
    const [first] = this.queue;
    if (first !== undefined && ((first.failedStarts += 1) >= MAX_FAILED_STARTS || final)) {
      this.queue.shift();
      if (none === null) first.onFailure(exit);
      else first.onNone(none);
    }
    while (!this.closed && this.starting < this.queue.length) void this.start();
  }
}
