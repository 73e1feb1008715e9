import type { TaskEntity } from './task.entity.js';

/** A hint that a task may be due. The row decides; a hint that is lost or given twice does no harm. */
export interface TaskHint {
  taskId: string;
  projectId: string;
  /** Higher first, within the project. */
  priority: number;
  /** Whose concurrency limit it runs under; null = none. */
  slotKey: string | null;
}

export type HintedRow = Pick<TaskEntity, 'id' | 'project_id' | 'priority' | 'slot_key'>;

export function hintOf(row: HintedRow): TaskHint {
  return {
    taskId: row.id,
    projectId: row.project_id,
    priority: row.priority,
    slotKey: row.slot_key,
  };
}

/** How many hints are worked on at a time. */
export interface WorkSlots {
  usual: number;
  /** More, for projects that have nothing at work and would wait for another one's tasks. */
  extra: number;
}

/**
 * Port: hands hints to workers. An adapter need not remember anything across a restart, since the engine
 * offers every due row again.
 */
export abstract class Dispatcher {
  /**
   * Calls `work` for hints, as many as there are usual slots at a time: from the project that has the fewest at work, of
   * those the one that has waited longest; of its hints the highest priority first, else in the order of offers. `wanted`
   * is called when a project's rows must be offered again, since hints of that priority may have been dropped. A project
   * that has waited for 50 ms with nothing at work, while another has several slots or the only one, gets an extra one.
   */
  abstract start(
    slots: WorkSlots,
    work: (hint: TaskHint) => Promise<void>,
    wanted: (projectId: string) => void,
  ): void;
  /** May be dropped where there is no room; `wanted` is called in time. */
  abstract offer(hint: TaskHint): void;
  /** Tells that a project has more due tasks of this priority or below than have been offered. */
  abstract more(projectId: string, priority: number): void;
  /** Takes no more hints and starts no more work; work that has started goes on. */
  abstract stop(): void;
  /** Hints that wait. */
  abstract get size(): number;
}
