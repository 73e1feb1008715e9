import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import type { Tagged } from '../../api/conditions.js';
import { splitIssues } from '../../api/new-run.js';
import { toRequestError } from '../../api/request-error.js';
import { changeSchedule, createSchedule, scheduleQuery } from '../../api/schedules.js';
import type { ScheduleDetail } from '../../api/types.js';
import type { ParamsCheck } from '../../forms/params-check.js';
import { ErrorNote } from '../../parts/error-note.js';
import type { JsonObject } from '../../parts/json.js';
import { Overtaken } from '../../parts/overtaken.js';
import { SaveBar } from '../../parts/save-bar.js';
import { useAction } from '../../parts/use-action.js';
import { useEdit } from '../../parts/use-edit.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/schedules.js';
import { bodyOfDraft, toScheduleDraft, type ScheduleDraft } from './schedule-draft.js';
import { ScheduleFields } from './schedule-fields.js';
import { TicksPreview } from './ticks-preview.js';

const { form } = texts;
const LABELS = {
  name: form.name,
  type: form.type,
  kind: form.when,
  cron: form.cron,
  every: form.every,
  at: form.at,
  zone: form.zone,
  missed: texts.missed,
  overlap: texts.overlap,
  taskName: form.taskName,
  params: texts.params,
};

type Draft = ScheduleDraft & { params: JsonObject };

/** Form to create a schedule, next to a preview of its ticks. */
export function NewScheduleForm({ type }: { type?: string | undefined }) {
  const { project } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { busy, error, run } = useAction();
  const [draft, setDraft] = useState<ScheduleDraft>(() => toScheduleDraft(undefined, type));
  const [params, setParams] = useState<JsonObject>({});
  const check = useRef<ParamsCheck>(null);
  const problem = error === null ? null : toRequestError(error);
  const { params: issues, others } = splitIssues(problem);
  const create = async (): Promise<void> => {
    if (check.current && !(await check.current())) return;
    const body = { ...bodyOfDraft(draft, params), paused: draft.paused };
    const saved = await createSchedule(project.id, body);
    client.setQueryData(scheduleQuery(project.id, saved.id).queryKey, saved);
    await client.invalidateQueries({ queryKey: ['schedules', project.id] });
    await navigate({
      to: '/p/$project/schedules/$schedule',
      params: { project: project.slug, schedule: saved.id },
    });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(create);
  };
  return (
    <form className="beside" noValidate onSubmit={submit}>
      <section className="panel form" aria-labelledby="schedule-form">
        <h2 id="schedule-form">{form.titleNew}</h2>
        {others !== null && <ErrorNote error={others} />}
        <ScheduleFields
          draft={draft}
          params={params}
          issues={issues}
          problem={problem}
          round={0}
          isNew
          check={check}
          onChange={(part) => setDraft({ ...draft, ...part })}
          onParams={setParams}
        />
        <div className="buttons">
          <button type="submit" className="primary" disabled={busy}>
            {busy ? form.busy : form.create}
          </button>
        </div>
      </section>
      <TicksPreview draft={draft} />
    </form>
  );
}

/** Form to change a schedule, next to a preview of its ticks. */
export function ChangeScheduleForm({ schedule }: { schedule: Tagged<ScheduleDetail> }) {
  const { project } = useProject();
  const client = useQueryClient();
  const check = useRef<ParamsCheck>(null);
  const query = scheduleQuery(project.id, schedule.id);
  const edit = useEdit({
    value: schedule,
    toDraft: (one: ScheduleDetail): Draft => ({ ...toScheduleDraft(one), params: one.params }),
    check: async () => check.current === null || check.current(),
    save: async ({ params, ...draft }, { etag }) => {
      const saved = await changeSchedule(project.id, schedule.id, bodyOfDraft(draft, params), etag);
      client.setQueryData(query.queryKey, saved);
      await client.invalidateQueries({ queryKey: ['schedules', project.id] });
      return saved;
    },
    reread: () => client.fetchQuery({ ...query, staleTime: 0 }),
  });
  const { params, ...draft } = edit.draft;
  const { params: issues, others } = splitIssues(edit.problem);
  return (
    <form className="beside" noValidate onSubmit={edit.submit}>
      <section className="panel form" aria-labelledby="schedule-form">
        <h2 id="schedule-form">{form.titleChange}</h2>
        <Overtaken
          edit={edit}
          labels={LABELS}
          change={{ action: 'schedules.change', id: schedule.id }}
        />
        {others !== null && others.issues.length > 0 && <ErrorNote error={others} />}
        <ScheduleFields
          draft={draft}
          params={params}
          issues={issues}
          problem={edit.problem}
          round={edit.round}
          isNew={false}
          check={check}
          onChange={edit.change}
          onParams={(next) => edit.change({ params: next })}
        />
        <SaveBar edit={edit} />
      </section>
      <TicksPreview draft={draft} />
    </form>
  );
}
