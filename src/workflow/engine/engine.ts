import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Role } from '../../base/config/roles.js';
import type { Config } from '../../base/config/settings.js';
import type { TaskEntity } from './state/task.entity.js';
import { type EventBus, messagesMissed } from '../../platform/events/event-bus.js';
import { ActiveRun } from './runs/active-run.js';
import { RunReconciler } from './runs/run-reconciler.js';
import { cancelRequested, childrenOrphaned, slotReleased } from './state/messages.js';
import { claimDue } from './operations/claim.js';
import { Orphans } from './upkeep/orphans.js';
import { DuePoller } from './queue/due-poller.js';
import { type Lane, LANES, readLane } from './queue/lane.js';
import { type LocalQueues, slotsFor } from './queue/local-queue.js';
import { type Pool, takenBy } from './queue/pool.js';
import { RowWatch } from './queue/row-watch.js';
import { WakeRouter } from './queue/wake-router.js';
import { WorkerRegistry } from './queue/worker-registry.js';
import { RunDriver } from './runs/run-driver.js';
import type { TaskExecutor } from './runs/task-executor.js';
import { LeaseReaper } from './upkeep/lease-reaper.js';
import { TaskKeeper } from './upkeep/task-keeper.js';
import type { LeaderElection } from './election/leader-election.js';
import { type Transitions } from './state/transitions.js';
import type { WorkerLease } from './workers/worker-lease.js';
import type { WorkerRows } from './workers/worker-rows.js';

/** Pause after a failed claim, in ms, so that a database that does not answer is not asked again at once. */
const CLAIM_RETRY_MS = 500;
/**
 * Claims due tasks, runs them, and looks after those that run nowhere, as far as the roles of this process include
 * that. A process that is not a worker sends wakes to the workers.
 */
export class Engine {
  private readonly runs = new Map<string, ActiveRun>();
  /** Claims in progress. */
  private readonly claims = new Set<Promise<unknown>>();
  /** Cancels that arrived during a claim, which may have taken their tasks: the grace of each in ms, by task id. */
  private readonly earlyCancels = new Map<string, number>();
  private readonly graceMs: number;
  private readonly driver: RunDriver;
  private readonly orphans: Orphans;
  private readonly keeper: TaskKeeper;
  private readonly reconciler: RunReconciler;
  private readonly poller: DuePoller;
  private readonly registry: WorkerRegistry;
  private readonly router: WakeRouter;
  private readonly watch: RowWatch;
  /** Time that running tasks have to finish when the server stops, in ms. */
  shutdownMs: number;
  private started = false;
  private stopping = false;
  /** True once a stop no longer waits for runs to finish. */
  private outOfTime = false;

  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
    private readonly transitions: Transitions,
    private readonly lease: WorkerLease,
    private readonly workers: WorkerRows,
    election: LeaderElection,
    private readonly bus: EventBus,
    private readonly queues: LocalQueues,
    executor: TaskExecutor,
    private readonly sandboxLevel: number,
  ) {
    this.graceMs = config.cancelGraceSeconds * 1000;
    this.shutdownMs = config.shutdownSeconds * 1000;
    this.driver = new RunDriver(transitions, executor, lease, bus, logger);
    this.orphans = new Orphans(transitions, logger);
    this.registry = new WorkerRegistry(bus, (lane) => queues[lane].free, takenBy(lease.facts));
    this.router = new WakeRouter(queues, bus, this.registry);
    this.watch = this.watchRows();
    const wakes = election.lead('wakes');
    this.poller = new DuePoller(transitions, this.router, this.registry, wakes, logger);
    this.reconciler = new RunReconciler(transitions, lease, this.runs, this.graceMs, logger);
    lease.attend(this);
    this.keeper = new TaskKeeper(
      transitions,
      new LeaseReaper(transitions, workers, lease, logger),
      this.orphans,
      this.poller,
      bus,
      { takeover: election.lead('takeover'), wakes: election.lead('wakes') },
      lease,
      workers.alone,
      logger,
    );
  }

  /** Resolves after the first sweep, in which a keeper takes over what earlier servers left. */
  async start(): Promise<void> {
    this.bus.subscribe(cancelRequested, ({ taskId, graceMs }) => this.cancel(taskId, graceMs));
    this.router.subscribe();
    this.bus.subscribe(
      childrenOrphaned,
      ({ parentId }) => void this.orphans.cancelChildren(parentId),
    );
    this.bus.subscribe(slotReleased, ({ slotKey }) => {
      if (!this.stopping) void this.poller.released(slotKey);
    });
    // Before the first wake arrives: this process would never run its task.
    if (!this.has('worker')) this.router.stop();
    if (this.has('keeper')) await this.keeper.start();
    if (this.has('worker')) this.startWork();
    this.started = true;
  }

  private startWork(): void {
    const slots = {
      script: slotsFor(this.config.concurrency),
      agent: slotsFor(this.config.agentConcurrency),
    };
    for (const lane of LANES)
      this.queues[lane].start(slots[lane], {
        claim: (projectId, pools, count) => this.claim(lane, projectId, pools, count),
        run: (task, release) => this.run(task, release),
        // A server that is alone has received a wake for every task.
        onFree: () => (this.registry.hasOthers ? this.watch.slotFreed() : undefined),
      });
    this.router.start();
    this.registry.start();
    if (!this.workers.alone) {
      this.bus.subscribe(messagesMissed, () => this.watch.trigger());
      this.watch.start();
    }
    this.reconciler.start();
  }

  private has(role: Role): boolean {
    return this.config.roles.includes(role);
  }

  /** True while the server claims tasks: from its start to the beginning of its stop. */
  get working(): boolean {
    return this.started && !this.stopping;
  }

  get running(): number {
    return this.runs.size;
  }

  leaseLost(): void {
    for (const run of this.runs.values()) run.loseLease();
  }

  /** Returns the number of running tasks of a lane on this server. */
  countRunning(lane: Lane): number {
    return [...this.runs.values()].filter((run) => run.lane === lane).length;
  }

  /** Stops claiming, gives running tasks the configured time to finish, and releases the rest. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.driver.stop();
    this.router.stop();
    this.queues.stop();
    this.registry.stop();
    // Passes in progress end by themselves; a database that does not answer must not keep the server from stopping.
    this.keeper.stop();
    const finished = this.finish();
    const patience = new AbortController();
    await Promise.race([
      finished,
      delay(this.shutdownMs, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    this.outOfTime = true;
    for (const run of this.runs.values()) run.stop.request('shutdown', 0);
    await finished;
    this.reconciler.stop();
    this.watch.stop();
  }

  /** Resolves once no claim is in progress and no task runs. */
  private async finish(): Promise<void> {
    while (this.claims.size > 0 || this.runs.size > 0)
      await Promise.all([...this.claims, ...[...this.runs.values()].map((run) => run.ended)]);
  }

  private cancel(taskId: string, graceMs = this.graceMs): void {
    const run = this.runs.get(taskId);
    if (run !== undefined) run.stop.request('cancelled', graceMs);
    else if (this.claims.size > 0) this.earlyCancels.set(taskId, graceMs);
  }

  private watchRows(): RowWatch {
    const watched = {
      queues: this.queues,
      registry: this.registry,
      workerId: () => this.lease.id,
      running: () => this.runs.size,
      cancel: (taskId: string) => this.cancel(taskId),
    };
    return new RowWatch(this.transitions.database, watched, this.logger);
  }

  /** Claims due tasks of a project and adds their runs to those of this server. */
  private async claim(
    lane: Lane,
    projectId: string,
    pools: readonly Pool[],
    count: number,
  ): Promise<TaskEntity[]> {
    const { id } = this.lease;
    if (this.stopping || !this.lease.isRegistered) return [];
    const worker = { id, sandboxLevel: this.sandboxLevel };
    const claim = claimDue(this.transitions, { lane, projectId, pools, count }, worker).then(
      async (tasks) => {
        // A task may be claimed again before its last run, whose end is stored, has left.
        for (const task of tasks) await this.runs.get(task.id)?.ended;
        for (const task of tasks) this.runs.set(task.id, this.beginRun(task, id));
        return tasks;
      },
    );
    this.claims.add(claim);
    try {
      return await claim;
    } catch (error) {
      this.logger.error({ err: error }, 'failed to claim tasks; retrying');
      if (!this.stopping) await delay(CLAIM_RETRY_MS, undefined, { ref: false });
      throw error;
    } finally {
      this.claims.delete(claim);
      if (this.claims.size === 0) this.earlyCancels.clear();
    }
  }

  /**
   * Returns the run of a claimed task. Applies the cancels and the loss of the lease that happened during the claim.
   */
  private beginRun(task: TaskEntity, workerId: string): ActiveRun {
    const run = new ActiveRun(readLane(task), workerId);
    const graceMs = this.earlyCancels.get(task.id);
    if (graceMs !== undefined) run.stop.request('cancelled', graceMs);
    if (this.outOfTime) run.stop.request('shutdown', 0);
    if (this.lease.id !== workerId || !this.lease.isRegistered) run.loseLease();
    return run;
  }

  /** Runs a claimed task to the end of this run. Never rejects. */
  private async run(task: TaskEntity, freeSlot: () => void): Promise<void> {
    const run = this.runs.get(task.id);
    if (run === undefined) return;
    try {
      await this.driver.drive(task, run, freeSlot);
    } catch (error) {
      this.logger.error(
        { err: error, task: task.id },
        'failed to run a task; it will be run again',
      );
    } finally {
      this.runs.delete(task.id);
      run.leave();
    }
  }
}
