import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteFile } from '../../api/file-changes.js';
import { belowQuery, rereadFiles } from '../../api/files.js';
import type { FileEntry } from '../../api/types.js';
import { Dialog } from '../../parts/dialog.js';
import { ErrorNote } from '../../parts/error-note.js';
import { useAction } from '../../parts/use-action.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/files.js';
import { getParentPath } from './file-names.js';
import type { FilePlace } from './use-workspace.js';

const { removing: words } = texts;

/** Dialog that asks for confirmation before a file or folder is deleted, and shows how much is deleted. */
export function DeleteDialog({
  place: { project, ws, path },
  entry,
  onClose,
}: {
  place: FilePlace;
  entry: FileEntry;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { busy, error, run } = useAction();
  const folder = entry.type === 'directory';
  const below = useQuery({ ...belowQuery(project.id, ws, path), enabled: folder });
  const remove = async (): Promise<void> => {
    await deleteFile(project.id, ws, entry);
    await navigate({
      to: '/p/$project/files/$ws/$',
      params: { project: project.slug, ws, _splat: getParentPath(path).slice(1) },
    });
    await rereadFiles(client, project.id, ws, path);
  };
  return (
    <Dialog title={words.title(visibleText(entry.name))} onClose={onClose}>
      <div className="column">
        {!folder && <p>{words.file(entry.size)}</p>}
        {folder && below.data === undefined && !below.isError && <p>{words.counting}</p>}
        {below.data !== undefined && <p>{words.folder(below.data)}</p>}
        {below.isError && <ErrorNote error={below.error} />}
        {error !== null && <ErrorNote error={error} />}
        <div className="buttons">
          <button
            type="button"
            className="danger"
            disabled={busy || (folder && below.data === undefined)}
            onClick={() => void run(remove)}
          >
            {words.submit}
          </button>
          <button type="button" onClick={onClose}>
            {words.keep}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
