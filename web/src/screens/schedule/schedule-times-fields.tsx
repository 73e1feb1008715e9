import { Labelled } from '../../parts/labelled.js';
import { texts } from '../../texts/en/schedules.js';
import { KINDS, type ScheduleDraft } from './schedule-draft.js';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** Fields for the timing of a schedule. */
export function ScheduleTimesFields({
  draft,
  findFieldError,
  onChange,
}: {
  draft: ScheduleDraft;
  findFieldError: (name: string) => string | undefined;
  onChange: (next: Partial<ScheduleDraft>) => void;
}) {
  const { form } = texts;
  return (
    <>
      <div className="switch" role="group" aria-label={form.when}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={draft.kind === kind}
            onClick={() => onChange({ kind })}
          >
            {form.kinds[kind]}
          </button>
        ))}
      </div>
      {draft.kind === 'cron' && (
        <Labelled
          id="schedule-cron"
          label={form.cron}
          note={form.cronNote}
          error={findFieldError('cron')}
        >
          {(field) => (
            <input
              {...field}
              className="code"
              maxLength={200}
              spellCheck={false}
              value={draft.cron}
              onChange={({ target }) => onChange({ cron: target.value })}
            />
          )}
        </Labelled>
      )}
      {draft.kind === 'every' && (
        <Labelled id="schedule-every" label={form.every} error={findFieldError('every_seconds')}>
          {(field) => (
            <input
              {...field}
              type="number"
              min={1}
              step={1}
              value={draft.every}
              onChange={({ target }) => onChange({ every: target.value })}
            />
          )}
        </Labelled>
      )}
      {draft.kind === 'at' && (
        <Labelled id="schedule-at" label={form.at} error={findFieldError('at')}>
          {(field) => (
            <input
              {...field}
              type="datetime-local"
              value={draft.at}
              onChange={({ target }) => onChange({ at: target.value })}
            />
          )}
        </Labelled>
      )}
      <Labelled id="schedule-zone" label={form.zone} error={findFieldError('time_zone')}>
        {(field) => (
          <>
            <input
              {...field}
              list="schedule-zones"
              maxLength={100}
              value={draft.zone}
              onChange={({ target }) => onChange({ zone: target.value })}
            />
            <datalist id="schedule-zones">
              {ZONES.map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
          </>
        )}
      </Labelled>
    </>
  );
}
