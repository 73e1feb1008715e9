import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { createImage, imagesQuery } from '../../api/images.js';
import { toRequestError } from '../../api/request-error.js';
import { ErrorNote } from '../../parts/error-note.js';
import { TextField } from '../../parts/fields.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { texts as editing } from '../../texts/en/editing.js';
import { texts } from '../../texts/en/images.js';
import { SecretChoice } from './secret-choice.js';
import { SettingsPage } from './settings-page.js';

const { fields, notes } = texts;
const EMPTY = { name: '', reference: '', platform: '', secret: '' };

/** Screen to add a container image. */
export function NewImageScreen() {
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
  const [draft, setDraft] = useState(EMPTY);
  const change = (part: Partial<typeof EMPTY>): void => setDraft({ ...draft, ...part });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      const { id } = await createImage(project.id, toImageBody(draft));
      await client.invalidateQueries({ queryKey: imagesQuery(project.id).queryKey });
      await navigate({
        to: '/p/$project/settings/images/$image',
        params: { project: project.slug, image: id },
      });
    });
  };
  const problem = error === null ? null : toRequestError(error);
  const text = (
    name: 'name' | 'reference' | 'platform',
    input: { required?: boolean; maxLength: number },
  ) => (
    <TextField
      id={`image-${name}`}
      label={fields[name]}
      note={notes[name]}
      error={problem?.issueAt(`/${name}`)}
      input={input}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <form className="panel form wide-form" onSubmit={submit}>
      <h2>{texts.newTitle}</h2>
      <p className="quiet">{texts.newNote}</p>
      {problem !== null && problem.issues.length === 0 && <ErrorNote error={problem} />}
      {text('name', { required: true, maxLength: 100 })}
      {text('reference', { required: true, maxLength: 500 })}
      <SecretChoice
        id="image-secret"
        label={fields.secret}
        note={notes.secret}
        none={texts.noSecret}
        store={texts.storeSecret}
        value={draft.secret}
        error={problem?.issueAt('/auth_secret')}
        onChange={(secret) => change({ secret })}
      />
      {text('platform', { maxLength: 100 })}
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? editing.busy : texts.submit}
        </button>
      </div>
    </form>
  );
}

function toImageBody({ name, reference, platform, secret }: typeof EMPTY) {
  return {
    name: name.trim(),
    reference: reference.trim(),
    platform: platform.trim() || null,
    auth_secret: secret || null,
  };
}
