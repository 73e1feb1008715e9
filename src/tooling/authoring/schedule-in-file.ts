import type { JsonObject } from '../../base/kernel/json.js';
import type { MissedPolicy, OverlapPolicy } from '../../tasks/schedules/timing.js';

/** A schedule of a meta-task, as `POST …/schedules` takes it, except for the identifier; null requests the default. */
export interface ScheduleInFile {
  name: string;
  cron?: string | null;
  every_seconds?: number | null;
  /** ISO 8601, with Z or an offset. */
  at?: string | null;
  time_zone?: string | null;
  params?: JsonObject | null;
  task_name?: string | null;
  missed?: MissedPolicy | null;
  overlap?: OverlapPolicy | null;
  paused?: boolean | null;
}
