import type { Whole } from '../api/cursors.js';
import type { Step } from '../api/types.js';

/** Returns the position up to which all steps have ended; undefined if the first step has not. */
export function settledBefore(steps: readonly Step[]): number | undefined {
  const open = steps.find(({ finished_at: finished }) => finished === null);
  if (open === undefined) return steps.at(-1)?.position;
  const before = steps.findLast(({ position }) => position < open.position);
  return before?.position;
}

/** Replaces the steps after the position `after`, or all steps, with fresh ones. */
export function mergedSteps(
  steps: Whole<Step>,
  after: number | undefined,
  fresh: Whole<Step>,
): Whole<Step> {
  const kept = after === undefined ? [] : steps.items.filter(({ position }) => position <= after);
  return { items: [...kept, ...fresh.items], truncated: fresh.truncated };
}
