import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { metaTaskQuery, metaTasksQuery } from '../../api/meta-tasks.js';
import { splitIssues } from '../../api/new-run.js';
import { type RequestError, requestErrorOf } from '../../api/request-error.js';
import { changeSchedule, createSchedule } from '../../api/schedules.js';
import type { ScheduleDetail } from '../../api/types.js';
import type { ParamsCheck } from '../../forms/params-check.js';
import { ParamsEditor } from '../../forms/params-editor.js';
import { ErrorNote } from '../../parts/error-note.js';
import type { JsonObject } from '../../parts/json.js';
import { Labelled } from '../../parts/labelled.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/schedules.js';
import { bodyOfDraft, draftOf, MISSED, OVERLAP, type ScheduleDraft } from './schedule-draft.js';
import { ScheduleTimesFields } from './schedule-times-fields.js';
import { TicksPreview } from './ticks-preview.js';

/** So many meta-tasks the list has at once. */
const LISTED = 50;

/** The form of a schedule, or of a new one, beside its next ticks. */
export function ScheduleForm({
  schedule,
  type,
}: {
  schedule?: ScheduleDetail;
  type?: string | undefined;
}) {
  const { project } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => draftOf(schedule, type));
  const [params, setParams] = useState<JsonObject>(schedule?.params ?? {});
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [busy, setBusy] = useState(false);
  const check = useRef<ParamsCheck>(null);
  const change = (next: Partial<ScheduleDraft>): void => setDraft({ ...draft, ...next });
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setProblem(null);
    setBusy(true);
    try {
      if (check.current && !(await check.current())) return;
      const body = bodyOfDraft(draft, params);
      const saved =
        schedule === undefined
          ? await createSchedule(project.id, { ...body, paused: draft.paused })
          : await changeSchedule(project.id, schedule.id, body);
      client.setQueryData(['schedule', project.id, saved.id], saved);
      await client.invalidateQueries({ queryKey: ['schedules', project.id] });
      await navigate({
        to: '/p/$project/schedules/$schedule',
        params: { project: project.slug, schedule: saved.id },
      });
    } catch (thrown) {
      setProblem(requestErrorOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  const { params: issues, others } = splitIssues(problem);
  const errorOf = (name: string): string | undefined =>
    problem?.issues.find(({ pointer }) => pointer === `/${name}`)?.message;
  return (
    <form className="beside" noValidate onSubmit={(event) => void save(event)}>
      <section className="panel form" aria-labelledby="schedule-form">
        <h2 id="schedule-form">
          {schedule === undefined ? texts.form.titleNew : texts.form.titleChange}
        </h2>
        {others !== null && <ErrorNote error={others} />}
        <Labelled id="schedule-name" label={texts.form.name} error={errorOf('name')}>
          {(field) => (
            <input
              {...field}
              required
              maxLength={200}
              value={draft.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Labelled>
        <MetaTaskField
          value={draft.type}
          error={errorOf('task_type_identifier')}
          onChange={(next) => change({ type: next })}
        />
        <ScheduleTimesFields draft={draft} errorOf={errorOf} onChange={change} />
        <Params
          type={draft.type}
          value={params}
          issues={issues}
          check={check}
          onChange={setParams}
        />
        <MoreFields
          draft={draft}
          isNew={schedule === undefined}
          errorOf={errorOf}
          onChange={change}
        />
        <div className="buttons">
          <button type="submit" className="primary" disabled={busy}>
            {busy ? texts.form.busy : schedule === undefined ? texts.form.create : texts.form.save}
          </button>
        </div>
      </section>
      <TicksPreview draft={draft} />
    </form>
  );
}

function MetaTaskField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { project } = useProject();
  const known = useInfiniteQuery(metaTasksQuery(project.id, false)).data?.pages.flat() ?? [];
  return (
    <Labelled id="schedule-type" label={texts.form.type} note={texts.form.typeNote} error={error}>
      {(field) => (
        <>
          <input
            {...field}
            required
            maxLength={100}
            list="schedule-types"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <datalist id="schedule-types">
            {known.map(({ identifier }) => (
              <option key={identifier} value={identifier} />
            ))}
          </datalist>
        </>
      )}
    </Labelled>
  );
}

function Params({
  type,
  ...props
}: { type: string } & Omit<React.ComponentProps<typeof ParamsEditor>, 'schema'>) {
  const { project } = useProject();
  const known = useInfiniteQuery(metaTasksQuery(project.id, false)).data?.pages.flat();
  // Not at every key: one that the list does not have is asked for where the list is not all.
  const isListed = known?.some(({ identifier }) => identifier === type) ?? false;
  const isMaybe = isListed || (known?.length ?? 0) >= LISTED;
  const read = useQuery({
    ...metaTaskQuery(project.id, type),
    enabled: type !== '' && isMaybe,
    retry: false,
  });
  const found = read.data;
  if (isListed && read.isPending) return <p role="status">{texts.loading}</p>;
  if (type === '') return <p className="quiet">{texts.form.chooseType}</p>;
  return (
    <section className="form-group" aria-label={texts.params}>
      <h3>{texts.params}</h3>
      {found === undefined && known !== undefined && (
        <p className="quiet">{texts.form.noSuchType}</p>
      )}
      <ParamsEditor key={found?.id ?? ''} schema={found?.params_schema ?? null} {...props} />
    </section>
  );
}

function MoreFields({
  draft,
  isNew,
  errorOf,
  onChange,
}: {
  draft: ScheduleDraft;
  isNew: boolean;
  errorOf: (name: string) => string | undefined;
  onChange: (next: Partial<ScheduleDraft>) => void;
}) {
  const { form } = texts;
  return (
    <>
      <Labelled id="schedule-missed" label={texts.missed} error={errorOf('missed')}>
        {(field) => (
          <select
            {...field}
            value={draft.missed}
            onChange={({ target }) =>
              onChange({ missed: MISSED.find((one) => one === target.value) ?? 'one' })
            }
          >
            {MISSED.map((one) => (
              <option key={one} value={one}>
                {form.missedOptions[one]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled id="schedule-overlap" label={texts.overlap} error={errorOf('overlap')}>
        {(field) => (
          <select
            {...field}
            value={draft.overlap}
            onChange={({ target }) =>
              onChange({ overlap: OVERLAP.find((one) => one === target.value) ?? 'skip' })
            }
          >
            {OVERLAP.map((one) => (
              <option key={one} value={one}>
                {form.overlapOptions[one]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled
        id="schedule-task-name"
        label={form.taskName}
        note={form.taskNameNote}
        error={errorOf('task_name')}
      >
        {(field) => (
          <input
            {...field}
            maxLength={200}
            value={draft.taskName}
            onChange={({ target }) => onChange({ taskName: target.value })}
          />
        )}
      </Labelled>
      {isNew && (
        <div className="form-field">
          <label className="flag">
            <input
              type="checkbox"
              checked={draft.paused}
              onChange={({ target }) => onChange({ paused: target.checked })}
            />
            {form.paused}
          </label>
        </div>
      )}
    </>
  );
}
