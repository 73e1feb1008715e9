import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { entryQuery, workspacesQuery } from '../../api/files.js';
import { useFilesLive } from '../../live/use-files-live.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { FileLink } from '../../parts/file-link.js';
import { Page } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/files.js';
import { Breadcrumbs } from './breadcrumbs.js';
import { getParentPath } from './file-names.js';
import { FileActions } from './file-actions.js';
import { FileView } from './file-view.js';
import { FolderTree } from './folder-tree.js';
import { FolderView } from './folder-view.js';
import { UploadTray } from './upload-tray.js';
import { useFilePlace } from './use-workspace.js';

/** File or folder of a workspace, next to the folder tree. */
export function FilesScreen() {
  const { project, may } = useProject();
  const place = useFilePlace();
  useFilesLive(project.id, place.ws);
  const workspaces = useQuery({ ...workspacesQuery(project.id), enabled: may('files:read') });
  const gone = workspaces.data !== undefined && place.workspace === null;
  return (
    <Page
      title={visibleText(place.workspace?.name ?? texts.title)}
      className="files"
      lead={
        (workspaces.data?.length ?? 0) > 1 && (
          <Link className="back" to="/p/$project/files" params={{ project: project.slug }}>
            {texts.workspaces.all}
          </Link>
        )
      }
      beside={
        place.workspace && (
          <span className="quiet">
            {texts.workspaces.kinds[place.workspace.kind]} ·{' '}
            {texts.workspaces.used(place.workspace.usage.bytes, place.workspace.quota_bytes)}
          </span>
        )
      }
      actions={
        !gone && (
          <Link
            className="button"
            to="/p/$project/search"
            params={{ project: project.slug }}
            search={{ ws: place.ws }}
          >
            {texts.search}
          </Link>
        )
      }
    >
      {!may('files:read') && <p className="note">{texts.mayNot}</p>}
      {workspaces.isError && (
        <ErrorNote error={workspaces.error} onRetry={() => void workspaces.refetch()} />
      )}
      {gone && <Empty title={texts.title} about={texts.workspaces.gone(place.ws)} />}
      {may('files:read') && !gone && !workspaces.isError && <Place />}
    </Page>
  );
}

function Place() {
  const place = useFilePlace();
  const { project, ws, path } = place;
  const search = useSearch({ from: '/signed-in/p/$project/files/$ws/$' });
  const root = path === '/';
  const query = useQuery({ ...entryQuery(project.id, ws, path), enabled: !root });
  const entry = query.data;
  const isFolder = root || entry?.type === 'directory';
  // A deleted file has no entry, so the address names one of its versions.
  const isFile = entry?.type === 'file' || (entry === null && search.version !== undefined);
  return (
    <>
      <UnknownParameters names={search.unknown} />
      <div className="files-columns">
        <FolderTree place={place} />
        <section className="files-main" aria-labelledby="file-path">
          <header className="files-head">
            <Breadcrumbs place={place} id="file-path" />
            {(root || entry != null) && <FileActions place={place} entry={entry ?? null} />}
          </header>
          <UploadTray place={place} />
          {!root && query.isPending && <Skeleton label={texts.loading} />}
          {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
          {isFolder && <FolderView place={place} key={`${ws} ${path}`} />}
          {isFile && <FileView place={place} entry={entry ?? null} key={`${ws} ${path}`} />}
          {entry === null && !isFile && <Gone path={path} />}
        </section>
      </div>
    </>
  );
}

function Gone({ path }: { path: string }) {
  const { project, ws } = useFilePlace();
  const above = getParentPath(path);
  return (
    <Empty title={texts.gone.title} about={texts.gone.about(visibleText(path))}>
      <FileLink project={project.slug} ws={ws} path={above}>
        {texts.gone.up}
      </FileLink>
      <Link
        to="/p/$project/files/$ws/$"
        params={{ project: project.slug, ws, _splat: '' }}
        search={{ deleted: true }}
      >
        {texts.gone.deleted}
      </Link>
    </Empty>
  );
}
