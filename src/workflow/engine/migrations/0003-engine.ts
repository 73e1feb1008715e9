import { type DatabaseKind, Migration } from '../../../platform/database/migration.js';

/** Creates the tables of tasks, attempts, steps, concurrency slots, workers and leads. */
export class Engine1700000000003 extends Migration {
  readonly breaking = true;
  readonly name = 'Engine1700000000003';

  protected override statements(kind: DatabaseKind): string[] {
    return [
      `CREATE TABLE "clocks" (
        "name" text PRIMARY KEY NOT NULL,
        "highest" bigint NOT NULL,
        "set_back" integer NOT NULL DEFAULT 0
      )`,
      `CREATE TABLE "concurrency_slots" (
        "slot_key" text NOT NULL,
        "n" integer NOT NULL,
        "project_id" text NOT NULL,
        "task_id" text,
        "fence" integer,
        "used_at" bigint NOT NULL,
        PRIMARY KEY ("slot_key", "n")
      )`,
      `CREATE INDEX "concurrency_slots_free" ON "concurrency_slots" ("used_at") WHERE task_id IS NULL`,
      `CREATE INDEX "concurrency_slots_task" ON "concurrency_slots" ("task_id") WHERE task_id IS NOT NULL`,
      `CREATE TABLE "keepers" (
        "job" text PRIMARY KEY NOT NULL,
        "worker_id" text NOT NULL,
        "lease_until" bigint NOT NULL
      )`,
      `CREATE TABLE "task_attempts" (
        "task_id" text NOT NULL,
        "attempt" integer NOT NULL,
        "project_id" text NOT NULL,
        "queued_at" bigint,
        "started_at" bigint,
        "finished_at" bigint NOT NULL,
        "outcome" text NOT NULL,
        "error_code" text,
        "error_message" text,
        "error_stack" text,
        "cpu_ms" bigint,
        "peak_memory_bytes" bigint,
        "worker_id" text,
        "waits" text,
        "phases" text,
        "retried_by" text,
        "retried_by_name" text,
        "sandbox_level" integer,
        PRIMARY KEY ("task_id", "attempt")
      )`,
      `CREATE TABLE "task_steps" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "task_id" text NOT NULL,
        "position" integer NOT NULL,
        "kind" text NOT NULL,
        "name" text NOT NULL,
        "occurrence" integer NOT NULL,
        "ordered" boolean NOT NULL,
        "status" text NOT NULL,
        "attempts" integer NOT NULL,
        "result" text,
        "error_type" text,
        "error_message" text,
        "detail" text,
        "wake_at" bigint,
        "started_at" bigint NOT NULL,
        "finished_at" bigint,
        "code_at" text,
        "tries" text
      )`,
      `CREATE UNIQUE INDEX "task_steps_key" ON "task_steps" ("task_id", "kind", "name", "occurrence")`,
      `CREATE INDEX "task_steps_mcp" ON "task_steps" ("project_id", "id") WHERE kind = 'mcp'`,
      `CREATE INDEX "task_steps_running" ON "task_steps" ("task_id") WHERE status = 'running'`,
      `CREATE INDEX "task_steps_waiting" ON "task_steps" ("task_id", "kind") WHERE status = 'waiting'`,
      `CREATE TABLE "tasks" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "version_id" text NOT NULL,
        "task_type" text NOT NULL,
        "task_type_version" integer NOT NULL,
        "name" text NOT NULL,
        "status" text NOT NULL,
        "progress" integer NOT NULL,
        "current_phase" text,
        "params" text NOT NULL,
        "result" text,
        "error_code" text,
        "error_message" text,
        "error_stack" text,
        "attempt" integer NOT NULL,
        "crashes" integer NOT NULL,
        "fence" integer NOT NULL,
        "worker_id" text,
        "lease_until" bigint,
        "priority" integer NOT NULL,
        "run_at" bigint NOT NULL,
        "cancel_requested_at" bigint,
        "created_at" bigint NOT NULL,
        "started_at" bigint,
        "finished_at" bigint,
        "peak_memory_bytes" bigint,
        "cpu_ms" bigint,
        "woken" integer NOT NULL DEFAULT 0,
        "step_count" integer NOT NULL DEFAULT 0,
        "wake_at" bigint,
        "max_attempts" integer NOT NULL DEFAULT 1,
        "failures" integer NOT NULL DEFAULT 0,
        "deadline_at" bigint,
        "slot_key" text,
        "parked" integer NOT NULL DEFAULT 0,
        "phase_since" bigint,
        "schedule_id" text,
        "scheduled_for" bigint,
        "parent_id" text,
        "parent_step_id" text,
        "root_id" text,
        "depth" integer NOT NULL DEFAULT 0,
        "waits_together" integer NOT NULL DEFAULT 0,
        "agent_version_id" text,
        "lane" text NOT NULL DEFAULT 'script',
        "extension" text,
        "usage" text,
        "created_by" text,
        "created_by_name" text,
        "cancelled_by" text,
        "cancelled_by_name" text,
        "retried_by" text,
        "retried_by_name" text,
        "rerun_of" text,
        "result_summary" text,
        "attempt_queued_at" bigint,
        "attempt_started_at" bigint,
        "attempt_worker" text,
        "attempt_waits" text,
        "attempt_phases" text,
        "attempt_sandbox" integer,
        "draft" integer NOT NULL DEFAULT 0,
        "pool" text NOT NULL DEFAULT ''
      )`,
      `CREATE INDEX "tasks_children" ON "tasks" ("parent_id", "id") WHERE parent_id IS NOT NULL`,
      `CREATE INDEX "tasks_created_by"
        ON "tasks" ("project_id", "created_by", "created_at", "id") WHERE created_by IS NOT NULL`,
      `CREATE INDEX "tasks_deadline"
        ON "tasks" ("deadline_at") WHERE finished_at IS NULL AND deadline_at IS NOT NULL`,
      `CREATE INDEX "tasks_drafts" ON "tasks" ("project_id", "created_at", "id") WHERE draft = 1`,
      `CREATE INDEX "tasks_error"
        ON "tasks" ("project_id", "error_code", "created_at", "id") WHERE error_code IS NOT NULL`,
      `CREATE INDEX "tasks_finished"
        ON "tasks" ("project_id", "finished_at", "id") WHERE finished_at IS NOT NULL`,
      `CREATE INDEX "tasks_limited"
        ON "tasks" ("parked", "slot_key", "priority", "run_at") WHERE status = 'pending' AND slot_key IS NOT NULL`,
      `CREATE INDEX "tasks_open_children"
        ON "tasks" ("parent_step_id") WHERE parent_step_id IS NOT NULL AND finished_at IS NULL`,
      `CREATE INDEX "tasks_project_created" ON "tasks" ("project_id", "created_at", "id", "name")`,
      `CREATE INDEX "tasks_project_status" ON "tasks" ("project_id", "status", "created_at", "id")`,
      `CREATE INDEX "tasks_project_type" ON "tasks" ("project_id", "task_type", "created_at", "id", "name")`,
      `CREATE INDEX "tasks_ready"
        ON "tasks" ("pool", "project_id", "priority", "run_at") WHERE status = 'pending' AND parked = 0 AND lane = 'script'`,
      `CREATE INDEX "tasks_ready_agents"
        ON "tasks" ("pool", "project_id", "priority", "run_at") WHERE status = 'pending' AND parked = 0 AND lane = 'agent'`,
      `CREATE INDEX "tasks_reruns" ON "tasks" ("rerun_of", "created_at", "id") WHERE rerun_of IS NOT NULL`,
      `CREATE INDEX "tasks_running" ON "tasks" ("lease_until") WHERE status = 'running'`,
      `CREATE INDEX "tasks_schedule"
        ON "tasks" ("schedule_id", "created_at", "id") WHERE schedule_id IS NOT NULL`,
      `CREATE INDEX "tasks_schedule_open"
        ON "tasks" ("schedule_id") WHERE schedule_id IS NOT NULL AND status IN ('pending', 'running', 'waiting')`,
      `CREATE UNIQUE INDEX "tasks_schedule_tick"
        ON "tasks" ("schedule_id", "scheduled_for") WHERE scheduled_for IS NOT NULL`,
      `CREATE INDEX "tasks_type_ends"
        ON "tasks" ("project_id", "task_type", "status", "created_at", "id") WHERE status IN ('failed', 'cancelled')`,
      `CREATE INDEX "tasks_type_version"
        ON "tasks" ("project_id", "task_type", "task_type_version", "created_at", "id")`,
      `CREATE INDEX "tasks_wake" ON "tasks" ("wake_at") WHERE status = 'waiting'`,
      // Names are compared by their bytes: in this order, an index finds all names with a common prefix.
      `CREATE INDEX "tasks_name" ON "tasks" ("project_id", ${kind === 'postgres' ? '"name" COLLATE "C"' : '"name"'})`,
      `CREATE TABLE "worker_tags" (
        "tag" text PRIMARY KEY NOT NULL
      )`,
      `CREATE TABLE "workers" (
        "id" text PRIMARY KEY NOT NULL,
        "name" text NOT NULL,
        "roles" text NOT NULL,
        "version" text NOT NULL,
        "knows" text NOT NULL,
        "slots" integer NOT NULL,
        "agent_slots" integer NOT NULL,
        "running" integer NOT NULL,
        "draining" boolean NOT NULL,
        "gone" boolean NOT NULL,
        "started_at" bigint NOT NULL,
        "seen_at" bigint NOT NULL,
        "lease_until" bigint NOT NULL,
        "tags" text NOT NULL DEFAULT '',
        "only_tagged" boolean NOT NULL DEFAULT false
      )`,
    ];
  }
}
