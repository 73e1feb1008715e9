import { useQuery } from '@tanstack/react-query';
import { filesQuery } from '../../api/run.js';
import { hasEnded } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { FileLink } from '../../parts/file-link.js';
import { Skeleton } from '../../parts/skeleton.js';
import { visibleText } from '../../parts/visible-text.js';
import { Clock } from '../../parts/when.js';
import { texts } from '../../texts/en.js';
import { runTexts } from '../../texts/en/run.js';
import { shortId, type Subject } from './subject.js';

const { files: words } = runTexts;

/** Files that a run has read, written or deleted. */
export function FilesTab({ subject: { project, run } }: { subject: Subject }) {
  const query = useQuery(filesQuery(project.id, run.id));
  if (query.isPending) return <Skeleton label={texts.run.loadingMore} />;
  if (query.data === undefined)
    return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  const { items, truncated } = query.data;
  const mayRead = project.scopes.includes('files:read');
  if (items.length === 0)
    return <p className="quiet">{hasEnded(run.status) ? words.none : words.noneYet}</p>;
  return (
    <>
      <div className="scrolls" tabIndex={0} role="region" aria-label={words.list}>
        <table className="plain-table">
          <thead>
            <tr>
              {[words.path, words.how, words.at, words.version].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map(({ id, ws, path, how, at, version_id: version }) => (
              <tr key={id}>
                <td>
                  {mayRead && how !== 'deleted' ? (
                    <FileLink
                      project={project.slug}
                      ws={ws}
                      path={path}
                      version={version ?? undefined}
                    >
                      <bdi>{visibleText(path)}</bdi>
                    </FileLink>
                  ) : (
                    <bdi>{visibleText(path)}</bdi>
                  )}
                </td>
                <td>{words.hows[how]}</td>
                <td>
                  <Clock time={at} />
                </td>
                <td>{version !== null && <code>{shortId(version)}</code>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {truncated && <p className="quiet">{words.more}</p>}
    </>
  );
}
