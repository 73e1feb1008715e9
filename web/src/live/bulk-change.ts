import type { Bulk } from '../api/types.js';
import type { LiveEvent } from './task-change.js';

const STATES = ['running', 'done', 'stopped'] as const satisfies readonly Bulk['state'][];

/** Returns a bulk operation updated by an event. An operation that has ended never runs again. */
export function bulkAfter<T extends Bulk>(bulk: T, { type, data }: LiveEvent): T {
  const state = STATES.find((one) => one === data['state']);
  if (type !== 'bulk' || data['bulk_id'] !== bulk.id || state === undefined) return bulk;
  if (bulk.state !== 'running' && state === 'running') return bulk;
  return {
    ...bulk,
    state,
    total: numberOr(data['total'], bulk.total),
    done: Math.max(bulk.done, numberOr(data['done'], bulk.done)),
    refused_count: Math.max(bulk.refused_count, numberOr(data['refused'], bulk.refused_count)),
  };
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}
