import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useCallback, type DragEvent, type ReactNode, useState } from 'react';
import { entriesQuery } from '../../api/files.js';
import { toRequestError } from '../../api/request-error.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Skeleton } from '../../parts/skeleton.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/files.js';
import { DeletedFiles } from './deleted-files.js';
import { FilesTable } from './files-table.js';
import type { FilePlace } from './use-workspace.js';
import { droppedFiles } from './dropped-files.js';
import { useUploads } from './use-uploads.js';

/** Contents of a folder, or its deleted files. Dropped files are uploaded to the folder. */
export function FolderView({ place }: { place: FilePlace }) {
  const { deleted } = useSearch({ from: '/signed-in/p/$project/files/$ws/$' });
  if (deleted === true) return <DeletedFiles place={place} />;
  return (
    <DropPlace place={place}>
      <Contents place={place} />
    </DropPlace>
  );
}

function Contents({ place }: { place: FilePlace }) {
  const { project, ws, path } = place;
  const query = useInfiniteQuery(entriesQuery(project.id, ws, path));
  const { data: entries, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (entries === undefined) {
    if (!query.isError) return <Skeleton label={texts.loading} />;
    if (toRequestError(query.error).status === 404)
      return <Empty title={texts.gone.title} about={texts.gone.about(visibleText(path))} />;
    return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (entries.length === 0)
    return (
      <Empty
        title={texts.list.empty}
        about={texts.list.emptyAbout}
        command={texts.list.emptyCommand}
      />
    );
  return (
    <>
      <FilesTable place={place} entries={entries} onEnd={readMore} />
      {isFetchingNextPage && (
        <p className="quiet" role="status">
          {texts.list.loadingMore}
        </p>
      )}
      {query.isFetchNextPageError && (
        <button className="more" type="button" onClick={readMore}>
          {texts.list.more}
        </button>
      )}
    </>
  );
}

/** Drop zone that uploads files to a folder. */
function DropPlace({ place, children }: { place: FilePlace; children: ReactNode }) {
  const { queue } = useUploads(place);
  const [over, setOver] = useState(false);
  if (!place.mayWrite) return children;
  const onDrag = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void droppedFiles(event.dataTransfer.items, place.path)
      .then((chosen) => queue.add(place.ws, chosen))
      .catch(() => undefined);
  };
  return (
    <div
      className={over ? 'drop-place drop-over' : 'drop-place'}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget))
          setOver(false);
      }}
      onDrop={onDrop}
    >
      {children}
      <p className="quiet drop-hint">{texts.upload.drop}</p>
    </div>
  );
}
