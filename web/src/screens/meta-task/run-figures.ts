import type { Task } from '../../api/types.js';

/** Figures of a list of runs. Durations are in ms; null if no run has both started and ended. */
export interface RunFigures {
  ended: number;
  failed: number;
  p50: number | null;
  p95: number | null;
}

export function computeRunFigures(tasks: readonly Task[]): RunFigures {
  const ended = tasks.filter(({ finished_at: at }) => at !== null);
  const took = ended
    .flatMap(({ started_at: from, finished_at: to }) =>
      from === null || to === null ? [] : [Date.parse(to) - Date.parse(from)],
    )
    .sort((a, b) => a - b);
  return {
    ended: ended.length,
    failed: ended.filter(({ status }) => status === 'failed').length,
    p50: at(took, 0.5),
    p95: at(took, 0.95),
  };
}

/** Returns a percentile of sorted numbers by the nearest-rank method; null for an empty list. */
function at(sorted: readonly number[], part: number): number | null {
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? null;
}
