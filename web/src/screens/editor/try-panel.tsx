import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { splitIssues } from '../../api/new-run.js';
import { type RequestError, toRequestError } from '../../api/request-error.js';
import type { Task } from '../../api/types.js';
import type { ParamsCheck } from '../../forms/params-check.js';
import { ParamsEditor } from '../../forms/params-editor.js';
import { ErrorNote } from '../../parts/error-note.js';
import type { JsonObject } from '../../parts/json.js';
import { keepDraft, takeDraft } from '../../parts/params-draft.js';
import { texts } from '../../texts/en/editor.js';
import { DraftRun } from './draft-run.js';

/** Form that runs the content of the editor with params, and shows the draft run. */
export function TryPanel({
  name,
  schema,
  control,
  onTry,
  onGo,
}: {
  /** Key under which the params are stored, so that they survive a reload. */
  name: string;
  schema: unknown;
  /** Receives the function that the button calls. */
  control: Ref<() => void>;
  onTry: (params: JsonObject) => Promise<Task>;
  onGo: (line: number) => void;
}) {
  const [params, setParams] = useState<JsonObject>(() => takeDraft(name) ?? {});
  const [id, setId] = useState<string | null>(null);
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [busy, setBusy] = useState(false);
  const check = useRef<ParamsCheck>(null);
  const issues = splitIssues(problem);
  const run = async (): Promise<void> => {
    if (busy) return;
    setProblem(null);
    setBusy(true);
    try {
      if (check.current && !(await check.current())) return;
      setId((await onTry(params)).id);
    } catch (thrown) {
      setProblem(toRequestError(thrown));
    } finally {
      setBusy(false);
    }
  };
  useImperativeHandle(control, () => () => void run());
  return (
    <section className="panel" aria-labelledby="try-it">
      <header>
        <h2 id="try-it">{texts.draft.try}</h2>
        <span className="quiet">{texts.draft.about}</span>
      </header>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {issues.others !== null && <ErrorNote error={issues.others} />}
        <ParamsEditor
          key={JSON.stringify(schema)}
          schema={schema}
          value={params}
          issues={issues.params}
          check={check}
          onChange={(next) => {
            setParams(next);
            keepDraft(name, next);
          }}
        />
        <div className="buttons">
          <button type="submit" disabled={busy}>
            {busy ? texts.draft.busy : texts.draft.try} <kbd>Ctrl ⏎</kbd>
          </button>
        </div>
      </form>
      {id !== null && <DraftRun key={id} id={id} onGo={onGo} />}
    </section>
  );
}
