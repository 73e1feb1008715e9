import { MetarunError } from '../../../base/kernel/errors.js';
import { unknownPlaceholder } from '../../../tasks/schedules/task-name.js';
import { checkTimeZone, checkTiming } from '../../../tasks/schedules/timing-check.js';
import type { MetaTaskFolder, ScheduleInFile } from '../meta-task-folder.js';
import { type CheckDiagnostic, diagnosticAt, error, warning } from './check-diagnostic.js';

/** Checks the schedules of a meta-task by the server's rules. `minSeconds`: shortest time between two ticks. */
export function checkSchedules(metaTask: MetaTaskFolder, minSeconds: number): CheckDiagnostic[] {
  const names = new Set<string>();
  return metaTask.schedules.flatMap((schedule, index) => {
    const at = (field: string, message: string) =>
      diagnosticAt(
        metaTask,
        ['schedules', index, field],
        `schedules[${index}].${field}: ${message}`,
      );
    const diagnostics: CheckDiagnostic[] = [];
    if (names.has(schedule.name))
      diagnostics.push(error(at('name', `there are two schedules "${schedule.name}"`)));
    names.add(schedule.name);
    const { field, message } = timingError(schedule, minSeconds) ?? {};
    if (field !== undefined && message !== undefined) {
      // A time in the past is accepted: the folder does not change when its time has come.
      const over = field === 'at' && schedule.at != null;
      diagnostics.push((over ? warning : error)(at(field, message)));
    }
    const placeholder = unknownPlaceholder(schedule.task_name ?? '');
    if (placeholder !== null)
      diagnostics.push(
        error(at('task_name', `${placeholder} is none of {schedule}, {date}, {time} and {offset}`)),
      );
    return diagnostics;
  });
}

function timingError(
  schedule: ScheduleInFile,
  minSeconds: number,
): { field: string; message: string } | null {
  try {
    const zone = checkTimeZone(schedule.time_zone ?? 'UTC');
    checkTiming(schedule, zone, Date.now(), minSeconds);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof MetarunError)) throw thrown;
    const [first] = thrown.errors;
    return {
      field: (first?.pointer ?? '/cron').slice(1),
      message: first?.message ?? thrown.message,
    };
  }
}
