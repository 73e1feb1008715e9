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

/** One run of a meta-task. This row is the truth about it; queues and buses only hint at it. */
@Entity('tasks')
@Index('tasks_project_created', ['project_id', 'created_at', 'id', 'name'])
@Index('tasks_project_status', ['project_id', 'status', 'created_at', 'id'])
@Index('tasks_project_type', ['project_id', 'task_type', 'created_at', 'id', 'name'])
@Index('tasks_type_ends', ['project_id', 'task_type', 'status', 'created_at', 'id'], {
  where: `status IN ('failed', 'cancelled')`,
})
@Index('tasks_type_version', ['project_id', 'task_type', 'task_type_version', 'created_at', 'id'])
// By its bytes, which PostgreSQL would not order it by.
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
  /** The version it was created with, for good. */
  @Text() version_id!: string;
  /** The version of the agent that it was created with, for good; null for a task of a script. */
  @NullableText() agent_version_id!: string | null;
  /** The kind of its slots: see engine/queue/lane.ts. */
  @Text({ default: 'script' }) lane!: string;
  /** The workers that it may run on: see engine/queue/pool.ts. */
  @Text({ default: '' }) pool!: string;
  /** JSON text: what its limits have been extended by; null = by nothing. */
  @NullableText() extension!: string | null;
  /** Identifier and version number of the meta-task, as they were at creation. */
  @Text() task_type!: string;
  @Int() task_type_version!: number;
  @Text() name!: string;
  /** pending | running | waiting | success | failed | cancelled */
  @Text() status!: string;
  /** 0..100 */
  @Int() progress!: number;
  @NullableText() current_phase!: string | null;
  /** The start of that phase, or of the attempt if it has no phase yet. */
  @NullableTime() phase_since!: number | null;
  /** JSON text. */
  @Text() params!: string;
  /** JSON text; null until the task succeeds. */
  @NullableText() result!: string | null;
  /** The beginning of the result as text, without secrets of the run; null until the task succeeds. */
  @NullableText() result_summary!: string | null;
  @NullableText() error_code!: string | null;
  @NullableText() error_message!: string | null;
  /** The author's own stack frames. */
  @NullableText() error_stack!: string | null;
  /** The usage of the last attempt; null until it has ended, and if it could not be measured. */
  @NullableBig() peak_memory_bytes!: number | null;
  @NullableBig() cpu_ms!: number | null;
  /** Its usage of models, as JSON text; `{}` from its first request until it ends, null without one. */
  @NullableText() usage!: string | null;
  /** Runs so far that count; one that a stopping server released does not. */
  @Int() attempt!: number;
  /** Database clock: when its last attempt became due, and when that began; null before the first one. */
  @NullableTime() attempt_queued_at!: number | null;
  @NullableTime() attempt_started_at!: number | null;
  /** The worker that last ran it. */
  @NullableText() attempt_worker!: string | null;
  /** The level of the sandbox that it last ran in; null for a task of an agent. */
  @NullableInt() attempt_sandbox!: number | null;
  /** The waits of the last attempt: see engine/runs/attempt-waits.ts. */
  @NullableText() attempt_waits!: string | null;
  /** The phases of the last attempt, from its end or its last wait on: see engine/runs/attempt-phases.ts. */
  @NullableText() attempt_phases!: string | null;
  /** Attempts that may fail before the task does, as its version had it. */
  @Int({ default: 1 }) max_attempts!: number;
  /** Attempts that have failed since the task was created or retried by hand; a lost worker is none. */
  @Int({ default: 0 }) failures!: number;
  /** The number of times in a row that the task lost its worker, without a record of a step in between. */
  @Int() crashes!: number;
  /** 1 from when a task that waited goes on until it waits again or ends: its run is no new attempt. */
  @Int({ default: 0 }) woken!: number;
  /** The number of writes of its steps: 0 if it has none. */
  @Int({ default: 0 }) step_count!: number;
  /** Database clock: a waiting task goes on then at the latest; null = only when what it waits for is there. */
  @NullableTime() wake_at!: number | null;
  /** 1 while it waits for the tasks of one call together: it goes on only when the last of them has ended. */
  @Int({ default: 0 }) waits_together!: number;
  /** The task whose script asked for this one. */
  @NullableText() parent_id!: string | null;
  /** The parent's step that waits for its end; null for one that is run again on its own. */
  @NullableText() parent_step_id!: string | null;
  /** The task at the top of its tree; null for one without a parent. */
  @NullableText() root_id!: string | null;
  /** Parents above it. */
  @Int({ default: 0 }) depth!: number;
  /** Fencing token: one more at each claim. Every write of a run names it, so that a stale run changes nothing. */
  @Int() fence!: number;
  @NullableText() worker_id!: string | null;
  /** Database clock: of a run of an earlier release; null: its lease is that of its worker. */
  @NullableTime() lease_until!: number | null;
  /** Higher runs first, within the project. */
  @Int() priority!: number;
  /** Database clock: not claimed earlier. */
  @Time() run_at!: number;
  /** Database clock: when the task's total time limit passes; null = it has none. */
  @NullableTime() deadline_at!: number | null;
  /** The key of the concurrency limit that it runs under; null = none. See engine/state/slot-key.ts. */
  @NullableText() slot_key!: string | null;
  /** 1 while it is pending and waits for a slot of its `slot_key`; it is then not offered. */
  @Int({ default: 0 }) parked!: number;
  @NullableTime() cancel_requested_at!: number | null;
  @Time() created_at!: number;
  @NullableTime() started_at!: number | null;
  @NullableTime() finished_at!: number | null;
  /** The schedule that made it, which may be gone by now. */
  @NullableText() schedule_id!: string | null;
  /** The tick of the schedule that it was made for; null if a user ran the schedule by hand. */
  @NullableTime() scheduled_for!: number | null;
  /** The actor that made it, as engine/state/actor.ts has it; null = its parent, or its schedule. */
  @NullableText() created_by!: string | null;
  @NullableText() created_by_name!: string | null;
  /** The actor that cancelled it; null where none has, and where its parent has ended. */
  @NullableText() cancelled_by!: string | null;
  @NullableText() cancelled_by_name!: string | null;
  /** The actor that last had it run once more. */
  @NullableText() retried_by!: string | null;
  @NullableText() retried_by_name!: string | null;
  /** The task that it was made again of, which may be gone by now. */
  @NullableText() rerun_of!: string | null;
  /** 1 for a run of a version that is not saved, and for the children of one: see engine/state/drafts.ts. */
  @Int({ default: 0 }) draft!: number;
}
