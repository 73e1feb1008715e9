import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createToken } from '../../api/account.js';
import type { CreatedToken, Role, User } from '../../api/types.js';
import { USERS_KEY } from '../../api/users.js';
import { Dialog } from '../../parts/dialog.js';
import { ErrorNote } from '../../parts/error-note.js';
import { ChoiceField, TextField } from '../../parts/fields.js';
import { ShownOnce } from '../../parts/shown-once.js';
import { useAction } from '../../parts/use-action.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts as account } from '../../texts/en/account.js';
import { texts } from '../../texts/en/users.js';

const ROLES = ['viewer', 'author', 'admin'] as const satisfies readonly Role[];
const DAY = 86_400;
const SECONDS = { month: 30 * DAY, quarter: 90 * DAY, year: 365 * DAY, never: null } as const;
type Expiry = keyof typeof SECONDS;
const EXPIRIES = Object.keys(SECONDS) as Expiry[];

/** Dialog that creates a token for a user and shows it once. */
export function TokenDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [made, setMade] = useState<CreatedToken | null>(null);
  return (
    <Dialog title={texts.of(texts.token, visibleText(user.name))} onClose={onClose}>
      {made === null ? (
        <NewToken user={user} onMade={setMade} onClose={onClose} />
      ) : (
        <ShownOnce title={visibleText(made.name)} about={texts.tokenAbout} value={made.token}>
          <button type="button" onClick={onClose}>
            {texts.tokenKept}
          </button>
        </ShownOnce>
      )}
    </Dialog>
  );
}

function NewToken({
  user,
  onMade,
  onClose,
}: {
  user: User;
  onMade: (made: CreatedToken) => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('author');
  const [expiry, setExpiry] = useState<Expiry>('quarter');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      const seconds = SECONDS[expiry];
      onMade(
        await createToken({
          name: name.trim(),
          role,
          user_id: user.id,
          ...(seconds !== null && { expires_in_seconds: seconds }),
        }),
      );
      await client.invalidateQueries({ queryKey: USERS_KEY });
    });
  };
  return (
    <form className="column" onSubmit={submit}>
      <p>{texts.tokenAbout}</p>
      <TextField
        id="user-token-name"
        label={texts.tokenFor}
        input={{ required: true, maxLength: 200 }}
        value={name}
        onChange={setName}
      />
      <ChoiceField
        id="user-token-role"
        label={texts.tokenRole}
        options={ROLES.map((one) => [one, account.tokens.roles[one]] as const)}
        value={role}
        onChange={setRole}
      />
      <ChoiceField
        id="user-token-expiry"
        label={texts.tokenExpiry}
        options={EXPIRIES.map((one) => [one, account.tokens.expiries[one]] as const)}
        value={expiry}
        onChange={setExpiry}
      />
      {error !== null && <ErrorNote error={error} />}
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? texts.busy : texts.token}
        </button>
        <button type="button" onClick={onClose}>
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}
