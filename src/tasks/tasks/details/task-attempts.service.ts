import { Injectable } from '@nestjs/common';
import type { ErrorFrame } from '../../../base/languages/error-frames.js';
import { Database } from '../../../platform/database/database.js';
import { type Actor, parseActor } from '../../../workflow/engine/state/actor.js';
import { type AttemptPhase, parsePhases } from '../../../workflow/engine/runs/attempt-phases.js';
import { type Segment, buildSegments } from '../../../workflow/engine/runs/attempt-waits.js';
import type { TaskAttemptEntity } from '../../../workflow/engine/state/task-attempt.entity.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import { RunHistories } from '../views/run-histories.service.js';
import { TaskFrames } from '../views/task-frames.service.js';
import { taskRow } from '../submission/task-row.js';

export const ATTEMPT_OUTCOMES = ['success', 'failed', 'cancelled'] as const;
type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** An attempt of a task, as clients see it. Times in ms; null if unknown. */
export interface TaskAttempt {
  attempt: number;
  version: number;
  queuedAt: number | null;
  startedAt: number | null;
  finishedAt: number | null;
  /** Null while it runs. */
  outcome: AttemptOutcome | null;
  errorCode: string | null;
  errorMessage: string | null;
  errorStack: string | null;
  cpuMs: number | null;
  peakMemoryBytes: number | null;
  worker: string | null;
  sandboxLevel: number | null;
  frames: ErrorFrame[];
  segments: Segment[];
  /** The phases, each with its usual time; null if unknown. */
  phases: (AttemptPhase & { usualMs: number | null })[];
  /** Actor that retried the task after it. */
  retriedBy: Actor | null;
}

/** An attempt in the form of its row. */
type Recorded = Omit<TaskAttemptEntity, 'task_id' | 'project_id' | 'finished_at' | 'outcome'> & {
  finished_at: number | null;
  outcome: string | null;
};

/** The attempts of tasks. The last one is in the task's row, the earlier ones are in a table. */
@Injectable()
export class TaskAttempts {
  constructor(
    private readonly database: Database,
    private readonly histories: RunHistories,
    private readonly frames: TaskFrames,
  ) {}

  /** Returns the attempts after the number `after`, in order. */
  async list(
    projectId: string,
    taskId: string,
    { after, limit }: { after: number; limit: number },
  ): Promise<TaskAttempt[]> {
    const task = await taskRow(this.database, projectId, taskId);
    // Read after the task: an attempt that ends in between appears twice, and is not missing.
    const kept: Recorded[] = await this.database.query<TaskAttemptEntity>(
      `SELECT * FROM task_attempts WHERE task_id = ? AND project_id = ? AND attempt > ?
       ORDER BY attempt LIMIT ?`,
      [task.id, projectId, after, limit],
    );
    const last = findLastAttempt(task);
    const isNew = last !== null && last.attempt > (kept.at(-1)?.attempt ?? after);
    if (isNew && kept.length < limit) kept.push(last);
    const usual = await this.histories.usual(projectId, task.task_type);
    const stacks = kept.map(({ error_stack: stack }) => stack);
    const frames = await this.frames.of(projectId, task.version_id, stacks);
    return kept.map((row, at) => toAttempt(row, task.task_type_version, usual, frames[at] ?? []));
  }
}

/** Returns the attempt in the row of a task; null if none has begun since the last stored one. */
function findLastAttempt(task: TaskEntity): Recorded | null {
  const goesOn =
    task.status === 'running' ||
    task.status === 'waiting' ||
    (task.status === 'pending' && task.woken === 1);
  if (task.attempt === 0 || (!goesOn && task.finished_at === null)) return null;
  return {
    attempt: task.attempt,
    queued_at: task.attempt_queued_at,
    started_at: task.attempt_started_at,
    finished_at: task.finished_at,
    outcome: goesOn ? null : task.status,
    error_code: task.error_code,
    error_message: task.error_message,
    error_stack: task.error_stack,
    cpu_ms: task.cpu_ms,
    peak_memory_bytes: task.peak_memory_bytes,
    worker_id: task.attempt_worker,
    sandbox_level: task.attempt_sandbox,
    waits: task.attempt_waits,
    phases: task.attempt_phases,
    retried_by: null,
    retried_by_name: null,
  };
}

function toAttempt(
  row: Recorded,
  version: number,
  usual: ReadonlyMap<string, number>,
  frames: ErrorFrame[],
): TaskAttempt {
  const times = {
    queuedAt: row.queued_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
  return {
    attempt: row.attempt,
    version,
    ...times,
    outcome: ATTEMPT_OUTCOMES.find((known) => known === row.outcome) ?? null,
    errorCode: row.error_code,
    errorMessage: row.error_message,
    errorStack: row.error_stack,
    cpuMs: row.cpu_ms,
    peakMemoryBytes: row.peak_memory_bytes,
    worker: row.worker_id,
    sandboxLevel: row.sandbox_level,
    frames,
    segments: buildSegments(row.waits, times),
    phases: parsePhases(row.phases).map((phase) => ({
      ...phase,
      usualMs: usual.get(phase.name) ?? null,
    })),
    retriedBy: parseActor(row.retried_by, row.retried_by_name),
  };
}
