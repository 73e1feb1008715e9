import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import type { TaskEntity } from '../state/task.entity.js';
import { type Lane, readLane, LANES } from './lane.js';
import type { Pool } from './pool.js';

/**
 * A message that a project has due tasks. It names no task, since the rows say which one is next: a wake that is lost or sent
 * twice does no harm.
 */
export interface Wake {
  projectId: string;
  lane: Lane;
  pool: Pool;
  /** Number of due tasks; Infinity if unknown. */
  count: number;
  /** Number of this wake among those of its sender: the bus merges equal messages. */
  serial?: number;
}

/** The columns of a {@link WakeRow}. */
export const WAKE_COLUMNS = 'project_id, lane, pool';
export type WakeRow = Pick<TaskEntity, 'project_id' | 'lane' | 'pool'>;

/** Returns the wake for one due task. */
export function wakeFor(row: WakeRow): Wake {
  return { projectId: row.project_id, lane: readLane(row), pool: row.pool, count: 1 };
}

/** Reads a wake from another server; JSON has null for an unknown count. Returns null for anything else. */
export function readWake(sent: Json): Wake | null {
  if (!isJsonObject(sent)) return null;
  const { projectId, pool, count } = sent;
  const lane = LANES.find((known) => known === sent['lane']);
  if (typeof projectId !== 'string' || typeof pool !== 'string' || lane === undefined) return null;
  if (count === null) return { projectId, lane, pool, count: Number.POSITIVE_INFINITY };
  return typeof count === 'number' && count > 0 ? { projectId, lane, pool, count } : null;
}
