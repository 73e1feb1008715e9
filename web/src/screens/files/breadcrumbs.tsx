import { Fragment } from 'react';
import { Copy } from '../../parts/copy.js';
import { FileLink } from '../../parts/file-link.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/files.js';
import { splitPath } from './file-names.js';
import type { FilePlace } from './use-workspace.js';

/** Links to the parent folders of a file or folder, and its name as the heading of the section below. */
export function Breadcrumbs({
  place: { project, ws, path },
  id,
}: {
  place: FilePlace;
  id: string;
}) {
  const parts = splitPath(path);
  const last = parts.at(-1);
  return (
    <nav className="breadcrumbs" aria-label={texts.path}>
      {last !== undefined && (
        <FileLink project={project.slug} ws={ws} path="/">
          {texts.root}
        </FileLink>
      )}
      {parts.slice(0, -1).map(({ name, path: to }) => (
        <Fragment key={to}>
          <span className="quiet">/</span>
          <FileLink project={project.slug} ws={ws} path={to}>
            <bdi>{visibleText(name)}</bdi>
          </FileLink>
        </Fragment>
      ))}
      {last !== undefined && <span className="quiet">/</span>}
      <h2 id={id}>
        <bdi>{last === undefined ? texts.root : visibleText(last.name)}</bdi>
      </h2>
      {last !== undefined && <Copy text={path} label={texts.actions.copyPath} />}
    </nav>
  );
}
