import type { TaskStepEntity } from '../engine/task-step.entity.js';
import type { WaitEnd } from '../engine/operations/complete-step.js';

/** What a durable operation is. */
export const STEP_KINDS = ['step', 'sleep', 'approval', 'task', 'event'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export const STEP_STATUSES = ['waiting', 'success', 'failed', 'cancelled'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

export interface StepError {
  /** Class of the exception, or an error code. */
  type: string;
  message: string;
}

/** How a step ended. `detail` is JSON text: what its kind keeps beside the result. */
export type StepEnd = WaitEnd & { detail?: string | null };

/** What a replay needs of a step's record before it asks for its result. */
export type StepRecord = Pick<
  TaskStepEntity,
  'id' | 'position' | 'kind' | 'name' | 'occurrence' | 'ordered' | 'status' | 'attempts'
> & {
  /** ms that it still waits, by the database's clock; null = until it is completed. */
  left: number | null;
};

/** A durable operation that a run is at. */
export interface Step {
  readonly id: string;
  readonly kind: StepKind;
  readonly name: string;
  readonly occurrence: number;
  readonly position: number;
  readonly ordered: boolean;
  /** ms since the epoch. */
  readonly startedAt: number;
  /** What its record says; `new` where there is none. */
  state: 'new' | StepStatus;
  attempts: number;
  /** When it is due, by this process's monotonic clock; null = when it is completed. */
  dueAt: number | null;
}

export function keyOf(kind: string, name: string, occurrence: number): string {
  return `${kind} ${occurrence} ${name}`;
}

/** As an error message names it: `step "load"`. */
export function toldStep({ kind, name }: { kind: string; name: string }): string {
  return `${kind} ${JSON.stringify(name)}`;
}
