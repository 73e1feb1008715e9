import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import { type Lane, laneOf, LANES } from './lane.js';
import type { Pool } from './pool.js';
import type { TaskEntity } from '../state/task.entity.js';

/** A hint that a task may be due. The row decides; a hint that is lost or given twice does no harm. */
export interface TaskHint {
  taskId: string;
  projectId: string;
  /** Higher first, within the project. */
  priority: number;
  /** The key of the concurrency limit that it runs under; null = none. */
  slotKey: string | null;
  lane: Lane;
  pool: Pool;
}

/** The columns of a {@link HintedRow}. */
export const HINTED = 'id, project_id, priority, slot_key, lane, pool';
export type HintedRow = Pick<
  TaskEntity,
  'id' | 'project_id' | 'priority' | 'slot_key' | 'lane' | 'pool'
>;

export function hintOf(row: HintedRow): TaskHint {
  return {
    taskId: row.id,
    projectId: row.project_id,
    priority: row.priority,
    slotKey: row.slot_key,
    lane: laneOf(row),
    pool: row.pool,
  };
}

/** Returns the hint that another server has sent; null for anything else. */
export function readHint(sent: Json): TaskHint | null {
  if (!isJsonObject(sent)) return null;
  const { taskId, projectId, priority, slotKey, pool } = sent;
  const lane = LANES.find((known) => known === sent['lane']);
  if (typeof taskId !== 'string' || typeof projectId !== 'string') return null;
  if (typeof priority !== 'number' || lane === undefined || typeof pool !== 'string') return null;
  if (typeof slotKey !== 'string' && slotKey !== null) return null;
  return { taskId, projectId, priority, slotKey, lane, pool };
}

/** The number of hints that are worked on at a time. */
export interface WorkSlots {
  usual: number;
  /** Further ones, for projects that have no running task and would wait for another one's tasks. */
  extra: number;
}

/**
 * Does the work of a hint. `release` gives its slot to another hint before the promise is resolved, which does so otherwise.
 */
export type Work = (hint: TaskHint, release: () => void) => Promise<void>;

/**
 * Port: hands hints to workers. An adapter need not remember anything across a restart, since the engine
 * offers every due row again.
 */
export abstract class Dispatcher {
  /**
   * Calls `work` for hints, as many as there are usual slots at a time: from the project with the fewest running, of
   * those the one that has waited longest; of its hints the highest priority first, else in the order of offers. `wanted`
   * is called when a project's rows must be offered again, since hints of that priority may have been dropped. A project
   * that has waited for 50 ms with nothing running, while another has several slots or the only one, gets an extra one.
   * `relieved` is called when a slot becomes free after all were taken, and no hint waits for it.
   */
  abstract start(
    slots: WorkSlots,
    work: Work,
    wanted: (projectId: string) => void,
    relieved?: () => void,
  ): void;
  /** Adds a hint, or drops it if there is no space; `wanted` is called in time. */
  abstract offer(hint: TaskHint): void;
  /** Takes the hint that waits first of those that another server takes; undefined if none waits. */
  abstract withdraw(isTaken: (hint: TaskHint) => boolean): TaskHint | undefined;
  /** Notes that a project has more due tasks of this priority or below than have been offered. */
  abstract more(projectId: string, priority: number): void;
  /** Takes no more hints and starts no more work; work that has started goes on. */
  abstract stop(): void;
  /** Returns whether hints wait, of `projectId` where it is given. */
  abstract waits(projectId?: string): boolean;
  /** Hints that wait. */
  abstract get size(): number;
  /** Usual slots that are free and for which no hint waits; 0 before the start and after the stop. */
  abstract get free(): number;
}
