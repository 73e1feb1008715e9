import type { Whole } from '../api/cursors.js';
import type { Step } from '../api/types.js';

/** Returns the position after which steps may still change: what is before it has ended. Undefined where that is all of them. */
export function settledBefore(steps: readonly Step[]): number | undefined {
  const open = steps.find(({ finished_at: finished }) => finished === null);
  if (open === undefined) return steps.at(-1)?.position;
  const before = steps.findLast(({ position }) => position < open.position);
  return before?.position;
}

/** Returns steps with those that were read again, which follow the position `after`. */
export function mergedSteps(
  steps: Whole<Step>,
  after: number | undefined,
  fresh: Whole<Step>,
): Whole<Step> {
  const kept = after === undefined ? [] : steps.items.filter(({ position }) => position <= after);
  return { items: [...kept, ...fresh.items], truncated: fresh.truncated };
}
