import type { components } from './openapi.js';
import type { LogLevel } from './types.js';

type Step = components['schemas']['TaskStepDto'];
type Approval = components['schemas']['ApprovalDto'];

/** The fields of every event of a task. */
interface EventFields {
  task_id: string;
  /** ISO 8601, in UTC. */
  time: string;
  attempt: number;
}

/** The data of an event, by its type. */
export interface TaskEventData {
  status: components['schemas']['StatusEvent']['data'];
  phase: EventFields & { phase: string };
  progress: EventFields & { progress: number };
  /**
   * With `line`, the event replaces the previous event of the same `attempt` and `line`. `open`: the line may still
   * change.
   */
  log: EventFields & { level: LogLevel; text: string; line?: number; open?: boolean };
  step: EventFields & {
    id: string;
    kind: Step['kind'];
    name: string;
    status: Step['status'];
    attempts: number;
    error_type?: string;
    error_message?: string;
  };
  approval: EventFields & {
    approval_id: string;
    /** Time of expiry of a pending approval, in ISO 8601; null if it does not expire. */
    expires_at?: string | null;
    /** Scope of API keys and roles of tokens that may decide on a pending approval. */
    deciders?: { scope: string; roles: string[] };
    prompt: string;
    status: Approval['status'];
    decided_by: string | null;
    automatic: boolean;
  };
  /** Part of a text that the task writes; parts of the same step and kind belong together. */
  text: EventFields & {
    /** Null for text written by a script itself. */
    step_id: string | null;
    kind: 'text' | 'reasoning';
    text: string;
    /** True if the earlier text of the step is void because it is written again. */
    reset?: boolean;
  };
}

export type TaskEventType = keyof TaskEventData;

/** An event of a task. `id` increases within the project. */
export type TaskEvent = {
  [Type in TaskEventType]: { id: number; type: Type; data: TaskEventData[Type] };
}[TaskEventType];

/** Members that every event has, with their types. Other members may be null or missing. */
const EVENT_FIELDS = { task_id: 'string', time: 'string', attempt: 'number' };
const FIELDS: Record<TaskEventType, Record<string, string>> = {
  status: { status: 'string', progress: 'number' },
  phase: { phase: 'string' },
  progress: { progress: 'number' },
  log: { level: 'string', text: 'string' },
  step: { id: 'string', kind: 'string', name: 'string', status: 'string', attempts: 'number' },
  approval: { approval_id: 'string', prompt: 'string', status: 'string' },
  text: { kind: 'string', text: 'string' },
};

/** Parses an event as received; returns null for a type that this client does not know, as servers may add types. */
export function parseTaskEvent(id: string, type: string, text: string): TaskEvent | null {
  const event = { id: Number(id), type, data: parsed(text) };
  return isTaskEvent(event) ? event : null;
}

function isTaskEvent(event: { id: number; type: string; data: unknown }): event is TaskEvent {
  const { type, data } = event;
  if (!isType(type) || typeof data !== 'object' || data === null) return false;
  const wanted = Object.entries({ ...EVENT_FIELDS, ...FIELDS[type] });
  return wanted.every(([name, kind]) => typeof Reflect.get(data, name) === kind);
}

function isType(type: string): type is TaskEventType {
  return Object.hasOwn(FIELDS, type);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns whether a task with this status has ended. */
export function isFinished(status: string): boolean {
  return status === 'success' || status === 'failed' || status === 'cancelled';
}
