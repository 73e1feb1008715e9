import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Role } from '../../base/config/roles.js';
import type { Config } from '../../base/config/settings.js';
import type { TaskEntity } from './state/task.entity.js';
import { type EventBus, messagesMissed } from '../../platform/events/event-bus.js';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import type { RunUsage } from '../../sandbox/runtime/runtime.js';
import { ActiveRun } from './runs/active-run.js';
import { phasesText } from './runs/attempt-phases.js';
import { hintOf, type TaskHint } from './dispatch/dispatcher.js';
import { DueTaskPoller } from './dispatch/due-task-poller.js';
import { HeldRuns } from './runs/held-runs.js';
import { cancelRequested, childrenOrphaned, runFinished, slotReleased } from './state/messages.js';
import { claimAny } from './operations/claim-any.js';
import { release } from './operations/release.js';
import type { Lane } from './dispatch/lane.js';
import { type Lanes, slotsOf } from './dispatch/lanes.js';
import { lose } from './operations/lose.js';
import { type Recorded, record } from './operations/record.js';
import { retryLater } from './operations/retry-later.js';
import { settleSoon } from './operations/settle-soon.js';
import { suspend } from './operations/suspend.js';
import { Offers } from './dispatch/offers.js';
import { Orphans } from './upkeep/orphans.js';
import type { PhaseTime } from './runs/phase-times.js';
import { type Pool, takenBy } from './dispatch/pool.js';
import { Presence } from './dispatch/presence.js';
import { type FailedOutcome, finalNote, isRetried, retryDelayMs } from './runs/retry-policy.js';
import { RowWatch } from './dispatch/row-watch.js';
import { noted, usageOf } from './runs/run-end.js';
import type { RunKey } from './runs/run-key.js';
import { RunRecorder } from './runs/run-recorder.js';
import { TakeOver } from './upkeep/take-over.js';
import { TaskKeeper } from './upkeep/task-keeper.js';
import { type TaskExecutor } from './runs/task-executor.js';
import type { Keepers } from './keepers/keepers.js';
import { type Transitions } from './state/transitions.js';
import type { WorkerLease } from './workers/worker-lease.js';
import type { WorkerRows } from './workers/worker-rows.js';

/** Pause before a write of a run's end is tried again when the database does not answer, ms. */
const SETTLE_RETRY_MS = 500;
/** Time that a slot stays taken after a claim that has failed, ms. */
const CLAIM_RETRY_MS = 500;
/** Time until a run that had no process is tried again, ms. */
const NO_PROCESS_MS = 5_000;
/** Time that a stopping server waits for the database to store the end of a run, ms. */
const STOP_PATIENCE_MS = 5_000;

/**
 * Claims due tasks, runs them, records how they ended, and sees to those that run nowhere, as far as the roles of this process
 * go. The others pass on to workers what becomes due there.
 */
export class Engine {
  private readonly runs = new Map<string, ActiveRun>();
  /** Claims under way, by the tasks of their hints. */
  private readonly claims = new Map<string, ActiveRun>();
  private readonly graceMs: number;
  private readonly orphans: Orphans;
  private readonly keeper: TaskKeeper;
  private readonly held: HeldRuns;
  private readonly poller: DueTaskPoller;
  private readonly presence: Presence;
  private readonly offers: Offers;
  private readonly watch: RowWatch;
  private readonly comparison: BackgroundLoop;
  /** Time that running tasks have to finish when the server stops, ms. */
  shutdownMs: number;
  private started = false;
  private stopping = false;

  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
    private readonly transitions: Transitions,
    private readonly lease: WorkerLease,
    private readonly workers: WorkerRows,
    keepers: Keepers,
    private readonly bus: EventBus,
    private readonly lanes: Lanes,
    private readonly executor: TaskExecutor,
    private readonly sandboxLevel: number,
  ) {
    this.graceMs = config.cancelGraceSeconds * 1000;
    this.shutdownMs = config.shutdownSeconds * 1000;
    this.orphans = new Orphans(transitions, logger);
    this.watch = this.watchRows();
    this.presence = new Presence(bus, (lane) => lanes.free(lane), takenBy(lease.facts));
    this.offers = new Offers(lanes, bus, this.presence);
    this.poller = new DueTaskPoller(transitions, lanes, this.offers, keepers.lead('wakes'), logger);
    this.held = new HeldRuns(transitions, lease, this.runs, this.graceMs, logger);
    lease.attend(this);
    this.comparison = new BackgroundLoop({
      work: () => this.held.compare(),
      pollMs: lease.renewMs,
      onError: (error) => logger.warn({ err: error }, 'failed to compare runs with their rows'),
    });
    this.keeper = new TaskKeeper(
      transitions,
      new TakeOver(transitions, workers, lease, logger),
      this.orphans,
      this.poller,
      bus,
      { takeover: keepers.lead('takeover'), wakes: keepers.lead('wakes') },
      lease,
      workers.alone,
      logger,
    );
  }

  /** A keeper takes over first what earlier servers left. */
  async start(): Promise<void> {
    this.bus.subscribe(cancelRequested, ({ taskId, graceMs }) => this.cancel(taskId, graceMs));
    this.offers.subscribe();
    this.bus.subscribe(childrenOrphaned, ({ parentId }) => void this.orphans.cancelOf(parentId));
    this.bus.subscribe(slotReleased, ({ slotKey }) => {
      if (!this.stopping) void this.poller.released(slotKey);
    });
    // Before the first hint, which would wait here for ever.
    if (!this.has('worker')) this.offers.stop();
    if (this.has('keeper')) await this.keeper.start();
    if (this.has('worker')) this.startWork();
    this.started = true;
  }

  private startWork(): void {
    const { concurrency, agentConcurrency } = this.config;
    this.lanes.start(
      { script: slotsOf(concurrency), agent: slotsOf(agentConcurrency) },
      (hint, freeSlot) => this.work(hint, freeSlot),
      (projectId, lane) => void this.poller.project(projectId, lane),
      // Alone it has heard of every task.
      () => (this.presence.hasOthers ? this.watch.relieved() : undefined),
    );
    this.offers.start();
    this.presence.start();
    if (!this.workers.alone) {
      this.bus.subscribe(messagesMissed, () => this.watch.poke());
      this.watch.start();
    }
    // Not together with the renewal, which would take a second connection of the database.
    this.comparison.start(this.lease.renewMs / 2);
  }

  private has(role: Role): boolean {
    return this.config.roles.includes(role);
  }

  /** True while it claims tasks: not in a pause, nor when the server stops. */
  get working(): boolean {
    return this.started && !this.stopping;
  }

  get running(): number {
    return this.active.length;
  }

  leaseLost(): void {
    for (const run of this.active) run.loseLease();
  }

  /** Returns how many tasks of a lane run on this server. */
  runningOf(lane: Lane): number {
    return this.active.filter((run) => run.lane === lane).length;
  }

  /** Stops claiming, gives running tasks the configured time to finish, and releases the rest. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.offers.stop();
    this.lanes.stop();
    this.presence.stop();
    // What they are at ends by itself; a database that does not answer keeps no server from stopping.
    this.keeper.stop();
    const finished = Promise.all(this.active.map((run) => run.ended));
    const patience = new AbortController();
    await Promise.race([
      finished,
      delay(this.shutdownMs, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    for (const run of this.active) run.cancel('shutdown', 0);
    await finished;
    void this.comparison.stop();
    this.watch.stop();
  }

  private get active(): ActiveRun[] {
    return [...this.runs.values(), ...this.claims.values()];
  }

  private cancel(taskId: string, graceMs = this.graceMs): void {
    (this.runs.get(taskId) ?? this.claims.get(taskId))?.cancel('cancelled', graceMs);
  }

  private watchRows(): RowWatch {
    const watched = {
      workerId: () => this.lease.id,
      running: () => this.runs.size,
      free: (lane: Lane) => this.lanes.free(lane),
      waits: (lane: Lane, projectId?: string) => this.lanes.waits(lane, projectId),
      more: (projectId: string, lane: Lane, priority: number) =>
        this.lanes.more(projectId, lane, priority),
      takes: (pool: Pool) => this.presence.takes(pool),
      offer: (hint: TaskHint) => this.lanes.offer(hint),
      cancel: (taskId: string) => this.cancel(taskId),
      reportFree: () => this.bus.announce(),
    };
    return new RowWatch(this.transitions.database, watched, this.logger);
  }

  private async work(hint: TaskHint, freeSlot: () => void): Promise<void> {
    if (this.stopping || !this.lease.isRegistered) return;
    const { taskId } = hint;
    const earlier = this.runs.get(taskId) ?? this.claims.get(taskId);
    if (earlier) {
      earlier.wantedAgain = true;
      return;
    }
    const asked = new ActiveRun(hint.lane, this.lease.id);
    this.claims.set(taskId, asked);
    let run = asked;
    let task: TaskEntity | null = null;
    try {
      const worker = { id: asked.workerId, sandboxLevel: this.sandboxLevel };
      task = await claimAny(this.transitions, hint, worker);
      if (task !== null) {
        // What has been asked of the task of the hint is not for another one in its place.
        if (task.id !== taskId) run = asked.instead(() => this.offers.offer(hint));
        // A run of it that has written its end may have yet to leave.
        while (this.runs.has(task.id)) await this.runs.get(task.id)?.ended;
        this.runs.set(task.id, run);
        this.claims.delete(taskId);
        await this.run(task, run, freeSlot);
      }
    } catch (error) {
      this.logger.error(
        { err: error, task: task?.id ?? taskId },
        'failed to run a task; it is run again soon',
      );
      // A database that does not answer would have all hints tried in vain at once.
      if (task === null && !this.stopping) await delay(CLAIM_RETRY_MS, undefined, { ref: false });
    } finally {
      if (this.claims.get(taskId) === asked) this.claims.delete(taskId);
      if (task !== null) this.runs.delete(task.id);
      run.end();
      if (run.wantedAgain) this.offers.offer(task === null ? hint : hintOf(task));
    }
  }

  private async run(task: TaskEntity, run: ActiveRun, freeSlot: () => void): Promise<void> {
    const key = {
      projectId: task.project_id,
      taskId: task.id,
      attempt: task.attempt,
      fence: task.fence,
    };
    const recorder = new RunRecorder(key, async (recorded) => {
      try {
        if (!(await record(this.transitions, key, recorded))) run.loseLease();
        return true;
      } catch (error) {
        this.logger.warn(
          { err: error, task: key.taskId },
          'failed to store what a run reported; it is tried again',
        );
        return false;
      }
    });
    const started = performance.now();
    const executed = await this.executor.start(task, recorder, () => this.holds(run));
    run.started(executed, key.fence);
    const outcome = await run.outcome;
    const runMs = performance.now() - started;
    const phases = recorder.phaseTimes.taken();
    const [reports, used] = await Promise.all([recorder.finish(), run.usage]);
    const recorded = { ...reports, phases: phasesText(task.attempt_phases, phases) };
    const usage = usageOf(task, used);
    if (run.lost) {
      this.logger.warn(
        { task: task.id, attempt: task.attempt },
        'a run lost its lease and was killed',
      );
      return;
    }
    const stored = this.persist(async () => {
      if (outcome.kind === 'suspended')
        return suspend(this.transitions, key, executed.awaitedBy(outcome.on), usage, recorded);
      if (outcome.kind === 'not_started')
        return release(
          this.transitions,
          key,
          recorded,
          run.stopReason === 'shutdown' ? null : { reason: outcome.reason, delayMs: NO_PROCESS_MS },
        );
      if (run.stopReason === 'shutdown' && outcome.kind === 'failed')
        return release(this.transitions, key, recorded);
      if (outcome.kind === 'failed' && outcome.code === 'worker_lost')
        return lose(this.transitions, key, recorded.events, outcome.message);
      if (outcome.kind === 'failed' && task.failures + 1 < task.max_attempts)
        return this.failed(task, key, outcome, usage, recorded);
      return settleSoon(this.transitions, task, key, outcome, usage, recorded);
    });
    // The script has ended: the claim of the next task goes together with the end of this one.
    freeSlot();
    const end = await stored;
    // A run that went on after a wait reports only the rest of its phases.
    if (end) this.finished(end, runMs, task.woken === 1 ? [] : phases);
  }

  /** Records a failed attempt that is not the last one allowed: has the task wait for the next one, or ends it where none may follow. */
  private async failed(
    task: TaskEntity,
    key: RunKey,
    outcome: FailedOutcome,
    usage: RunUsage | null,
    recorded: Recorded,
  ): Promise<TaskEntity | null> {
    const policy = await this.executor.retryPolicy(task);
    if (!isRetried(policy, outcome))
      return settleSoon(
        this.transitions,
        task,
        key,
        outcome,
        usage,
        noted(recorded, key, finalNote(outcome)),
      );
    const delayMs = retryDelayMs(policy, task.failures + 1, Math.random(), outcome.retry?.after);
    const again = await retryLater(this.transitions, key, outcome, usage, recorded, delayMs);
    return again ?? settleSoon(this.transitions, task, key, outcome, usage, recorded);
  }

  /** Reports a run that has brought its task to its end. */
  private finished(row: TaskEntity, runMs: number, phases: PhaseTime[]): void {
    if (row.status !== 'success' && row.status !== 'failed' && row.status !== 'cancelled') return;
    this.bus.publish(runFinished, {
      taskId: row.id,
      projectId: row.project_id,
      metaTask: row.task_type,
      status: row.status,
      runMs,
      phases,
      waitMs: Math.max(0, (row.started_at ?? row.run_at) - row.run_at),
      draft: row.draft === 1,
    });
  }

  /** Tries again while the database cannot store the end of a run, for as long as that may make sense. */
  private async persist<T>(write: () => Promise<T>): Promise<T> {
    const since = performance.now();
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (performance.now() - since > this.patienceMs) throw error;
        this.logger.warn({ err: error }, 'failed to store the end of a run; it is tried again');
        await delay(SETTLE_RETRY_MS);
      }
    }
  }

  /** If no other server can take a task, its outcome may wait; a stop may not. */
  private get patienceMs(): number {
    const { leaseMs } = this.lease;
    if (this.stopping) return Math.min(leaseMs, STOP_PATIENCE_MS);
    return this.lease.isLone ? Number.POSITIVE_INFINITY : leaseMs;
  }

  private async holds(run: ActiveRun): Promise<boolean> {
    return (await this.lease.holds(run.workerId)) && !run.lost;
  }
}
