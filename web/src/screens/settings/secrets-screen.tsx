import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteSecret, secretsQuery } from '../../api/settings.js';
import type { Secret } from '../../api/types.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Skeleton } from '../../parts/skeleton.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { RowsTable } from '../../parts/rows-table.js';
import { texts } from '../../texts/en/settings.js';
import { SecretForm } from './secret-form.js';
import { SettingsPage } from './settings-page.js';

/** Secrets of the project, by name only: values are never shown. */
export function SecretsScreen() {
  return (
    <SettingsPage needs="author">
      <Secrets />
    </SettingsPage>
  );
}

function Secrets() {
  const { project, is } = useProject();
  const query = useQuery(secretsQuery(project.id));
  const [replacing, setReplacing] = useState<string | null>(null);
  return (
    <>
      <p className="quiet">{texts.secrets.about}</p>
      {query.isPending && <Skeleton label={texts.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && (
        <Empty
          title={texts.secrets.none}
          about={texts.secrets.noneAbout}
          command={texts.secrets.command}
        />
      )}
      {query.data !== undefined && query.data.length > 0 && (
        <Table secrets={query.data} onReplace={setReplacing} />
      )}
      {is('admin') && (
        <SecretForm key={replacing ?? ''} replacing={replacing} onDone={() => setReplacing(null)} />
      )}
    </>
  );
}

function Table({
  secrets,
  onReplace,
}: {
  secrets: readonly Secret[];
  onReplace: (name: string) => void;
}) {
  const { is } = useProject();
  const { columns } = texts.secrets;
  return (
    <RowsTable
      label={texts.secrets.list}
      columns={[columns.name, columns.by, columns.hosts]}
      actions={is('admin') && columns.actions}
    >
      {secrets.map((secret) => (
        <Row key={secret.name} secret={secret} onReplace={onReplace} />
      ))}
    </RowsTable>
  );
}

function Row({ secret, onReplace }: { secret: Secret; onReplace: (name: string) => void }) {
  const { project, is } = useProject();
  const client = useQueryClient();
  const { name, readable, hosts, updated_by: by, updated_at: at } = secret;
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <code>{name}</code>
        {!readable && <p className="field-error">{texts.secrets.unreadable}</p>}
      </td>
      <td role="cell">
        {visibleText(by)}, <When time={at} />
      </td>
      <td role="cell">{hosts.join(', ')}</td>
      {is('admin') && (
        <td role="cell" className="cell-actions">
          <div className="buttons">
            <button
              type="button"
              className="small"
              aria-label={texts.of(texts.secrets.replace, name)}
              onClick={() => onReplace(name)}
            >
              {texts.secrets.replace}
            </button>
            <ConfirmButton
              label={texts.secrets.remove}
              title={texts.of(texts.secrets.remove, name)}
              about={texts.secrets.removeAbout}
              action={async () => {
                await deleteSecret(project.id, name);
                await client.invalidateQueries({ queryKey: ['secrets', project.id] });
              }}
            />
          </div>
        </td>
      )}
    </tr>
  );
}
