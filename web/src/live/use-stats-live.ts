import { statsKey } from '../api/stats.js';
import { useReread } from './use-reread.js';

/** To count is more work than to list. */
const READ_MS = 10_000;
const MATTER: ReadonlySet<string> = new Set(['status']);

/** Reads the figures of the lists of a project again after its runs have changed. */
export function useStatsLive(projectId: string): void {
  useReread(statsKey(projectId), MATTER, READ_MS);
}
