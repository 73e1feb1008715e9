import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { revokeToken, tokensQuery } from '../../api/account.js';
import { meQuery } from '../../api/session.js';
import type { CreatedToken, Token } from '../../api/types.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { Loaded } from '../../parts/loaded.js';
import { MoreButton } from '../../parts/more-button.js';
import { RowsTable } from '../../parts/rows-table.js';
import { ShownOnce } from '../../parts/shown-once.js';
import { Upcoming } from '../../parts/upcoming.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts as all } from '../../texts/en/account.js';
import { AccountPage } from './account-page.js';
import { NewTokenForm } from './new-token-form.js';

const texts = all.tokens;

/** Access tokens of the user. */
export function TokensScreen() {
  const query = useInfiniteQuery(tokensQuery);
  // The new token is held in this component only, and is lost when the component unmounts.
  const [made, setMade] = useState<CreatedToken | null>(null);
  const { name, role, hint, created, used, expires, actions } = texts.columns;
  return (
    <AccountPage>
      <p className="quiet">{texts.about}</p>
      {made !== null && (
        <ShownOnce
          title={texts.madeTitle(visibleText(made.name))}
          about={texts.once}
          value={made.token}
        >
          <button type="button" onClick={() => setMade(null)}>
            {texts.hide}
          </button>
        </ShownOnce>
      )}
      <Loaded query={query} label={all.loading}>
        {(tokens) => (
          <RowsTable
            label={texts.list}
            columns={[name, role, hint, created, used, expires]}
            actions={actions}
          >
            {tokens.map((token) => (
              <Row key={token.id} token={token} />
            ))}
          </RowsTable>
        )}
      </Loaded>
      <MoreButton query={query}>{texts.more}</MoreButton>
      <NewTokenForm onMade={setMade} />
    </AccountPage>
  );
}

function Row({ token }: { token: Token }) {
  const client = useQueryClient();
  const isOwn = useQuery(meQuery).data?.token_id === token.id;
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <UserText>{token.name}</UserText> {isOwn && <span className="pill">{texts.current}</span>}
      </td>
      <td role="cell">{texts.roles[token.role]}</td>
      <td role="cell">
        <code>{token.hint}</code>
      </td>
      <td role="cell">
        <When time={token.created_at} />
      </td>
      <td role="cell">
        {token.last_used_at === null ? all.never : <When time={token.last_used_at} />}
      </td>
      <td role="cell">
        {token.expires_at === null ? all.never : <Upcoming time={token.expires_at} />}
      </td>
      <td role="cell" className="cell-actions">
        <ConfirmButton
          label={texts.revoke}
          title={all.of(texts.revoke, visibleText(token.name))}
          about={isOwn ? `${texts.revokeAbout} ${texts.revokeOwn}` : texts.revokeAbout}
          action={async () => {
            await revokeToken(token.id);
            await client.invalidateQueries({ queryKey: isOwn ? meQuery.queryKey : ['account'] });
          }}
        />
      </td>
    </tr>
  );
}
