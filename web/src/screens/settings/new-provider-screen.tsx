import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { createProvider, providersQuery } from '../../api/model-providers.js';
import { toRequestError } from '../../api/request-error.js';
import { ErrorNote } from '../../parts/error-note.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { texts as editing } from '../../texts/en/editing.js';
import { texts } from '../../texts/en/models.js';
import { bodyOfProvider, NEW_PROVIDER } from './provider-draft.js';
import { ProviderFields } from './provider-fields.js';
import { SettingsPage } from './settings-page.js';

/** Screen to add a model provider. */
export function NewProviderScreen() {
  return (
    <SettingsPage needs="admin">
      <Form />
    </SettingsPage>
  );
}

function Form() {
  const { project } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { busy, error, run } = useAction();
  const [draft, setDraft] = useState(NEW_PROVIDER);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      const { id } = await createProvider(project.id, bodyOfProvider(draft));
      await client.invalidateQueries({ queryKey: providersQuery(project.id).queryKey });
      if (id !== null)
        await navigate({
          to: '/p/$project/settings/models/$provider',
          params: { project: project.slug, provider: id },
        });
    });
  };
  const problem = error === null ? null : toRequestError(error);
  return (
    <form className="panel form wide-form" onSubmit={submit}>
      <h2>{texts.newTitle}</h2>
      {problem !== null && <ErrorNote error={problem} />}
      <ProviderFields
        draft={draft}
        issueAt={(at) => problem?.issueAt(at)}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? editing.busy : texts.submit}
        </button>
      </div>
    </form>
  );
}
