import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { User } from '../../api/types.js';
import { Menu } from '../../parts/menu.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts } from '../../texts/en/users.js';
import { type UserAction, UserDialog } from './user-dialogs.js';

/** Row of a user, with the actions on that user. */
export function UserRow({
  user,
  isSelf,
  onSay,
}: {
  user: User;
  isSelf: boolean;
  onSay: (text: string) => void;
}) {
  const [action, setAction] = useState<UserAction | null>(null);
  const item = (label: string, chosen: UserAction, danger = false) => ({
    label,
    danger,
    onSelect: () => setAction(chosen),
  });
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <UserText>{user.name}</UserText> {isSelf && <span className="pill">{texts.you}</span>}{' '}
        {user.is_admin && <span className="pill">{texts.admin}</span>}
      </td>
      <td role="cell" className="user-projects">
        <Projects user={user} />
      </td>
      <td role="cell">{texts.access(user.tokens, user.sessions)}</td>
      <td role="cell">
        {user.last_used_at === null ? texts.never : <When time={user.last_used_at} />}
      </td>
      <td role="cell">
        <When time={user.created_at} />
      </td>
      <td role="cell" className="cell-actions">
        <Menu
          label={
            <>
              {texts.menu}
              <span className="unseen"> {visibleText(user.name)}</span>
            </>
          }
          items={[
            item(texts.token, 'token'),
            item(texts.rename, 'rename'),
            user.is_admin ? item(texts.takeAdmin, 'admin') : item(texts.makeAdmin, 'admin'),
            item(texts.endAccess, 'end', true),
            ...(isSelf ? [] : [item(texts.remove, 'remove', true)]),
          ]}
        />
        {action !== null && (
          <UserDialog user={user} action={action} onSay={onSay} onClose={() => setAction(null)} />
        )}
      </td>
    </tr>
  );
}

function Projects({ user: { projects, project_count: count, is_admin: isAdmin } }: { user: User }) {
  const more = count - projects.length;
  if (count === 0) return isAdmin ? texts.allProjects : texts.none;
  return (
    <>
      {projects.map(({ id, slug, role }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link to="/p/$project/settings/members" params={{ project: slug }}>
            {slug}
          </Link>{' '}
          <span className="quiet">{role}</span>
        </Fragment>
      ))}
      {more > 0 && `, ${texts.more(more)}`}
    </>
  );
}
