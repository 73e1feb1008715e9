import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useEffect, useRef } from 'react';
import { apiKeysQuery, revokeApiKey } from '../../api/settings.js';
import type { ApiKey, CreatedApiKey } from '../../api/types.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Upcoming } from '../../parts/upcoming.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { RowsTable } from '../../parts/rows-table.js';
import { texts } from '../../texts/en/settings.js';
import { NewKeyForm } from './new-key-form.js';
import { SettingsPage } from './settings-page.js';
import { SERVER } from '../../api/addresses.js';
import { Copy } from '../../parts/copy.js';

/** API keys of the project. */
export function KeysScreen() {
  return (
    <SettingsPage needs="admin">
      <Keys />
    </SettingsPage>
  );
}

function Keys() {
  const { project } = useProject();
  const query = useQuery(apiKeysQuery(project.id));
  // The new key is held in this component only, and is lost when the component unmounts.
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  return (
    <>
      <p className="quiet">{texts.keys.about}</p>
      {made !== null && <MadeKey made={made} onKept={() => setMade(null)} />}
      {query.isPending && <Skeleton label={texts.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && (
        <Empty title={texts.keys.none} about={texts.keys.noneAbout} command={texts.keys.command} />
      )}
      {query.data !== undefined && query.data.length > 0 && <Table keys={query.data} />}
      <NewKeyForm onMade={setMade} />
    </>
  );
}

function Table({ keys }: { keys: readonly ApiKey[] }) {
  const { columns } = texts.keys;
  return (
    <RowsTable
      label={texts.keys.list}
      columns={[
        columns.name,
        columns.scopes,
        columns.hint,
        columns.created,
        columns.used,
        columns.expires,
      ]}
      actions={columns.actions}
    >
      {keys.map((key) => (
        <Row key={key.id} apiKey={key} />
      ))}
    </RowsTable>
  );
}

function Row({ apiKey: key }: { apiKey: ApiKey }) {
  const { project } = useProject();
  const client = useQueryClient();
  const isAll = key.scopes.length === Object.keys(texts.keys.scopeNames).length;
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <UserText>{key.name}</UserText>
      </td>
      <td role="cell">
        {isAll
          ? texts.keys.all
          : key.scopes.map((scope) => texts.keys.scopeNames[scope] ?? scope).join(', ')}
      </td>
      <td role="cell">
        <code>{key.hint}</code>
      </td>
      <td role="cell">
        <When time={key.created_at} />
      </td>
      <td role="cell">
        {key.last_used_at === null ? texts.never : <When time={key.last_used_at} />}
      </td>
      <td role="cell">
        {key.expires_at === null ? texts.never : <Upcoming time={key.expires_at} />}
      </td>
      <td role="cell" className="cell-actions">
        <ConfirmButton
          label={texts.keys.revoke}
          title={texts.of(texts.keys.revoke, visibleText(key.name))}
          about={texts.keys.revokeAbout}
          action={async () => {
            await revokeApiKey(project.id, key.id);
            await client.invalidateQueries({ queryKey: ['api keys', project.id] });
          }}
        />
      </td>
    </tr>
  );
}

/** New API key, shown once, with a command to try it. */
function MadeKey({ made, onKept }: { made: CreatedApiKey; onKept: () => void }) {
  const { project } = useProject();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const tasks = `${SERVER}external/v1/projects/${project.slug}/tasks`;
  const snippet = `export KEY=…\ncurl -s ${tasks}?limit=1 -H "Authorization: Bearer $KEY"`;
  return (
    <section className="panel" aria-labelledby="made-key">
      <h2 id="made-key" ref={heading} tabIndex={-1}>
        {texts.keys.madeTitle(visibleText(made.name))}
      </h2>
      <p>{texts.keys.once}</p>
      <div className="buttons">
        <code className="long">{made.key}</code>
        <Copy text={made.key} />
      </div>
      <h3>{texts.keys.snippet}</h3>
      <pre className="code-block" tabIndex={0} role="region" aria-label={texts.keys.snippet}>
        {snippet}
      </pre>
      <div className="buttons">
        <button type="button" onClick={onKept}>
          {texts.keys.hide}
        </button>
      </div>
    </section>
  );
}
