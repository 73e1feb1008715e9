import { useQueryClient } from '@tanstack/react-query';
import { pauseSchedule, resumeSchedule, runSchedule } from '../api/schedules.js';
import type { Schedule } from '../api/types.js';
import { texts } from '../texts/en/schedules.js';
import { exactTime } from '../texts/en/format.js';
import { ErrorNote } from './error-note.js';
import { orReread } from './or-reread.js';
import { useOpenRun } from './run-link.js';
import { useAction } from './use-action.js';
import { useProject } from './use-project.js';

/** Description of the times at which a schedule ticks. */
export function ScheduleTimes({ schedule }: { schedule: Schedule }) {
  const { cron, every_seconds: every, at, time_zone: zone } = schedule;
  if (cron !== null)
    return (
      <>
        <code>{cron}</code> <span className="quiet">{texts.inZone(zone)}</span>
      </>
    );
  if (every !== null) return texts.every(every);
  return at === null ? null : texts.once(exactTime(Date.parse(at)));
}

/** Actions on a schedule that need no form. `etag` guards against concurrent changes; lists do not contain ETags. */
export function ScheduleActions({ schedule, etag }: { schedule: Schedule; etag?: string }) {
  const { project } = useProject();
  const client = useQueryClient();
  const openRun = useOpenRun();
  const { busy, error, run } = useAction();
  const { id, name, state } = schedule;
  const reread = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['schedules', project.id] });
    await client.invalidateQueries({ queryKey: ['schedule', project.id, id] });
  };
  const act = (action: typeof pauseSchedule): void =>
    void run(async () => {
      await orReread(() => action(project.id, id, etag), reread);
      await reread();
    });
  const runNow = (): void =>
    void run(async () => {
      const made = await runSchedule(project.id, id);
      await openRun(project.slug, made.id);
    });
  return (
    <div className="buttons">
      {state === 'active' && (
        <button
          type="button"
          className="small"
          aria-label={texts.of(texts.pause, name)}
          disabled={busy}
          onClick={() => act(pauseSchedule)}
        >
          {texts.pause}
        </button>
      )}
      {state === 'paused' && (
        <button
          type="button"
          className="small"
          aria-label={texts.of(texts.resume, name)}
          disabled={busy}
          onClick={() => act(resumeSchedule)}
        >
          {texts.resume}
        </button>
      )}
      <button
        type="button"
        className="small"
        aria-label={texts.of(texts.runNow, name)}
        disabled={busy}
        onClick={runNow}
      >
        {texts.runNow}
      </button>
      {error !== null && <ErrorNote error={error} />}
    </div>
  );
}
