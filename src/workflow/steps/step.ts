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

/** An attempt of a step: its beginning and end (ms since the epoch) and its error. */
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
  /** JSON text; only for calls of MCP tools. */
  detail: string | null;
  /** Rest of the wait by the database's clock, in ms; null = until it is completed. */
  left: number | null;
};

/** A durable operation of the current run. */
export interface Step {
  readonly id: string;
  readonly kind: StepKind;
  readonly name: string;
  readonly occurrence: number;
  readonly position: number;
  readonly ordered: boolean;
  /** ms since the epoch. */
  readonly startedAt: number;
  /** Status of its record; `new` without one. */
  state: 'new' | StepStatus;
  attempts: number;
  /** Location of the call in the code that runs. */
  readonly codeAt: string | null;
  /** Attempts that are over, if there is more than one. */
  readonly tries: Try[];
  /** Time of the last call of its function, in ms since the epoch. */
  calledAt: number;
  /** Time at which it is due, by this process's monotonic clock; null = once it is completed. */
  dueAt: number | null;
}

export function buildStepKey(kind: string, name: string, occurrence: number): string {
  return `${kind} ${occurrence} ${name}`;
}

/** Returns the step as error messages show it: `step "load"`. */
export function describeStep({ kind, name }: { kind: string; name: string }): string {
  return `${kind} ${JSON.stringify(name)}`;
}
