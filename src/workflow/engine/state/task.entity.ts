import { Entity, Index } from 'typeorm';
import {
  Id,
  Int,
  NullableBig,
  NullableInt,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../../platform/database/columns.js';

/** One run of a meta-task. This row is the only source of its state; queues and buses carry hints. */
@Entity('tasks')
@Index('tasks_project_created', ['project_id', 'created_at', 'id', 'name'])
@Index('tasks_project_status', ['project_id', 'status', 'created_at', 'id'])
@Index('tasks_project_type', ['project_id', 'task_type', 'created_at', 'id', 'name'])
@Index('tasks_type_ends', ['project_id', 'task_type', 'status', 'created_at', 'id'], {
  where: `status IN ('failed', 'cancelled')`,
})
@Index('tasks_type_version', ['project_id', 'task_type', 'task_type_version', 'created_at', 'id'])
// Sorted by its bytes, unlike PostgreSQL's default.
@Index('tasks_name', { synchronize: false })
@Index('tasks_error', ['project_id', 'error_code', 'created_at', 'id'], {
  where: 'error_code IS NOT NULL',
})
@Index('tasks_created_by', ['project_id', 'created_by', 'created_at', 'id'], {
  where: 'created_by IS NOT NULL',
})
@Index('tasks_reruns', ['rerun_of', 'created_at', 'id'], { where: 'rerun_of IS NOT NULL' })
@Index('tasks_finished', ['project_id', 'finished_at', 'id'], { where: `finished_at IS NOT NULL` })
@Index('tasks_drafts', ['project_id', 'created_at', 'id'], { where: 'draft = 1' })
@Index('tasks_wake', ['wake_at'], { where: `status = 'waiting'` })
@Index('tasks_children', ['parent_id', 'id'], { where: 'parent_id IS NOT NULL' })
@Index('tasks_open_children', ['parent_step_id'], {
  where: 'parent_step_id IS NOT NULL AND finished_at IS NULL',
})
@Index('tasks_ready', ['pool', 'project_id', 'priority', 'run_at'], {
  where: `status = 'pending' AND parked = 0 AND lane = 'script'`,
})
@Index('tasks_ready_agents', ['pool', 'project_id', 'priority', 'run_at'], {
  where: `status = 'pending' AND parked = 0 AND lane = 'agent'`,
})
@Index('tasks_limited', ['parked', 'slot_key', 'priority', 'run_at'], {
  where: `status = 'pending' AND slot_key IS NOT NULL`,
})
@Index('tasks_deadline', ['deadline_at'], {
  where: 'finished_at IS NULL AND deadline_at IS NOT NULL',
})
@Index('tasks_running', ['lease_until'], { where: `status = 'running'` })
@Index('tasks_schedule', ['schedule_id', 'created_at', 'id'], { where: 'schedule_id IS NOT NULL' })
@Index('tasks_schedule_open', ['schedule_id'], {
  where: `schedule_id IS NOT NULL AND status IN ('pending', 'running', 'waiting')`,
})
@Index('tasks_schedule_tick', ['schedule_id', 'scheduled_for'], {
  unique: true,
  where: 'scheduled_for IS NOT NULL',
})
export class TaskEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  /** Version at the creation of the task; never changes. */
  @Text() version_id!: string;
  /** Version of the agent at the creation of the task, which never changes; null for a script. */
  @NullableText() agent_version_id!: string | null;
  /** Kind of its slots: see engine/queue/lane.ts. */
  @Text({ default: 'script' }) lane!: string;
  /** Workers that may run it: see engine/queue/pool.ts. */
  @Text({ default: '' }) pool!: string;
  /** JSON text: extensions of its limits, or null. */
  @NullableText() extension!: string | null;
  /** Identifier and version number of the meta-task at the creation of the task. */
  @Text() task_type!: string;
  @Int() task_type_version!: number;
  @Text() name!: string;
  /** pending | running | waiting | success | failed | cancelled */
  @Text() status!: string;
  /** 0..100 */
  @Int() progress!: number;
  @NullableText() current_phase!: string | null;
  /** Start of the phase, or of the attempt before its first phase. */
  @NullableTime() phase_since!: number | null;
  /** JSON text. */
  @Text() params!: string;
  /** JSON text; null until the task succeeds. */
  @NullableText() result!: string | null;
  /** Beginning of the result as text, without secrets of the run; null until the task succeeds. */
  @NullableText() result_summary!: string | null;
  @NullableText() error_code!: string | null;
  @NullableText() error_message!: string | null;
  /** Stack frames of the author's code. */
  @NullableText() error_stack!: string | null;
  /** Usage of the last attempt; null until it has ended, or if it could not be measured. */
  @NullableBig() peak_memory_bytes!: number | null;
  @NullableBig() cpu_ms!: number | null;
  /** Model usage as JSON text; `{}` from the first request until the task ends, null without a request. */
  @NullableText() usage!: string | null;
  /** Number of counted runs; one that a stopping server released does not count. */
  @Int() attempt!: number;
  /** Times at which the last attempt became due and began, by the database's clock; null before the first one. */
  @NullableTime() attempt_queued_at!: number | null;
  @NullableTime() attempt_started_at!: number | null;
  /** Worker of the last attempt. */
  @NullableText() attempt_worker!: string | null;
  /** Sandbox level of the last attempt; null for a task of an agent. */
  @NullableInt() attempt_sandbox!: number | null;
  /** Waits of the last attempt: see engine/runs/attempt-waits.ts. */
  @NullableText() attempt_waits!: string | null;
  /** Phases of the last attempt, stored at its end or last wait: see engine/runs/attempt-phases.ts. */
  @NullableText() attempt_phases!: string | null;
  /** Number of attempts that may fail before the task does, by its version. */
  @Int({ default: 1 }) max_attempts!: number;
  /** Number of failed attempts since the task was created or retried by hand; a lost worker does not count. */
  @Int({ default: 0 }) failures!: number;
  /** Number of consecutive losses of the worker without a recorded step in between. */
  @Int() crashes!: number;
  /** 1 from the resumption after a wait until the next wait or the end: the run is not a new attempt. */
  @Int({ default: 0 }) woken!: number;
  /** Number of writes to its steps; 0 without steps. */
  @Int({ default: 0 }) step_count!: number;
  /**
   * Latest time of the resumption of a waiting task, by the database's clock; null = only once an awaited step ends.
   */
  @NullableTime() wake_at!: number | null;
  /** 1 while it waits for all tasks of one call: only the end of the last one resumes it. */
  @Int({ default: 0 }) waits_together!: number;
  /** Task whose script created this one. */
  @NullableText() parent_id!: string | null;
  /** Step of the parent that waits for the end; null for a task that was rerun by itself. */
  @NullableText() parent_step_id!: string | null;
  /** Task at the top of the tree; null without a parent. */
  @NullableText() root_id!: string | null;
  /** Number of ancestors. */
  @Int({ default: 0 }) depth!: number;
  /** Fencing token, which each claim increments. Every write of a run names it, so that a stale run changes nothing. */
  @Int() fence!: number;
  @NullableText() worker_id!: string | null;
  /** End of the lease of a run of an earlier release, by the database's clock; null: the worker's lease applies. */
  @NullableTime() lease_until!: number | null;
  /** Tasks with a higher priority run first within the project. */
  @Int() priority!: number;
  /** Earliest time of a claim, by the database's clock. */
  @Time() run_at!: number;
  /** End of the total time limit, by the database's clock; null without a limit. */
  @NullableTime() deadline_at!: number | null;
  /** Key of its concurrency limit; null without a limit. See engine/state/slot-key.ts. */
  @NullableText() slot_key!: string | null;
  /** 1 while it is pending and waits for a slot of its `slot_key`; it is not claimed meanwhile. */
  @Int({ default: 0 }) parked!: number;
  @NullableTime() cancel_requested_at!: number | null;
  @Time() created_at!: number;
  @NullableTime() started_at!: number | null;
  @NullableTime() finished_at!: number | null;
  /** Schedule that created it, which may no longer exist. */
  @NullableText() schedule_id!: string | null;
  /** Tick of the schedule for which it was created; null if a user ran the schedule by hand. */
  @NullableTime() scheduled_for!: number | null;
  /** Actor that created it, as in engine/state/actor.ts; null for its parent or its schedule. */
  @NullableText() created_by!: string | null;
  @NullableText() created_by_name!: string | null;
  /** Actor that cancelled it; null without a cancel, and if its parent has ended. */
  @NullableText() cancelled_by!: string | null;
  @NullableText() cancelled_by_name!: string | null;
  /** Actor that last retried it. */
  @NullableText() retried_by!: string | null;
  @NullableText() retried_by_name!: string | null;
  /** Task of which it is a rerun, which may no longer exist. */
  @NullableText() rerun_of!: string | null;
  /** 1 for a run of a version that is not saved, and for its children: see engine/state/drafts.ts. */
  @Int({ default: 0 }) draft!: number;
}
