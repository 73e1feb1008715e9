import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toRequestError } from '../../api/request-error.js';
import { createUser, USERS_KEY } from '../../api/users.js';
import { ErrorNote } from '../../parts/error-note.js';
import { TextField } from '../../parts/fields.js';
import { useAction } from '../../parts/use-action.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/users.js';

/** Form that creates a user. `onMade` receives the name of the new user. */
export function NewUser({ onMade }: { onMade: (name: string) => void }) {
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const [name, setName] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      const user = await createUser(name.trim());
      setName('');
      onMade(visibleText(user.name));
      await client.invalidateQueries({ queryKey: USERS_KEY });
    });
  };
  const issue = error === null ? undefined : toRequestError(error).issues[0]?.message;
  return (
    <form className="panel form narrow-form" onSubmit={submit}>
      <h2>{texts.create}</h2>
      {error !== null && issue === undefined && <ErrorNote error={error} />}
      <TextField
        id="user-name"
        label={texts.name}
        note={texts.createAbout}
        error={issue}
        input={{ required: true, maxLength: 200 }}
        value={name}
        onChange={setName}
      />
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? texts.busy : texts.submit}
        </button>
      </div>
    </form>
  );
}
