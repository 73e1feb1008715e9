import { nowKey } from '../api/now.js';
import { useReread } from './use-reread.js';

/** Minimum interval between two refetches, in ms. */
const READ_MS = 3_000;
const MATTER: ReadonlySet<string> = new Set(['status', 'approval', 'webhook', 'schedule']);

/** Refetches the state of a project after events that may have changed it. */
export function useNowLive(projectId: string): void {
  useReread(nowKey(projectId), MATTER, READ_MS);
}
