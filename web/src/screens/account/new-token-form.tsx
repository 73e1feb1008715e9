import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createToken, tokensQuery } from '../../api/account.js';
import { toRequestError } from '../../api/request-error.js';
import { meQuery } from '../../api/session.js';
import type { CreatedToken, Role } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { ChoiceField, TextField } from '../../parts/fields.js';
import { useAction } from '../../parts/use-action.js';
import { texts as all } from '../../texts/en/account.js';

const texts = all.tokens;
const ROLES = ['viewer', 'author', 'admin'] as const satisfies readonly Role[];
const DAY = 86_400;
const EXPIRIES = ['month', 'quarter', 'year', 'never'] as const;
const SECONDS = { month: 30 * DAY, quarter: 90 * DAY, year: 365 * DAY, never: null } as const;

/** Form that creates a token. Its role is at most the user's role in the project. */
export function NewTokenForm({ onMade }: { onMade: (made: CreatedToken) => void }) {
  const client = useQueryClient();
  const most = useQuery(meQuery).data?.role ?? 'viewer';
  const roles = ROLES.slice(0, ROLES.indexOf(most) + 1);
  const { busy, error, run } = useAction();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>(most);
  const [expiry, setExpiry] = useState<(typeof EXPIRIES)[number]>('quarter');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      const seconds = SECONDS[expiry];
      const made = await createToken({
        name: name.trim(),
        role,
        ...(seconds !== null && { expires_in_seconds: seconds }),
      });
      setName('');
      onMade(made);
      await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
    });
  };
  const issue = error === null ? undefined : toRequestError(error).issues[0]?.message;
  return (
    <form className="panel form narrow-form" onSubmit={submit}>
      <h2>{texts.make}</h2>
      {error !== null && issue === undefined && <ErrorNote error={error} />}
      <TextField
        id="token-name"
        label={texts.name}
        error={issue}
        input={{ required: true, maxLength: 200 }}
        value={name}
        onChange={setName}
      />
      <ChoiceField
        id="token-role"
        label={texts.role}
        options={roles.map((one) => [one, texts.roles[one]] as const)}
        value={role}
        onChange={setRole}
      />
      <ChoiceField
        id="token-expiry"
        label={texts.expiry}
        options={EXPIRIES.map((one) => [one, texts.expiries[one]] as const)}
        value={expiry}
        onChange={setExpiry}
      />
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? all.busy : texts.submit}
        </button>
      </div>
    </form>
  );
}
