import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { entriesQuery } from '../../api/files.js';
import { FileLink } from '../../parts/file-link.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/files.js';
import type { FilePlace } from './use-workspace.js';

/** Folder tree of a workspace. The parents of the current path are open; closed folders are not read. */
export function FolderTree({ place }: { place: FilePlace }) {
  const { project, ws, path } = place;
  return (
    <nav className="folder-tree" aria-label={texts.folders}>
      <FileLink
        project={project.slug}
        ws={ws}
        path="/"
        className={path === '/' ? 'tree-here' : 'tree-link'}
      >
        {texts.root}
      </FileLink>
      <Folders place={place} of="/" />
    </nav>
  );
}

function Folders({ place, of }: { place: FilePlace; of: string }) {
  const { project, ws } = place;
  const query = useInfiniteQuery(entriesQuery(project.id, ws, of));
  const entries = query.data ?? [];
  const folders = entries.filter(({ type }) => type === 'directory');
  // Folders are listed before files: once a file is read, all folders are.
  const mayHaveMore = query.hasNextPage && folders.length === entries.length;
  if (folders.length === 0) return null;
  return (
    <ul>
      {folders.map(({ path, name }) => (
        <Folder key={path} place={place} path={path} name={name} />
      ))}
      {mayHaveMore && (
        <li>
          <button
            type="button"
            className="plain"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {texts.moreFolders}
          </button>
        </li>
      )}
    </ul>
  );
}

function Folder({ place, path, name }: { place: FilePlace; path: string; name: string }) {
  const above = place.path.startsWith(`${path}/`);
  const here = place.path === path;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? (above || here);
  return (
    <li>
      <div className="tree-row">
        <button
          type="button"
          className="json-toggle"
          aria-expanded={open}
          aria-label={texts.unfold(visibleText(name))}
          onClick={() => setChosen(!open)}
        />
        <FileLink
          project={place.project.slug}
          ws={place.ws}
          path={path}
          className={here ? 'tree-here' : 'tree-link'}
        >
          <bdi>{visibleText(name)}</bdi>
        </FileLink>
      </div>
      {open && <Folders place={place} of={path} />}
    </li>
  );
}
