import { isoTime } from '../../../base/kernel/clock.js';
import type { RecentRunDto } from './recent-run.dto.js';
import type { RecentRun } from './recent-runs.js';

export function recentRunDto({ id, status, at, ms }: RecentRun): RecentRunDto {
  return { id, status, at: isoTime(at), ms };
}
