import { Link } from '@tanstack/react-router';
import { hasEnded } from '../../../api/types.js';
import { useLastLines } from '../../../live/use-last-lines.js';
import { Card } from '../../../parts/card.js';
import { ErrorNote } from '../../../parts/error-note.js';
import { LineText } from '../../../parts/log-view.js';
import { Skeleton } from '../../../parts/skeleton.js';
import { texts } from '../../../texts/en.js';
import { clockTime } from '../../../texts/en/format.js';
import { runTexts } from '../../../texts/en/run.js';
import type { Subject } from '../subject.js';

const { lines: words } = runTexts;
const SHOWN = 20;

/** Last lines of the log, updated while the run continues. */
export function LastLines({ subject: { project, run } }: { subject: Subject }) {
  const ended = hasEnded(run.status);
  const query = useLastLines(project.id, run.id, SHOWN, ended);
  const lines = query.data;
  const last = lines?.at(-1);
  return (
    <Card
      title={ended ? words.titleEnded : words.title}
      aside={
        <Link
          from="/p/$project/runs/$task"
          to="."
          search={{ tab: 'logs', ...(last !== undefined && { line: last.seq }) }}
        >
          {words.all}
        </Link>
      }
    >
      {query.isPending && <Skeleton rows={3} label={texts.run.loadingMore} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {lines?.length === 0 && <p className="quiet">{words.none}</p>}
      <div className="last-lines">
        {lines?.map(({ seq, time, level, text }) => (
          <div key={seq} className={`log-line log-${level}`}>
            <span className="log-clock">{clockTime(Date.parse(time))}</span>
            <LineText text={text} />
          </div>
        ))}
      </div>
    </Card>
  );
}
