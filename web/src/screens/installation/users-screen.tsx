import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery } from '../../api/session.js';
import { type UsersFilter, usersQuery } from '../../api/users.js';
import { Dimmed } from '../../parts/dimmed.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { keptRows } from '../../parts/kept-rows.js';
import { MoreButton } from '../../parts/more-button.js';
import { Page } from '../../parts/page.js';
import { RowsTable } from '../../parts/rows-table.js';
import { Skeleton } from '../../parts/skeleton.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { texts } from '../../texts/en/users.js';
import { NewUser } from './new-user.js';
import { UserRow } from './user-row.js';
import { UsersFilters } from './users-filters.js';

/** Users of the installation. */
export function UsersScreen() {
  const me = useQuery(meQuery).data;
  return (
    <Page title={texts.title}>
      {me?.is_admin ? <Users ownId={me.id} /> : <p className="note">{texts.mayNot}</p>}
    </Page>
  );
}

function Users({ ownId }: { ownId: string | null }) {
  const { unknown, ...filter } = useSearch({ from: '/signed-in/users' });
  const query = useInfiniteQuery({
    ...usersQuery(filter),
    placeholderData: (before) => keptRows(before, ({ items }) => items),
  });
  const [said, setSaid] = useState('');
  const users = query.data;
  const { name, projects, access, used, since, actions } = texts.columns;
  return (
    <>
      <p className="quiet">{texts.about}</p>
      <UnknownParameters names={unknown} />
      <UsersFilters filter={filter} />
      <p role="status">{said}</p>
      {query.isPending && <Skeleton label={texts.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {users?.length === 0 && <Nothing filter={filter} />}
      {users !== undefined && users.length > 0 && (
        <Dimmed busy={query.isPlaceholderData}>
          <RowsTable
            label={texts.list}
            columns={[name, projects, access, used, since]}
            actions={actions}
          >
            {users.map((user) => (
              <UserRow key={user.id} user={user} isSelf={user.id === ownId} onSay={setSaid} />
            ))}
          </RowsTable>
        </Dimmed>
      )}
      <MoreButton query={query}>{texts.older}</MoreButton>
      <NewUser onMade={(made) => setSaid(texts.made(made))} />
    </>
  );
}

function Nothing({ filter: { q, admin } }: { filter: UsersFilter }) {
  const hiding = [...(q === undefined ? [] : [q]), ...(admin ? [texts.adminsOnly] : [])];
  return (
    <Empty title={texts.noneMatch} about={texts.noneMatchAbout(hiding.join(', '))}>
      <Link from="/users" to="." search={{}}>
        {texts.clear}
      </Link>
    </Empty>
  );
}
