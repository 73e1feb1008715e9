import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { meQuery } from '../../api/session.js';
import type { User } from '../../api/types.js';
import { changeUser, deleteUser, endAccess, USERS_KEY } from '../../api/users.js';
import { Dialog } from '../../parts/dialog.js';
import { ErrorNote } from '../../parts/error-note.js';
import { FlagField, TextField } from '../../parts/fields.js';
import { useAction } from '../../parts/use-action.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/users.js';
import { TokenDialog } from './token-dialog.js';

export type UserAction = 'token' | 'rename' | 'admin' | 'end' | 'remove';

interface DialogProps {
  user: User;
  onSay: (text: string) => void;
  onClose: () => void;
}

/** Dialog that confirms an action on a user and carries it out. */
export function UserDialog({ action, ...props }: DialogProps & { action: UserAction }) {
  if (action === 'token') return <TokenDialog {...props} />;
  if (action === 'rename') return <RenameDialog {...props} />;
  if (action === 'admin') return <AdminDialog {...props} />;
  return action === 'end' ? <EndDialog {...props} /> : <RemoveDialog {...props} />;
}

/** Dialog with a question and a button that carries out the action. */
function Ask({
  user,
  label,
  about,
  danger = false,
  act,
  onClose,
  children,
}: {
  user: User;
  label: string;
  about?: string;
  danger?: boolean;
  act: () => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      await act();
      onClose();
      await Promise.all(
        [USERS_KEY, meQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    });
  };
  return (
    <Dialog title={texts.of(label, visibleText(user.name))} onClose={onClose}>
      <form className="column" onSubmit={submit}>
        {about !== undefined && <p>{about}</p>}
        {children}
        {error !== null && <ErrorNote error={error} />}
        <div className="buttons">
          <button type="submit" className={danger ? 'danger' : 'primary'} disabled={busy}>
            {busy ? texts.busy : label}
          </button>
          <button type="button" onClick={onClose}>
            {texts.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function RenameDialog({ user, onClose }: DialogProps) {
  const [name, setName] = useState(user.name);
  return (
    <Ask
      user={user}
      label={texts.rename}
      act={() => changeUser(user.id, { name: name.trim() })}
      onClose={onClose}
    >
      <TextField
        id="user-rename"
        label={texts.name}
        input={{ required: true, maxLength: 200 }}
        value={name}
        onChange={setName}
      />
    </Ask>
  );
}

function AdminDialog({ user, onClose }: DialogProps) {
  const { is_admin: isAdmin } = user;
  return (
    <Ask
      user={user}
      label={isAdmin ? texts.takeAdmin : texts.makeAdmin}
      about={isAdmin ? texts.takeAdminAbout : texts.makeAdminAbout}
      danger={isAdmin}
      act={() => changeUser(user.id, { is_admin: !isAdmin })}
      onClose={onClose}
    />
  );
}

function EndDialog({ user, onSay, onClose }: DialogProps) {
  const isSelf = useQuery(meQuery).data?.id === user.id;
  const [keys, setKeys] = useState(false);
  const end = async (): Promise<void> => {
    const { tokens, sessions, api_keys: ended } = await endAccess(user.id, keys);
    onSay(texts.ended(visibleText(user.name), tokens, sessions, ended));
  };
  return (
    <Ask
      user={user}
      label={texts.endAccess}
      about={isSelf ? texts.endOwnAbout : texts.endAccessAbout}
      danger
      act={end}
      onClose={onClose}
    >
      <FlagField label={texts.endKeys} value={keys} onChange={setKeys} />
    </Ask>
  );
}

function RemoveDialog({ user, onClose }: DialogProps) {
  return (
    <Ask
      user={user}
      label={texts.remove}
      about={texts.removeAbout}
      danger
      act={() => deleteUser(user.id)}
      onClose={onClose}
    />
  );
}
