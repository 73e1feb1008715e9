import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toRequestError } from '../../api/request-error.js';
import { addMember, changeRole, membersQuery, removeMember } from '../../api/settings.js';
import type { Member, Role } from '../../api/types.js';
import { CodeText } from '../../parts/code-text.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Labelled } from '../../parts/labelled.js';
import { Skeleton } from '../../parts/skeleton.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { RowsTable } from '../../parts/rows-table.js';
import { texts } from '../../texts/en/settings.js';
import { SettingsPage } from './settings-page.js';

const ROLES = ['viewer', 'author', 'admin'] as const satisfies readonly Role[];

/** Members of the project and their roles. */
export function MembersScreen() {
  return (
    <SettingsPage needs="viewer">
      <Members />
    </SettingsPage>
  );
}

function Members() {
  const { project, is } = useProject();
  const query = useQuery(membersQuery(project.id));
  const { columns } = texts.members;
  return (
    <>
      {query.isPending && <Skeleton label={texts.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <RowsTable
          label={texts.members.list}
          columns={[columns.name, columns.role, columns.since]}
          actions={is('admin') && columns.actions}
        >
          {query.data.map((member) => (
            <Row key={member.user_id} member={member} />
          ))}
        </RowsTable>
      )}
      {is('admin') && <AddMember />}
    </>
  );
}

function Row({ member }: { member: Member }) {
  const { me, project, is } = useProject();
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const { user_id: id, name, role } = member;
  const reread = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['members', project.id] });
    if (id === me.id) await client.invalidateQueries({ queryKey: ['me'] });
  };
  const change = (next: string): void => {
    const found = ROLES.find((one) => one === next);
    if (found !== undefined)
      void run(async () => {
        await changeRole(project.id, id, found);
        await reread();
      });
  };
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <UserText>{name}</UserText>{' '}
        {id === me.id && <span className="pill">{texts.members.you}</span>}
      </td>
      <td role="cell">
        {is('admin') ? (
          <select
            aria-label={texts.members.roleOf(visibleText(name))}
            value={role}
            disabled={busy}
            onChange={({ target }) => change(target.value)}
          >
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {texts.roles[one]}
              </option>
            ))}
          </select>
        ) : (
          texts.roles[role]
        )}
        {error !== null && <ErrorNote error={error} />}
      </td>
      <td role="cell">
        <When time={member.created_at} />
      </td>
      {is('admin') && (
        <td role="cell" className="cell-actions">
          <ConfirmButton
            label={texts.members.remove}
            title={texts.of(texts.members.remove, visibleText(name))}
            about={texts.members.removeAbout}
            action={async () => {
              await removeMember(project.id, id);
              await reread();
            }}
          />
        </td>
      )}
    </tr>
  );
}

function AddMember() {
  const { project } = useProject();
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('author');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      await addMember(project.id, name.trim(), role);
      setName('');
      await client.invalidateQueries({ queryKey: ['members', project.id] });
    });
  };
  const issue = error === null ? undefined : toRequestError(error).issues[0]?.message;
  return (
    <form className="panel form narrow-form" onSubmit={submit}>
      <h2>{texts.members.add}</h2>
      {error !== null && issue === undefined && <ErrorNote error={error} />}
      <Labelled id="member-name" label={texts.members.name} error={issue}>
        {(field) => (
          <input
            {...field}
            required
            maxLength={200}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Labelled>
      <Labelled id="member-role" label={texts.members.role}>
        {(field) => (
          <select
            {...field}
            value={role}
            onChange={({ target }) =>
              setRole(ROLES.find((one) => one === target.value) ?? 'viewer')
            }
          >
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {texts.roles[one]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <p className="quiet">
        <CodeText>{texts.members.token}</CodeText>
      </p>
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? texts.busy : texts.members.submit}
        </button>
      </div>
    </form>
  );
}
