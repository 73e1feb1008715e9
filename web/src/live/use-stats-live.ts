import { statsKey } from '../api/stats.js';
import { useReread } from './use-reread.js';

/** Minimum interval between two refetches, in ms. Counting is more expensive than listing. */
const READ_MS = 10_000;
const MATTER: ReadonlySet<string> = new Set(['status']);

/** Refetches the statistics of a project after its runs have changed. */
export function useStatsLive(projectId: string): void {
  useReread(statsKey(projectId), MATTER, READ_MS);
}
