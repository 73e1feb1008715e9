import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { filesQuery } from '../../../api/run.js';
import { Card } from '../../../parts/card.js';
import { FileLink } from '../../../parts/file-link.js';
import { visibleText } from '../../../parts/visible-text.js';
import { runTexts } from '../../../texts/en/run.js';
import type { Subject } from '../subject.js';

const { written: words } = runTexts;
const SHOWN = 20;

/** Files that a run has written, at the versions that it wrote. Null if it wrote none. */
export function WrittenFiles({ subject: { project, run } }: { subject: Subject }) {
  const enabled = project.scopes.includes('files:read');
  const files = useQuery({ ...filesQuery(project.id, run.id), enabled }).data?.items;
  const written = files?.filter(({ how }) => how === 'written') ?? [];
  if (written.length === 0) return null;
  return (
    <Card
      title={words.title}
      aside={
        <Link from="/p/$project/runs/$task" to="." search={{ tab: 'files' }}>
          {words.all}
        </Link>
      }
    >
      <ul className="values">
        {written.slice(0, SHOWN).map(({ id, ws, path, version_id: version }) => (
          <li key={id}>
            <FileLink project={project.slug} ws={ws} path={path} version={version ?? undefined}>
              <bdi>{visibleText(path)}</bdi>
            </FileLink>
          </li>
        ))}
      </ul>
      {written.length > SHOWN && <p className="quiet">{words.more(written.length - SHOWN)}</p>}
    </Card>
  );
}
