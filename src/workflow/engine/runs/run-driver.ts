import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EventBus } from '../../../platform/events/event-bus.js';
import type { RunUsage } from '../../../sandbox/runtime/runtime.js';
import { lose } from '../operations/lose.js';
import { type Recorded, record } from '../operations/record.js';
import { release } from '../operations/release.js';
import { retryLater } from '../operations/retry-later.js';
import { settleSoon } from '../operations/settle-soon.js';
import { suspend } from '../operations/suspend.js';
import { runFinished } from '../state/messages.js';
import type { TaskEntity } from '../state/task.entity.js';
import type { Transitions } from '../state/transitions.js';
import type { WorkerLease } from '../workers/worker-lease.js';
import type { ActiveRun } from './active-run.js';
import { phasesText } from './attempt-phases.js';
import type { PhaseTime } from './phase-times.js';
import { type FailedOutcome, finalNote, isRetried, retryDelayMs } from './retry-policy.js';
import type { RunKey } from './run-key.js';
import { RunRecorder } from './run-recorder.js';
import type { ExecutedOutcome, ExecutedRun, TaskExecutor } from './task-executor.js';

/** Pause before a failed write of a run's end is tried again, in ms. */
const SETTLE_RETRY_MS = 500;
/** Delay of the next try of a run that got no process, in ms. */
const NO_PROCESS_MS = 5_000;
/** Time for which a stopping server waits for the database to store the end of a run, in ms. */
const STOP_PATIENCE_MS = 5_000;

/** A run that is over, and what it leaves to be stored. */
interface EndedRun {
  task: TaskEntity;
  key: RunKey;
  executed: ExecutedRun;
  outcome: ExecutedOutcome;
  usage: RunUsage | null;
  recorded: Recorded;
  isStopped: boolean;
}

/** Runs claimed tasks: starts each run, stores its reports, and stores how it ended. */
export class RunDriver {
  private stopping = false;

  constructor(
    private readonly transitions: Transitions,
    private readonly executor: TaskExecutor,
    private readonly lease: WorkerLease,
    private readonly bus: EventBus,
    private readonly logger: Logger,
  ) {}

  /** Limits the time for which the ends of runs are stored, since the server stops. */
  stop(): void {
    this.stopping = true;
  }

  /** Runs a claimed task to the end of `run`. Calls `freeSlot` once the script has ended, before its end is stored. */
  async drive(task: TaskEntity, run: ActiveRun, freeSlot: () => void): Promise<void> {
    const key = {
      projectId: task.project_id,
      taskId: task.id,
      attempt: task.attempt,
      fence: task.fence,
    };
    const recorder = new RunRecorder(key, (recorded) => this.store(key, run, recorded));
    const started = performance.now();
    run.fence = key.fence;
    const executed = await this.executor.start(task, recorder, {
      stop: run.stop,
      holds: () => this.holds(run),
    });
    const outcome = await executed.outcome;
    const runMs = performance.now() - started;
    const phases = recorder.phaseTimes.taken();
    const [reports, used] = await Promise.all([recorder.finish(), executed.usage]);
    if (run.lost) {
      const { id, attempt } = task;
      this.logger.warn({ task: id, attempt }, 'a run lost its lease and was killed');
      return;
    }
    const recorded = { ...reports, phases: phasesText(task.attempt_phases, phases) };
    const usage = computeTotalUsage(task, used);
    const isStopped = run.stop.reason === 'shutdown';
    const ended = { task, key, executed, outcome, usage, recorded, isStopped };
    const stored = this.persist(() => this.storeEnd(ended));
    // The next task is claimed while the end of this one is stored.
    freeSlot();
    const end = await stored;
    // A run that went on after a wait reports only the rest of its phases.
    if (end) this.reportEnd(end, runMs, task.woken === 1 ? [] : phases);
  }
  /** Stores reports of a run. Never rejects; returns false if the caller has to keep them for the next call. */
  private async store(key: RunKey, run: ActiveRun, recorded: Recorded): Promise<boolean> {
    try {
      if (!(await record(this.transitions, key, recorded))) run.loseLease();
      return true;
    } catch (error) {
      this.logger.warn(
        { err: error, task: key.taskId },
        'failed to store reports of a run; they will be stored with the next ones',
      );
      return false;
    }
  }

  /** Stores the end of a run and returns the task's row after it; null if the run is stale. */
  private storeEnd(ended: EndedRun): Promise<TaskEntity | null> {
    const { transitions } = this;
    const { task, key, executed, outcome, usage, recorded, isStopped } = ended;
    switch (outcome.kind) {
      case 'success':
        return settleSoon(transitions, task, key, outcome, usage, recorded);
      case 'suspended':
        return suspend(transitions, key, executed.awaitedBy(outcome.on), usage, recorded);
      case 'not_started': {
        const { reason } = outcome;
        const notStarted = isStopped ? null : { reason, delayMs: NO_PROCESS_MS };
        return release(transitions, key, recorded, notStarted);
      }
      case 'failed':
        if (isStopped) return release(transitions, key, recorded);
        if (outcome.code === 'worker_lost')
          return lose(transitions, key, recorded.events, outcome.message);
        return this.storeFailure(ended, outcome);
    }
  }

  /** Stores a failed attempt: the task waits for the next one, or ends if none may follow. */
  private async storeFailure(
    { task, key, usage, recorded }: EndedRun,
    outcome: FailedOutcome,
  ): Promise<TaskEntity | null> {
    const { transitions } = this;
    const failures = task.failures + 1;
    if (failures >= task.max_attempts)
      return settleSoon(transitions, task, key, outcome, usage, recorded);
    const policy = await this.executor.retryPolicy(task);
    if (!isRetried(policy, outcome)) {
      const explained = noted(recorded, key, finalNote(outcome));
      return settleSoon(transitions, task, key, outcome, usage, explained);
    }
    const delayMs = retryDelayMs(policy, failures, Math.random(), outcome.retry?.after);
    const again = await retryLater(transitions, key, outcome, usage, recorded, delayMs);
    return again ?? settleSoon(transitions, task, key, outcome, usage, recorded);
  }

  /** Reports a run that has ended its task. */
  private reportEnd(row: TaskEntity, runMs: number, phases: PhaseTime[]): void {
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

  /** Tries again while the database cannot store the end of a run, for as long as another server cannot take the task. */
  private async persist<T>(write: () => Promise<T>): Promise<T> {
    const since = performance.now();
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (performance.now() - since > this.patienceMs) throw error;
        this.logger.warn({ err: error }, 'failed to store the end of a run; retrying');
        await delay(SETTLE_RETRY_MS);
      }
    }
  }

  private get patienceMs(): number {
    const { leaseMs, isLone } = this.lease;
    if (this.stopping) return Math.min(leaseMs, STOP_PATIENCE_MS);
    return isLone ? Number.POSITIVE_INFINITY : leaseMs;
  }

  private async holds(run: ActiveRun): Promise<boolean> {
    return (await this.lease.holds(run.workerId)) && !run.lost;
  }
}

/** Returns reports followed by a log line of the host, if there is one. */
function noted(recorded: Recorded, { taskId, attempt }: RunKey, text: string | null): Recorded {
  if (text === null) return recorded;
  const line = { type: 'log', taskId, attempt, level: 'info', data: { text } } as const;
  return { ...recorded, events: [...recorded.events, { ...line, createdAt: Date.now() }] };
}

/** Returns the usage of an attempt so far, including that before it waited. */
function computeTotalUsage(task: TaskEntity, used: RunUsage | null): RunUsage | null {
  if (task.cpu_ms === null || task.peak_memory_bytes === null) return used;
  return {
    cpuMs: task.cpu_ms + (used?.cpuMs ?? 0),
    peakMemoryBytes: Math.max(task.peak_memory_bytes, used?.peakMemoryBytes ?? 0),
  };
}
