import { useQuery } from '@tanstack/react-query';
import { runQuery } from '../../api/run.js';
import { hasEnded, type Run } from '../../api/types.js';
import { useLastLines } from '../../live/use-last-lines.js';
import { useRunLive } from '../../live/use-run-live.js';
import { ErrorNote } from '../../parts/error-note.js';
import { LineText } from '../../parts/log-view.js';
import { RunLink } from '../../parts/run-link.js';
import { Status } from '../../parts/status.js';
import { useProject } from '../../parts/use-project.js';
import { ValueView } from '../../parts/value-view.js';
import { visibleText } from '../../parts/visible-text.js';
import { clockTime, duration } from '../../texts/en/format.js';
import { texts } from '../../texts/en/editor.js';

const LINES = 200;

/** State of a draft run: status, phase, error, log and result. */
export function DraftRun({ id, onGo }: { id: string; onGo: (line: number) => void }) {
  const { project } = useProject();
  const query = useQuery(runQuery(project.id, id));
  useRunLive(project.id, id);
  if (query.isError) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <p role="status">{texts.draft.loading}</p>;
  return <Shown run={query.data} onGo={onGo} />;
}

function Shown({ run, onGo }: { run: Run; onGo: (line: number) => void }) {
  const { project } = useProject();
  const ended = hasEnded(run.status);
  const { data: lines } = useLastLines(project.id, run.id, LINES, ended);
  const own = run.frames.filter((frame) => frame.own);
  return (
    <section className="column" aria-label={texts.draft.title}>
      <p className="draft-state" role="status">
        <Status of={run.status} />
        {run.current_phase !== null && <bdi>{visibleText(run.current_phase)}</bdi>}
        {run.started_at !== null && run.finished_at !== null && (
          <span className="quiet">
            {duration(Date.parse(run.finished_at) - Date.parse(run.started_at))}
          </span>
        )}
        <RunLink project={project.slug} id={run.id}>
          {texts.draft.open}
        </RunLink>
      </p>
      {run.error_message !== null && (
        <div className="note note-problem">
          <p className="lines">{visibleText(run.error_message)}</p>
          {own.map((frame, index) => (
            <button key={index} type="button" className="small" onClick={() => onGo(frame.line)}>
              {texts.draft.at(visibleText(frame.function ?? ''), frame.line)}
            </button>
          ))}
        </div>
      )}
      {lines !== undefined && lines.length > 0 && (
        <div
          className="last-lines draft-log"
          tabIndex={0}
          role="log"
          aria-live="off"
          aria-label={texts.draft.log}
        >
          {lines.map(({ seq, time, level, text }) => (
            <div key={seq} className={`log-line log-${level}`}>
              <span className="log-clock">{clockTime(Date.parse(time))}</span>
              <LineText text={text} />
            </div>
          ))}
        </div>
      )}
      {run.status === 'success' && (
        <div className="column">
          <h3>{texts.draft.result}</h3>
          <ValueView value={run.result} />
        </div>
      )}
    </section>
  );
}
