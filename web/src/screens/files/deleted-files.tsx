import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { restoreVersion } from '../../api/file-changes.js';
import { deletedQuery, rereadFiles } from '../../api/files.js';
import type { FileVersion } from '../../api/types.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { FileLink } from '../../parts/file-link.js';
import { MoreButton } from '../../parts/more-button.js';
import { RowsTable } from '../../parts/rows-table.js';
import { Skeleton } from '../../parts/skeleton.js';
import { useAction } from '../../parts/use-action.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { bytes } from '../../texts/en/format.js';
import { texts } from '../../texts/en/files.js';
import type { FilePlace } from './use-workspace.js';

const { deleted: words } = texts;

/** Deleted files of a folder and its subfolders, each with a button that restores it. */
export function DeletedFiles({ place }: { place: FilePlace }) {
  const { project, ws, path, mayWrite } = place;
  const client = useQueryClient();
  const query = useInfiniteQuery(deletedQuery(project.id, ws, path));
  const { busy, error, run } = useAction();
  const [said, setSaid] = useState('');
  const versions = query.data;
  const restore = async (version: FileVersion): Promise<void> => {
    const restored = await restoreVersion(project.id, version.id, null);
    setSaid(words.restored(visibleText(restored.path)));
    await rereadFiles(client, project.id, ws);
  };
  return (
    <>
      <p className="quiet">{words.about}</p>
      <span className="said" role="status">
        {said}
      </span>
      {error !== null && <ErrorNote error={error} />}
      {query.isPending && <Skeleton label={texts.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {versions?.length === 0 && <Empty title={words.none} about={words.noneAbout} />}
      {versions !== undefined && versions.length > 0 && (
        <RowsTable
          label={words.label}
          columns={Object.values(words.columns)}
          actions={mayWrite && words.restore}
        >
          {versions.map((version) => (
            <tr key={version.id} role="row">
              <td role="cell" className="cell-main">
                <FileLink project={project.slug} ws={ws} path={version.path} version={version.id}>
                  <bdi>{visibleText(version.path)}</bdi>
                </FileLink>
              </td>
              <td role="cell">{bytes(version.size)}</td>
              <td role="cell">{version.ended_at !== null && <When time={version.ended_at} />}</td>
              {mayWrite && (
                <td role="cell" className="cell-actions">
                  <button
                    type="button"
                    className="small"
                    disabled={busy}
                    aria-label={`${words.restore}: ${visibleText(version.path)}`}
                    onClick={() => void run(() => restore(version))}
                  >
                    {words.restore}
                  </button>
                </td>
              )}
            </tr>
          ))}
        </RowsTable>
      )}
      {query.hasNextPage && (
        <div className="buttons">
          <MoreButton query={query}>{words.more}</MoreButton>
        </div>
      )}
    </>
  );
}
