import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createWorkspace, workspacesQuery } from '../../api/project-settings.js';
import { toRequestError } from '../../api/request-error.js';
import type { Workspace } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { ChoiceField, TextField } from '../../parts/fields.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { texts as all } from '../../texts/en/project-settings.js';
import { texts as editing } from '../../texts/en/editing.js';
import { bytesOfMib } from './mib.js';

const texts = all.workspaces;
const NEW = { name: '', kind: 'files', quota: '' } as const;

/** Form to create a workspace. */
export function NewWorkspaceForm() {
  const { project } = useProject();
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const [draft, setDraft] = useState<{ name: string; kind: Workspace['kind']; quota: string }>(NEW);
  const [made, setMade] = useState<string | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMade(null);
    void run(async () => {
      const { name } = await createWorkspace(project.id, {
        name: draft.name.trim(),
        kind: draft.kind,
        quota_bytes: bytesOfMib(draft.quota),
      });
      setDraft(NEW);
      setMade(name);
      await client.invalidateQueries({ queryKey: workspacesQuery(project.id).queryKey });
    });
  };
  const issues = error === null ? [] : toRequestError(error).issues;
  const issueAt = (pointer: string): string | undefined =>
    issues.find((issue) => issue.pointer === pointer)?.message;
  return (
    <form className="panel form narrow-form" onSubmit={submit}>
      <h2>{texts.create}</h2>
      {error !== null && issues.length === 0 && <ErrorNote error={error} />}
      <TextField
        id="workspace-name"
        label={texts.name}
        error={issueAt('/name')}
        input={{ required: true, maxLength: 200 }}
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
      />
      <ChoiceField
        id="workspace-kind"
        label={texts.kind}
        options={[
          ['files', texts.kinds.files],
          ['knowledge_base', texts.kinds.knowledge_base],
        ]}
        value={draft.kind}
        onChange={(kind) => setDraft({ ...draft, kind })}
      />
      <TextField
        id="workspace-quota"
        label={texts.quota}
        note={texts.quotaNote}
        error={issueAt('/quota_bytes')}
        input={{ type: 'number', min: 0, step: 'any' }}
        value={draft.quota}
        onChange={(quota) => setDraft({ ...draft, quota })}
      />
      <p role="status">{made !== null && texts.made(made)}</p>
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? editing.busy : texts.submit}
        </button>
      </div>
    </form>
  );
}
