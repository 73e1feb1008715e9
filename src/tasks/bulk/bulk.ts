import type { Actor } from '../../workflow/engine/state/actor.js';
import { parseActor } from '../../workflow/engine/state/actor.js';
import type { TaskFilter } from '../tasks/list/task-filter.js';
import type { BulkOperationEntity } from './bulk-operation.entity.js';

export const BULK_ACTIONS = ['cancel', 'retry', 'rerun'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];
export const BULK_VERSIONS = ['same', 'current'] as const;
export type BulkVersion = (typeof BULK_VERSIONS)[number];
export const BULK_STATES = ['running', 'done', 'stopped'] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** Maximum number of tasks of an operation. */
export const MAX_TASKS = 10_000;
/** Maximum number of ids in a request. */
export const MAX_IDS = 1_000;
/** Maximum number of operations of a project that run at the same time. */
export const MAX_RUNNING = 20;
/** Maximum number of refused tasks in an answer. */
export const MAX_REFUSED = 200;
/** Fraction of the expected number by which the number of tasks may differ. */
export const TOLERANCE = 0.05;

/** A bulk operation that a client requests. */
export interface NewBulk {
  action: BulkAction;
  version: BulkVersion;
  name: string | null;
  /** Ids of the tasks, or a filter with the number of tasks that it is expected to match. */
  tasks: { ids: readonly string[] } | { filter: TaskFilter; expected: number };
}

/** A task that was refused, with the error. */
export interface Refusal {
  taskId: string;
  code: string;
  detail: string;
}

/** A bulk operation. Times in ms. */
export interface Bulk {
  id: string;
  projectId: string;
  action: BulkAction;
  version: BulkVersion;
  name: string | null;
  state: BulkState;
  total: number;
  done: number;
  refused: number;
  createdBy: Actor | null;
  createdAt: number;
  finishedAt: number | null;
}

export function toBulk(row: BulkOperationEntity): Bulk {
  return {
    id: row.id,
    projectId: row.project_id,
    action: known(BULK_ACTIONS, row.action),
    version: known(BULK_VERSIONS, row.version),
    name: row.name,
    state: known(BULK_STATES, row.state),
    total: row.total,
    done: row.done,
    refused: row.refused,
    createdBy: parseActor(row.created_by, row.created_by_name),
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

function known<T extends string>(values: readonly T[], text: string): T {
  const value = values.find((one) => one === text);
  if (value === undefined) throw new Error(`stored bulk operation with unknown ${text}`);
  return value;
}
