import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { examplesQuery, putExample } from '../api/examples.js';
import { toRequestError } from '../api/request-error.js';
import { texts } from '../texts/en/examples.js';
import { Dialog } from './dialog.js';
import { ErrorNote } from './error-note.js';
import { TextField } from './fields.js';
import type { JsonObject } from './json.js';
import { useAction } from './use-action.js';
import { useProject } from './use-project.js';
import { visibleText } from './visible-text.js';

/** A button for authors that saves params as an example of a meta-task. */
export function KeepExample({ type, params }: { type: string; params: JsonObject }) {
  const { is } = useProject();
  const [open, setOpen] = useState(false);
  const [kept, setKept] = useState<string | null>(null);
  if (!is('author')) return null;
  return (
    <>
      <button
        type="button"
        className="small"
        onClick={() => {
          setKept(null);
          setOpen(true);
        }}
      >
        {texts.keep}
      </button>
      <span role="status">{kept !== null && texts.kept(visibleText(kept))}</span>
      {open && (
        <Dialog title={texts.title(type)} onClose={() => setOpen(false)}>
          <KeepForm
            type={type}
            params={params}
            onDone={(name) => {
              setKept(name);
              setOpen(false);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function KeepForm({
  type,
  params,
  onDone,
}: {
  type: string;
  params: JsonObject;
  /** Called with the name of the example; null if none was saved. */
  onDone: (name: string | null) => void;
}) {
  const { project } = useProject();
  const client = useQueryClient();
  const query = examplesQuery(project.id, type);
  const examples = useQuery(query).data ?? [];
  const { busy, error, run } = useAction();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const replaced = examples.find((one) => one.name === name.trim());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The dialog may be nested in the form of a run.
    event.stopPropagation();
    void run(async () => {
      const made = await putExample(project.id, type, name.trim(), {
        params,
        description: description.trim() || null,
      });
      await client.invalidateQueries({ queryKey: query.queryKey });
      onDone(made.name);
    });
  };
  const issues = error === null ? [] : toRequestError(error).issues;
  const issueAt = (part: string): string | undefined =>
    issues.find(({ pointer }) => pointer.endsWith(part))?.message;
  return (
    <form className="form" onSubmit={submit}>
      <p className="quiet">{texts.about}</p>
      {error !== null && issues.length === 0 && <ErrorNote error={error} />}
      <TextField
        id="example-name"
        label={texts.name}
        {...(replaced && { note: texts.replaces(visibleText(replaced.updated_by)) })}
        error={issueAt('name') ?? issueAt('/params')}
        input={{ required: true, maxLength: 100 }}
        value={name}
        onChange={setName}
      />
      <TextField
        id="example-description"
        label={texts.description}
        error={issueAt('/description')}
        input={{ maxLength: 1_000 }}
        value={description}
        onChange={setDescription}
      />
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? texts.busy : replaced ? texts.replace : texts.submit}
        </button>
        <button type="button" onClick={() => onDone(null)}>
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}
