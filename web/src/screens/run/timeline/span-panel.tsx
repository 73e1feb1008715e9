import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linesAroundQuery } from '../../../api/logs.js';
import { runQuery } from '../../../api/run.js';
import { ErrorNote } from '../../../parts/error-note.js';
import { JsonTree } from '../../../parts/json-tree.js';
import { LineText } from '../../../parts/log-view.js';
import { Status } from '../../../parts/status.js';
import { texts } from '../../../texts/en.js';
import { clockTime } from '../../../texts/en/format.js';
import { runTexts } from '../../../texts/en/run.js';
import { timelineTexts } from '../../../texts/en/timeline.js';
import { visibleText } from '../../../parts/visible-text.js';
import type { Subject } from '../subject.js';
import { measureExtent, type Span } from './spans.js';

const LINES = 12;

/** Details of a span: its times, input, outcome, and the log of its time. */
export function SpanPanel({
  subject: { project, run },
  span,
  now,
  onClose,
}: {
  subject: Subject;
  span: Span;
  now: number;
  onClose: () => void;
}) {
  const own = span.kind === 'run';
  const ofChild = useQuery({
    ...runQuery(project.id, span.task ?? ''),
    enabled: span.task !== null,
  });
  const child = ofChild.data;
  const [from, to] = measureExtent(span, now);
  const time = new Date(Date.parse(run.created_at) + (span.status === 'failed' ? to : from));
  const around = useQuery(
    linesAroundQuery(project.id, span.task ?? run.id, time.toISOString(), LINES),
  );
  const log = around.data;
  const params = own ? run.params : child?.params;
  const result = own ? run.result : (child?.result ?? span.step?.result ?? null);
  return (
    <section className="span-panel" aria-label={visibleText(span.name)}>
      <div>
        <h2>
          <bdi>{visibleText(span.name)}</bdi>{' '}
          <span className="quiet small">
            {timelineTexts.kinds[span.kind]}
            {span.task !== null && (
              <>
                {' · '}
                <Link
                  to="/p/$project/runs/$task"
                  params={{ project: project.slug, task: span.task }}
                >
                  {timelineTexts.open}
                </Link>
              </>
            )}
          </span>
          <button type="button" className="plain" onClick={onClose}>
            {texts.close}
          </button>
        </h2>
        <p>
          <Status of={span.status} /> <span className="quiet">{timelineTexts.note(span, now)}</span>
        </p>
        {span.error !== null && (
          <p className="error error-text">
            <bdi>{visibleText(span.error)}</bdi>
          </p>
        )}
      </div>
      {ofChild.isError && (
        <ErrorNote error={ofChild.error} onRetry={() => void ofChild.refetch()} />
      )}
      {around.isError && <ErrorNote error={around.error} onRetry={() => void around.refetch()} />}
      {params !== undefined && Object.keys(params).length > 0 && (
        <div>
          <h3>{runTexts.params.title}</h3>
          <JsonTree value={params} />
        </div>
      )}
      {result !== null && (
        <div>
          <h3>{runTexts.result.title}</h3>
          <JsonTree value={result} />
        </div>
      )}
      {log !== undefined && log.length > 0 && (
        <div>
          <h3>
            {timelineTexts.log}{' '}
            {span.task === null && (
              <Link
                className="small"
                from="/p/$project/runs/$task"
                to="."
                search={{ tab: 'logs', line: log[Math.floor(log.length / 2)]?.seq ?? 0 }}
              >
                {runTexts.lines.all}
              </Link>
            )}
          </h3>
          {log.map(({ seq, time: at, level, text }) => (
            <div key={seq} className={`log-line log-${level}`}>
              <span className="log-clock">{clockTime(Date.parse(at))}</span>
              <LineText text={text} />
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
