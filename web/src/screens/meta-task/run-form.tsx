import { Link } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { createRun, splitIssues } from '../../api/new-run.js';
import { type RequestError, toRequestError } from '../../api/request-error.js';
import type { MetaTask } from '../../api/types.js';
import type { ParamsCheck } from '../../forms/params-check.js';
import { ParamsEditor } from '../../forms/params-editor.js';
import { ErrorNote } from '../../parts/error-note.js';
import type { JsonObject } from '../../parts/json.js';
import { KeepExample } from '../../parts/keep-example.js';
import { keepDraft, takeDraft } from '../../parts/params-draft.js';
import { useOpenRun } from '../../parts/run-link.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/meta-task.js';
import { ParamsSource } from './params-source.js';
import { MoreOfRun, type RunOptions, runOptions } from './run-options.js';
import { SnippetPanel } from './snippet-panel.js';

/** Form to run a meta-task with params, next to the code that makes the same request. */
export function RunForm({ metaTask }: { metaTask: MetaTask }) {
  const { project, is } = useProject();
  const { identifier, params_schema: schema } = metaTask;
  const openRun = useOpenRun();
  const draft = `${project.id} ${identifier}`;
  const [params, setParams] = useState<JsonObject>(() => takeDraft(draft) ?? {});
  const [round, setRound] = useState(0);
  const [options, setOptions] = useState<RunOptions>({ name: '', runAt: '', priority: '' });
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [busy, setBusy] = useState(false);
  const check = useRef<ParamsCheck>(null);
  const issues = splitIssues(problem);
  const change = (next: JsonObject): void => {
    setParams(next);
    keepDraft(draft, next);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setProblem(null);
    setBusy(true);
    try {
      if (check.current && !(await check.current())) return;
      const run = { task_type_identifier: identifier, params, ...runOptions(options) };
      const made = await createRun(project.id, run);
      await openRun(project.slug, made.id);
    } catch (thrown) {
      setProblem(toRequestError(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="beside">
      <section className="panel" aria-labelledby="run-it">
        <header>
          <h2 id="run-it">{texts.run.title}</h2>
          <ParamsSource
            identifier={identifier}
            onTake={(taken) => {
              change(taken);
              setProblem(null);
              setRound(round + 1);
            }}
          />
        </header>
        <form
          className="form"
          noValidate
          onSubmit={(event) => void submit(event)}
          onKeyDown={sendByKey}
        >
          {issues.others !== null && <ErrorNote error={issues.others} />}
          <ParamsEditor
            key={round}
            schema={schema}
            value={params}
            issues={issues.params}
            check={check}
            onChange={change}
          />
          <MoreOfRun options={options} onChange={setOptions} />
          <div className="buttons">
            <button type="submit" className="primary" disabled={busy}>
              {busy ? texts.run.busy : texts.run.submit} <kbd>Ctrl ⏎</kbd>
            </button>
            {is('author') && (
              <Link
                className="button"
                to="/p/$project/schedules/new"
                params={{ project: project.slug }}
                search={{ type: identifier }}
              >
                {texts.run.schedule}
              </Link>
            )}
          </div>
        </form>
        <div className="buttons">
          <KeepExample type={identifier} params={params} />
        </div>
      </section>
      <SnippetPanel
        identifier={identifier}
        params={params}
        {...(options.name !== '' && { name: options.name })}
      />
    </div>
  );
}

/** Submits the form with Ctrl+Enter or Cmd+Enter from any of its fields. */
function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
