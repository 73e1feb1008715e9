import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { workspacesQuery } from '../../api/files.js';
import type { Workspace } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { FileLink } from '../../parts/file-link.js';
import { Page } from '../../parts/page.js';
import { RowsTable } from '../../parts/rows-table.js';
import { Skeleton } from '../../parts/skeleton.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { texts } from '../../texts/en/files.js';

const { workspaces: words } = texts;

/** Workspaces of a project, with their usage. Redirects to the files if the project has only one workspace. */
export function WorkspacesScreen() {
  const { project, may } = useProject();
  const query = useQuery({ ...workspacesQuery(project.id), enabled: may('files:read') });
  const navigate = useNavigate();
  const only = query.data?.length === 1 ? query.data[0]?.id : undefined;
  useEffect(() => {
    if (only !== undefined)
      void navigate({
        to: '/p/$project/files/$ws/$',
        params: { project: project.slug, ws: only, _splat: '' },
        replace: true,
      });
  }, [navigate, only, project.slug]);
  return (
    <Page title={texts.title}>
      {!may('files:read') && <p className="note">{texts.mayNot}</p>}
      {may('files:read') && query.isPending && <Skeleton label={texts.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && only === undefined && (
        <RowsTable label={words.list} columns={Object.values(words.columns)}>
          {query.data.map((workspace) => (
            <Row key={workspace.id} workspace={workspace} project={project.slug} />
          ))}
        </RowsTable>
      )}
    </Page>
  );
}

function Row({ workspace, project }: { workspace: Workspace; project: string }) {
  const { id, name, kind, is_default: isDefault, quota_bytes: quota, usage } = workspace;
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <FileLink project={project} ws={id} path="/">
          <UserText>{name}</UserText>
        </FileLink>{' '}
        {isDefault && <span className="pill">{words.isDefault}</span>}
      </td>
      <td role="cell">{words.kinds[kind]}</td>
      <td role="cell">{words.files(usage.files)}</td>
      <td role="cell">{words.used(usage.bytes, quota)}</td>
      <td role="cell">{words.versions(usage.versions, usage.version_bytes)}</td>
    </tr>
  );
}
