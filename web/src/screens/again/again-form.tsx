import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { metaTaskQuery } from '../../api/meta-tasks.js';
import { rerun, splitIssues } from '../../api/new-run.js';
import { RequestError, toRequestError } from '../../api/request-error.js';
import type { MetaTask, Run, Step } from '../../api/types.js';
import type { ParamsCheck } from '../../forms/params-check.js';
import { ParamsEditor } from '../../forms/params-editor.js';
import { ErrorNote } from '../../parts/error-note.js';
import { type JsonObject, jsonText } from '../../parts/json.js';
import { useOpenRun } from '../../parts/run-link.js';
import { useProject } from '../../parts/use-project.js';
import { JsonBlock } from '../../parts/value-view.js';
import { texts } from '../../texts/en/again.js';
import type { AgainSearch } from './again-search.js';
import { mergePatch } from './merge-patch.js';
import { Choice, Question } from './question.js';
import { StepChoice } from './step-choice.js';

/** Form that asks three questions about a run and starts it again. The version and the step are kept in the address. */
export function AgainForm({
  run,
  steps,
  metaTask,
  search,
}: {
  run: Run;
  steps: readonly Step[];
  metaTask: MetaTask;
  search: AgainSearch;
}) {
  const { project } = useProject();
  const navigate = useNavigate();
  const openRun = useOpenRun();
  const { version = 'same', from_step: fromStep } = search;
  const [edits, setEdits] = useState(false);
  const [params, setParams] = useState<JsonObject>(run.params);
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [busy, setBusy] = useState(false);
  const check = useRef<ParamsCheck>(null);
  const isEdited = edits && fromStep === undefined;
  const schema = useSchema(metaTask, version === 'same' ? run.task_type_version : undefined);
  const show = (next: AgainSearch): void =>
    void navigate({
      to: '/p/$project/runs/$task/again',
      params: { project: project.slug, task: run.id },
      search: next,
      replace: true,
    });
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setProblem(null);
    setBusy(true);
    try {
      if (isEdited && check.current && !(await check.current())) return;
      const patch = isEdited ? mergePatch(run.params, params) : {};
      if (patch === null) throw new RequestError(texts.params.cannotBeNull, 422, 'null', null);
      const made = await rerun(project.id, run.id, {
        version,
        ...(Object.keys(patch).length > 0 && { params: patch }),
        ...(fromStep !== undefined && { from_step: fromStep }),
      });
      await openRun(project.slug, made.id);
    } catch (thrown) {
      setProblem(toRequestError(thrown));
    } finally {
      setBusy(false);
    }
  };
  const issues = splitIssues(problem);
  const current = metaTask.current_version;
  const step = fromStep === undefined ? {} : { from_step: fromStep };
  return (
    <form className="form again" noValidate onSubmit={(event) => void send(event)}>
      <p>{texts.about}</p>
      <Question title={texts.version.question}>
        {run.task_type_version === current ? (
          <p>{texts.version.isCurrent(current)}</p>
        ) : (
          <>
            <Choice
              name="version"
              checked={version === 'same'}
              onChoose={() => show(step)}
              label={texts.version.same(run.task_type_version)}
            />
            <Choice
              name="version"
              checked={version === 'current'}
              onChoose={() => show({ ...step, version: 'current' })}
              label={texts.version.current(current)}
            />
          </>
        )}
      </Question>
      <Question title={texts.params.question}>
        <Choice
          name="params"
          checked={!isEdited}
          onChoose={() => setEdits(false)}
          label={texts.params.kept}
        />
        <Choice
          name="params"
          checked={isEdited}
          disabled={fromStep !== undefined}
          onChoose={() => setEdits(true)}
          label={texts.params.edited}
        />
        {fromStep !== undefined && <p className="quiet">{texts.params.withStep}</p>}
        {isEdited ? (
          <ParamsEditor
            key={schema === null ? 'none' : jsonText(schema)}
            schema={schema}
            value={params}
            issues={issues.params}
            check={check}
            onChange={setParams}
          />
        ) : (
          <JsonBlock value={run.params} label={texts.params.title} />
        )}
      </Question>
      <Question title={texts.from.question}>
        <Choice
          name="from"
          checked={fromStep === undefined}
          onChoose={() => show(version === 'same' ? {} : { version })}
          label={texts.from.start}
        />
        <StepChoice
          steps={steps}
          chosen={fromStep}
          isAgent={metaTask.execution_mode === 'agent'}
          onChoose={(id) => show({ ...(version !== 'same' && { version }), from_step: id })}
        />
      </Question>
      {issues.others !== null && <ErrorNote error={issues.others} />}
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? texts.busy : texts.submit}
        </button>
      </div>
    </form>
  );
}

/** Returns the params schema of the given version, or of the current version. */
function useSchema(metaTask: MetaTask, version: number | undefined): unknown {
  const { project } = useProject();
  const wanted = version === metaTask.version ? undefined : version;
  const { data } = useQuery({
    ...metaTaskQuery(project.id, metaTask.identifier, wanted ?? metaTask.version),
    enabled: wanted !== undefined,
  });
  return (wanted === undefined ? metaTask : data)?.params_schema ?? null;
}
