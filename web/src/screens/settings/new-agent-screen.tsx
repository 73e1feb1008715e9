import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { createAgent } from '../../api/agents.js';
import { toRequestError } from '../../api/request-error.js';
import { ErrorNote } from '../../parts/error-note.js';
import { TextField } from '../../parts/fields.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/agents.js';
import { texts as editing } from '../../texts/en/editing.js';
import { bodyOfAgent, NEW_AGENT } from './agent-draft.js';
import { AgentFields } from './agent-fields.js';
import { SettingsPage } from './settings-page.js';

/** Screen to create an agent. */
export function NewAgentScreen() {
  return (
    <SettingsPage needs="author">
      <Form />
    </SettingsPage>
  );
}

function Form() {
  const { project } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { busy, error, run } = useAction();
  const [draft, setDraft] = useState(NEW_AGENT);
  const [identifier, setIdentifier] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      const made = await createAgent(project.id, {
        ...bodyOfAgent(draft),
        ...(identifier.trim() !== '' && { identifier: identifier.trim() }),
      });
      await client.invalidateQueries({ queryKey: ['agents', project.id] });
      await navigate({
        to: '/p/$project/settings/agents/$agent',
        params: { project: project.slug, agent: made.identifier },
      });
    });
  };
  const problem = error === null ? null : toRequestError(error);
  const issueAt = (at: string): string | undefined => problem?.issueAt(at);
  return (
    <form className="panel form wide-form" onSubmit={submit}>
      <h2>{texts.create}</h2>
      {problem !== null && <ErrorNote error={problem} />}
      <AgentFields
        draft={draft}
        issueAt={issueAt}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
      <TextField
        id="agent-identifier"
        label={texts.fields.identifier}
        note={texts.notes.identifier}
        error={issueAt('/identifier')}
        input={{ maxLength: 100 }}
        value={identifier}
        onChange={setIdentifier}
      />
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? editing.busy : texts.submit}
        </button>
      </div>
    </form>
  );
}
