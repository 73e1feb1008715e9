import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { extraSlots } from '../config/concurrency.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/settings.js';
import { DataFolderLock } from '../database/data-folder-lock.js';
import { Database } from '../database/database.js';
import type { TaskEntity } from '../database/entities/task.entity.js';
import { EventBus } from '../events/event-bus.js';
import { EventLog } from '../events/event-log.js';
import { newId } from '../kernel/ids.js';
import { LOGGER } from '../logging/logging.module.js';
import type { RunErrorCode, RunOutcome, RunUsage } from '../runtime/runtime.js';
import { ActiveRun } from './active-run.js';
import { ClockWatch } from './clock-watch.js';
import { Dispatcher, type HintedRow, hintOf, type TaskHint } from './dispatcher.js';
import { Feed } from './feed.js';
import { claim } from './operations/claim.js';
import { announceCompletion } from './operations/complete-step.js';
import type { LeftTask } from './operations/end-task.js';
import { lost } from './operations/due.js';
import { handBack } from './operations/hand-back.js';
import { lose } from './operations/lose.js';
import { type Recorded, record } from './operations/record.js';
import { renew } from './operations/renew.js';
import { retryLater } from './operations/retry-later.js';
import { settle } from './operations/settle.js';
import { suspend } from './operations/suspend.js';
import { Orphans } from './orphans.js';
import { isRetried, retryDelayMs } from './retry-policy.js';
import type { RunKey } from './run-key.js';
import type { PhaseTime } from './phase-times.js';
import { RunRecorder } from './run-recorder.js';
import { TaskExecutor } from './task-executor.js';
import { WakeTimer } from './wake-timer.js';

type FailedOutcome = Extract<RunOutcome, { kind: 'failed' }>;

/** Pause before a write of a run's end is tried again when the database does not answer, ms. */
const SETTLE_RETRY_MS = 500;
/** Time that a stopping server waits for the database to store the end of a run, ms. */
const STOP_PATIENCE_MS = 5_000;

/**
 * Claims due tasks, runs them, records how they ended. Leases are renewed three times within their length; a
 * sweep as often takes over what dead workers left and offers every due row again, so that nothing depends on
 * a hint having arrived.
 */
@Injectable()
export class Engine {
  readonly workerId = newId();
  private readonly runs = new Map<string, ActiveRun>();
  private readonly leaseMs: number;
  private readonly graceMs: number;
  private readonly wakes: WakeTimer;
  private readonly orphans: Orphans;
  private readonly clock: ClockWatch;
  private timer: NodeJS.Timeout | null = null;
  private readonly feed: Feed;
  private stopping = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly database: Database,
    private readonly folderLock: DataFolderLock,
    private readonly events: EventLog,
    private readonly bus: EventBus,
    private readonly dispatcher: Dispatcher,
    private readonly executor: TaskExecutor,
  ) {
    this.leaseMs = config.leaseSeconds * 1000;
    this.graceMs = config.cancelGraceSeconds * 1000;
    this.orphans = new Orphans(database, events, bus, logger);
    this.clock = new ClockWatch(database, logger);
    this.wakes = new WakeTimer(database, events, logger, (row) => this.woken(row));
    this.feed = new Feed(database, events, dispatcher, logger, (row) => this.announceTimeout(row));
  }

  /** Takes over what earlier servers left, then starts working. */
  async start(): Promise<void> {
    this.bus.subscribe('cancel', ({ taskId, graceMs }) =>
      this.runs.get(taskId)?.cancel('cancelled', graceMs ?? this.graceMs),
    );
    this.bus.subscribe('due', (hint) => this.dispatcher.offer(hint));
    this.bus.subscribe('wake', ({ ms }) => this.wakes.within(ms));
    this.bus.subscribe('orphans', ({ parentId }) => void this.orphans.cancelOf(parentId));
    this.bus.subscribe('freed', ({ slotKey }) => this.freed(slotKey));
    await this.sweep();
    const usual = this.config.concurrency;
    this.dispatcher.start(
      { usual, extra: extraSlots(usual) },
      (hint) => this.work(hint),
      (projectId) => void this.feed.project(projectId),
    );
    this.tickLater();
  }

  /** Tells that a task may be due. Cheap; losing it does no harm. */
  offer(row: HintedRow): void {
    this.dispatcher.offer(hintOf(row));
  }

  /** Tells that a task has a time to come: it is due then, or past its deadline. Cheap; losing it does no harm. */
  later(): void {
    this.feed.later();
  }

  /** Tells that a task no longer holds a slot of its concurrency limit, or waits for one. */
  freed(slotKey: string | null): void {
    if (slotKey !== null && !this.stopping) void this.feed.freed(slotKey);
  }

  get running(): number {
    return this.runs.size;
  }

  /** Stops claiming, gives running tasks the configured time to finish, and hands the rest back. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.dispatcher.stop();
    this.wakes.stop();
    this.feed.stop();
    const finished = Promise.all([...this.runs.values()].map((run) => run.ended));
    const patience = new AbortController();
    await Promise.race([
      finished,
      delay(this.config.shutdownSeconds * 1000, undefined, { signal: patience.signal }).catch(
        () => undefined,
      ),
    ]);
    patience.abort();
    for (const run of this.runs.values()) run.cancel('shutdown', 0);
    await finished;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private async work(hint: TaskHint): Promise<void> {
    if (this.stopping) return;
    const { taskId } = hint;
    const earlier = this.runs.get(taskId);
    if (earlier) {
      earlier.wantedAgain = true;
      return;
    }
    const run = new ActiveRun(performance.now() + this.leaseMs);
    this.runs.set(taskId, run);
    try {
      const task = await claim(this.database, this.events, hint, this.workerId, this.leaseMs);
      if (task) await this.run(task, run);
    } catch (error) {
      this.logger.error(
        { err: error, task: taskId },
        'a run was abandoned; the sweep will take it over',
      );
    } finally {
      this.runs.delete(taskId);
      run.end();
      if (run.wantedAgain) this.dispatcher.offer(hint);
    }
  }

  private async run(task: TaskEntity, run: ActiveRun): Promise<void> {
    const key = {
      projectId: task.project_id,
      taskId: task.id,
      attempt: task.attempt,
      fence: task.fence,
    };
    this.bus.publish('events', { projectId: task.project_id });
    const recorder = new RunRecorder(key, async (recorded) => {
      try {
        if (!(await record(this.database, this.events, key, recorded))) run.loseLease();
        else this.bus.publish('events', { projectId: key.projectId });
        return true;
      } catch (error) {
        this.logger.warn({ err: error, task: key.taskId }, 'what a run told waits to be stored');
        return false;
      }
    });
    const started = performance.now();
    const executed = await this.executor.start(task, recorder, () => this.holds(run));
    run.started(executed, key.fence);
    const outcome = await run.outcome;
    const runMs = performance.now() - started;
    const phases = recorder.phaseTimes.taken();
    const [recorded, used] = await Promise.all([recorder.finish(), run.usage]);
    const usage = usageOf(task, used);
    if (run.lost) {
      this.logger.warn(
        { task: task.id, attempt: task.attempt },
        'a run lost its lease and was killed',
      );
      return;
    }
    const end = await this.persist(async () => {
      if (outcome.kind === 'suspended')
        return suspend(
          this.database,
          this.events,
          key,
          executed.awaitedBy(outcome.on),
          usage,
          recorded,
        );
      if (run.stopReason === 'shutdown' && outcome.kind === 'failed')
        return handBack(this.database, this.events, key, recorded);
      if (outcome.kind === 'failed' && outcome.code === 'worker_lost')
        return lose(this.database, this.events, key, recorded.events, outcome.message);
      if (outcome.kind === 'failed' && task.failures + 1 < task.max_attempts) {
        const again = await this.tryLater(task, key, outcome, usage, recorded);
        if (again) return again;
      }
      return settle(this.database, this.events, key, outcome, usage, recorded);
    });
    // What went on after a wait tells only the rest of its phases.
    if (end) this.announce(end, outcome, runMs, task.woken === 1 ? [] : phases);
  }

  private woken(row: TaskEntity): void {
    this.bus.publish('events', { projectId: row.project_id });
    this.offer(row);
  }

  /** Has the task wait for its next attempt; null where none may follow. */
  private async tryLater(
    task: TaskEntity,
    key: RunKey,
    outcome: FailedOutcome,
    usage: RunUsage | null,
    recorded: Recorded,
  ): Promise<TaskEntity | null> {
    const policy = await this.executor.retryPolicy(task);
    if (!isRetried(policy, outcome.code)) return null;
    const delayMs = retryDelayMs(policy, task.failures + 1, Math.random());
    return retryLater(this.database, this.events, key, outcome, usage, recorded, delayMs);
  }

  private announceTimeout(row: TaskEntity): void {
    this.announce(row, { kind: 'failed', code: 'timeout', message: '', stack: null }, 0);
  }

  private announce(
    row: LeftTask,
    outcome: RunOutcome,
    runMs: number,
    phases: PhaseTime[] = [],
  ): void {
    this.bus.publish('events', { projectId: row.project_id });
    this.freed(row.slot_key);
    // What waits for another attempt still shows the error of the last.
    if (row.status === 'pending' && row.error_code !== null) this.later();
    else if (row.status === 'pending') this.offer(row);
    if (row.status === 'waiting' && row.wake_at !== null)
      this.wakes.within(row.wake_at - Date.now());
    if (row.status !== 'success' && row.status !== 'failed' && row.status !== 'cancelled') return;
    this.bus.publish('ended', { taskId: row.id });
    if (row.aftermath?.completion) announceCompletion(this.bus, row.aftermath.completion);
    if (row.aftermath?.orphans) this.bus.publish('orphans', { parentId: row.id });
    const errorCode: RunErrorCode | null = outcome.kind === 'failed' ? outcome.code : null;
    this.bus.publish('finished', {
      taskId: row.id,
      projectId: row.project_id,
      status: row.status,
      errorCode,
      taskType: row.task_type,
      runMs,
      phases,
      waitMs: Math.max(0, (row.started_at ?? row.run_at) - row.run_at),
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
        this.logger.warn({ err: error }, 'the end of a run could not be stored; trying again');
        await delay(SETTLE_RETRY_MS);
      }
    }
  }

  /** Where nobody else can take a task, its outcome may wait; a stop may not. */
  private get patienceMs(): number {
    if (this.stopping) return Math.min(this.leaseMs, STOP_PATIENCE_MS);
    return this.folderLock.exclusive ? Number.POSITIVE_INFINITY : this.leaseMs;
  }

  private tickLater(): void {
    this.timer = setTimeout(() => {
      void this.tick().finally(() => {
        if (!this.stopping || this.runs.size > 0) this.tickLater();
      });
    }, this.leaseMs / 3);
    this.timer.unref();
  }

  private async tick(): Promise<void> {
    try {
      await this.renewLeases();
      if (this.stopping) return;
      await this.sweep();
    } catch (error) {
      this.logger.warn({ err: error }, 'sweep failed; it will be tried again');
    }
    // Past its lease others may have taken the task: running on would be running it twice.
    for (const run of this.runs.values()) if (this.mayBeLost(run)) run.loseLease();
  }

  private async sweep(): Promise<void> {
    await this.clock.look();
    await this.takeOver();
    await this.orphans.sweep();
    await this.wakes.look();
    await this.feed.sweep();
  }

  private async renewLeases(): Promise<void> {
    const known = [...this.runs].filter(([, run]) => run.fence !== null);
    const ids = known.map(([taskId]) => taskId);
    const asked = performance.now();
    const held = await renew(this.database, this.workerId, ids, this.leaseMs);
    for (const [taskId, run] of known) {
      const lease = held.get(taskId);
      if (lease === undefined || lease.fence !== run.fence) run.loseLease();
      else {
        run.heldUntil = asked + this.leaseMs;
        if (lease.cancelRequested) run.cancel('cancelled', this.graceMs);
      }
    }
  }

  /**
   * Whether a run still has its task. While its lease lasts this server's clock tells; past it, after this
   * process has stood still, only the database can.
   */
  private async holds(run: ActiveRun): Promise<boolean> {
    if (this.mayBeLost(run)) await this.renewLeases();
    return !run.lost;
  }

  private mayBeLost(run: ActiveRun): boolean {
    return !this.folderLock.exclusive && performance.now() > run.heldUntil;
  }

  private async takeOver(): Promise<void> {
    for (const key of await lost(this.database, this.folderLock.exclusive, this.workerId)) {
      const row = await lose(this.database, this.events, key);
      if (!row) continue;
      this.logger.warn(
        { task: row.id, crashes: row.crashes, status: row.status },
        'a run lost its worker',
      );
      this.announce(row, { kind: 'failed', code: 'worker_lost', message: '', stack: null }, 0);
    }
  }
}

/** What an attempt has used by now, with what it had before it waited. */
function usageOf(task: TaskEntity, used: RunUsage | null): RunUsage | null {
  if (task.cpu_ms === null || task.peak_memory_bytes === null) return used;
  return {
    cpuMs: task.cpu_ms + (used?.cpuMs ?? 0),
    peakMemoryBytes: Math.max(task.peak_memory_bytes, used?.peakMemoryBytes ?? 0),
  };
}
