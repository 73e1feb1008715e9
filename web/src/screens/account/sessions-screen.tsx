import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { endSession, sessionsQuery } from '../../api/account.js';
import { signOut } from '../../api/session.js';
import type { Session } from '../../api/types.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { Loaded } from '../../parts/loaded.js';
import { MoreButton } from '../../parts/more-button.js';
import { RowsTable } from '../../parts/rows-table.js';
import { Upcoming } from '../../parts/upcoming.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts as all } from '../../texts/en/account.js';
import { AccountPage } from './account-page.js';
import { browserName } from './browser-name.js';

const texts = all.sessions;

/** Sessions in which the user is signed in, one per browser. */
export function SessionsScreen() {
  const query = useInfiniteQuery(sessionsQuery);
  const leave = useLeave();
  const { browser, begun, seen, expires, actions } = texts.columns;
  return (
    <AccountPage>
      <p className="quiet">{texts.about}</p>
      <Loaded query={query} label={all.loading}>
        {(sessions) => (
          <RowsTable label={texts.list} columns={[browser, begun, seen, expires]} actions={actions}>
            {sessions.map((session) => (
              <Row key={session.id} session={session} />
            ))}
          </RowsTable>
        )}
      </Loaded>
      <div className="buttons">
        <MoreButton query={query}>{texts.more}</MoreButton>
        <ConfirmButton
          small={false}
          label={texts.everywhere}
          title={texts.everywhere}
          about={texts.everywhereAbout}
          action={() => leave(true)}
        />
      </div>
    </AccountPage>
  );
}

function Row({ session }: { session: Session }) {
  const client = useQueryClient();
  const leave = useLeave();
  const agent = session.user_agent === null ? texts.unknown : visibleText(session.user_agent);
  const name = browserName(agent);
  return (
    <tr role="row">
      <td role="cell" className="cell-main" title={agent}>
        {name} {session.current && <span className="pill">{texts.current}</span>}
      </td>
      <td role="cell">
        <When time={session.created_at} />
      </td>
      <td role="cell">
        <When time={session.last_seen_at} />
      </td>
      <td role="cell">
        <Upcoming time={session.expires_at} />
      </td>
      <td role="cell" className="cell-actions">
        <ConfirmButton
          label={texts.end}
          title={all.of(texts.end, session.current ? texts.current : name)}
          about={texts.endAbout}
          action={async () => {
            if (session.current) return leave(false);
            await endSession(session.id);
            await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
          }}
        />
      </td>
    </tr>
  );
}

/** Returns a function that signs out this browser, or all browsers of the user, and then opens the login screen. */
function useLeave(): (everywhere: boolean) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (everywhere) => {
    await signOut(everywhere);
    client.clear();
    await navigate({ to: '/login', search: {} });
  };
}
