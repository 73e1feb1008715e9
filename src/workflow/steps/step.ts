import type { TaskStepEntity } from '../engine/state/task-step.entity.js';
import type { WaitEnd } from '../engine/operations/complete-step.js';

/** The kinds of durable operations. */
export const STEP_KINDS = [
  'step',
  'sleep',
  'approval',
  'task',
  'event',
  'model',
  'tool',
  'memory',
  'mcp',
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export const STEP_STATUSES = ['running', 'waiting', 'success', 'failed', 'cancelled'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

export interface StepError {
  /** Class of the exception, or an error code. */
  type: string;
  message: string;
}

/** An attempt of a step: when it began and ended (ms since the epoch), and its error. */
export type Try = readonly [from: number, to: number, error: string | null];

/** The end of a step. `detail` is JSON text that its kind keeps beside the result. */
export type StepEnd = WaitEnd & { detail?: string | null };

/** The part of a step's record that a replay needs before it asks for the result. */
export type StepRecord = Pick<
  TaskStepEntity,
  | 'id'
  | 'position'
  | 'kind'
  | 'name'
  | 'occurrence'
  | 'ordered'
  | 'status'
  | 'attempts'
  | 'started_at'
  | 'tries'
> & {
  /** JSON text; of calls of MCP tools alone. */
  detail: string | null;
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
  /** The status in its record; `new` if there is none. */
  state: 'new' | StepStatus;
  attempts: number;
  /** Where the script asks for it, in the code that is run. */
  readonly codeAt: string | null;
  /** The attempts that are over; only where there is more than one. */
  readonly tries: Try[];
  /** When its function was last called, ms since the epoch. */
  calledAt: number;
  /** When it is due, by this process's monotonic clock; null = when it is completed. */
  dueAt: number | null;
}

export function keyOf(kind: string, name: string, occurrence: number): string {
  return `${kind} ${occurrence} ${name}`;
}

/** Returns a step as error messages name it: `step "load"`. */
export function describeStep({ kind, name }: { kind: string; name: string }): string {
  return `${kind} ${JSON.stringify(name)}`;
}
