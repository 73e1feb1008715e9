import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { versionAddress } from '../../api/file-content.js';
import { dropVersions, restoreVersion } from '../../api/file-changes.js';
import { rereadFiles } from '../../api/files.js';
import type { FileVersion } from '../../api/types.js';
import { Card } from '../../parts/card.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { ErrorNote } from '../../parts/error-note.js';
import { FileLink } from '../../parts/file-link.js';
import { RowsTable } from '../../parts/rows-table.js';
import { useAction } from '../../parts/use-action.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { bytes } from '../../texts/en/format.js';
import { texts } from '../../texts/en/files.js';
import { getFileName } from './file-names.js';
import type { FilePlace } from './use-workspace.js';

const { versions: words } = texts;

/** Versions of a file, newest first, to view, download and restore. */
export function VersionsList({
  place,
  versions,
  shown,
  onMore,
}: {
  place: FilePlace;
  versions: readonly FileVersion[];
  shown: string | undefined;
  /** Loads older versions; undefined if there are none. */
  onMore: (() => void) | undefined;
}) {
  const { project, ws, path, mayWrite } = place;
  const client = useQueryClient();
  const navigate = useNavigate();
  const { busy, error, run } = useAction();
  const present = versions.find(({ ended_at: ended }) => ended === null);
  const reread = (): Promise<void> => rereadFiles(client, project.id, ws);
  const restore = async (version: FileVersion): Promise<void> => {
    const restored = await restoreVersion(project.id, version.id, present?.etag ?? null);
    await reread();
    await navigate({
      to: '/p/$project/files/$ws/$',
      params: { project: project.slug, ws, _splat: restored.path.slice(1) },
      search: {},
    });
  };
  const earlier = versions.some(({ ended_at: ended }) => ended !== null);
  return (
    <Card
      title={words.title}
      aside={
        mayWrite &&
        present !== undefined &&
        earlier && (
          <ConfirmButton
            label={words.drop}
            title={words.dropTitle(visibleText(getFileName(path)))}
            about={words.dropAbout}
            action={async () => {
              await dropVersions(project.id, ws, path);
              await reread();
            }}
          />
        )
      }
    >
      {error !== null && <ErrorNote error={error} />}
      <RowsTable label={words.title} columns={Object.values(words.columns)} actions={words.actions}>
        {versions.map((version) => (
          <tr key={version.id} role="row" aria-current={version.id === shown ? 'true' : undefined}>
            <td role="cell" className="cell-main">
              <FileLink
                project={project.slug}
                ws={ws}
                path={path}
                {...(version !== present && { version: version.id })}
              >
                {words.show(version.version)}
              </FileLink>{' '}
              {version.id === shown && <span className="pill">{words.shown}</span>}
            </td>
            <td role="cell">{bytes(version.size)}</td>
            <td role="cell">
              <When time={version.updated_at} />
            </td>
            <td role="cell">
              <Until version={version} />
            </td>
            <td role="cell" className="cell-actions">
              <span className="buttons">
                <a
                  className="button small"
                  href={versionAddress(project.id, version.id)}
                  download={version.name}
                  aria-label={words.downloadOf(version.version)}
                >
                  {words.download}
                </a>
                {mayWrite && version !== present && (
                  <button
                    type="button"
                    className="small"
                    disabled={busy}
                    aria-label={words.restoreOf(version.version)}
                    onClick={() => void run(() => restore(version))}
                  >
                    {words.restore}
                  </button>
                )}
              </span>
            </td>
          </tr>
        ))}
      </RowsTable>
      {onMore && (
        <div className="buttons">
          <button type="button" onClick={onMore}>
            {words.more}
          </button>
        </div>
      )}
    </Card>
  );
}

function Until({ version: { ended_at: ended, ended_by: by } }: { version: FileVersion }) {
  if (ended === null || by === null) return <>{words.present}</>;
  return (
    <>
      {words.ended[by]} <When time={ended} />
    </>
  );
}
