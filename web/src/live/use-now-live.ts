import { nowKey } from '../api/now.js';
import { useReread } from './use-reread.js';

/** The pause between two readings, however much happens. */
const READ_MS = 3_000;
const MATTER: ReadonlySet<string> = new Set(['status', 'approval', 'webhook', 'schedule']);

/** Reads what goes on in a project again after events that may change it. */
export function useNowLive(projectId: string): void {
  useReread(nowKey(projectId), MATTER, READ_MS);
}
