import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { lineAt, logFile } from '../../../api/logs.js';
import { hasEnded, type LogLevel, type LogLine } from '../../../api/types.js';
import { LineStore } from '../../../live/line-store.js';
import { ErrorNote } from '../../../parts/error-note.js';
import { linesWith, selectedText } from '../../../parts/log-rows.js';
import { LogView } from '../../../parts/log-view.js';
import { usePreferences } from '../../../parts/preferences.js';
import { saveFile } from '../../../parts/save-file.js';
import { clockTime, duration } from '../../../texts/en/format.js';
import { Skeleton } from '../../../parts/skeleton.js';
import { texts } from '../../../texts/en.js';
import { logTexts } from '../../../texts/en/log.js';
import type { RunSearch } from '../run-search.js';
import { shortId, type Subject } from '../subject.js';
import { LogsBar } from './logs-bar.js';

/** Number of lines after which the search stops reading older lines. */
const SEARCHED = 200_000;

/** Log of a run. Reads the end first, older lines on scrolling up, and new lines as they are written. */
export function LogsTab({ subject: { project, run } }: { subject: Subject }) {
  const search = useSearch({ from: '/signed-in/p/$project/runs/$task' });
  const navigate = useNavigate({ from: '/p/$project/runs/$task' });
  const { level, attempt, q = '', line, last } = search;
  const change = useCallback(
    (next: Partial<Record<keyof RunSearch, unknown>>) =>
      void navigate({
        to: '.',
        search: (before) => without({ ...before, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const store = useMemo(
    () => new LineStore(project.id, run.id, { level, attempt }),
    [project.id, run.id, level, attempt],
  );
  const live = !hasEnded(run.status);
  const [opened, reopen] = useState(0);
  useEffect(() => store.open(live), [store, live, opened]);
  const log = useSyncExternalStore(store.subscribe, store.snapshot);
  const { found, at, go } = useFound(log.lines, q, line, (seq) =>
    change({ line: seq, last: undefined }),
  );
  // A search needs all lines; a line that the address names may precede the lines read so far.
  const wants = q !== '' || (line !== undefined && (log.lines[0]?.seq ?? 0) > line);
  useEffect(() => {
    const may = !log.loading && !log.complete && log.error === null;
    if (wants && may && log.lines.length < SEARCHED) void store.readOlder();
  }, [wants, log, store]);
  const preferred = usePreferences();
  const clock = createTimeFormatter(
    search.clock ?? preferred.clock,
    run.started_at ?? run.created_at,
  );
  const download = useMutation({
    mutationFn: async () =>
      saveFile(
        `${run.name} ${shortId(run.id)}.log`,
        await logFile(project.id, run.id, { level, attempt }),
      ),
  });
  return (
    <div className="logs">
      <LogsBar
        log={log}
        search={search}
        found={found.length}
        at={at}
        onChange={change}
        onGo={go}
        onTime={async (time) => {
          const seq = await lineAt(project.id, run.id, { level, attempt }, time);
          if (seq !== null) change({ line: seq, last: undefined });
          return seq !== null;
        }}
        selected={() => selectedText(log.lines, line, last)}
        onDownload={() => download.mutate()}
      />
      {download.isError && <ErrorNote error={download.error} />}
      {log.error !== null && (
        <ErrorNote error={log.error} onRetry={() => reopen((count) => count + 1)} />
      )}
      {log.lines.length === 0 && log.loading && <Skeleton rows={8} label={texts.run.loadingMore} />}
      {log.lines.length === 0 && !log.loading && log.error === null && (
        <NoLines level={level} live={live} onAll={() => change({ level: undefined })} />
      )}
      {log.lines.length > 0 && (
        <LogView
          key={`${level} ${attempt}`}
          log={log}
          q={q}
          line={line}
          wrap={search.wrap ?? preferred.wrap}
          clock={clock}
          onOlder={() => void store.readOlder()}
          last={last}
          onLine={(seq, extend) =>
            change(
              extend && line !== undefined
                ? { line: Math.min(line, seq), last: Math.max(line, last ?? line, seq) }
                : { line: seq, last: undefined },
            )
          }
        />
      )}
    </div>
  );
}

function NoLines({
  level,
  live,
  onAll,
}: {
  level: LogLevel | undefined;
  live: boolean;
  onAll: () => void;
}) {
  if (level === undefined)
    return <p className="quiet">{live ? logTexts.none : logTexts.noneEver}</p>;
  return (
    <p className="quiet">
      {logTexts.noneOfLevel(level)}{' '}
      <button type="button" className="plain" onClick={onAll}>
        {logTexts.allLevels}
      </button>
    </p>
  );
}

/**
 * Returns the lines that match a search, the number of the match that is shown (from 1; 0 if none is), and a function
 * that goes to another match.
 */
function useFound(
  lines: readonly LogLine[],
  q: string,
  line: number | undefined,
  show: (seq: number) => void,
): { found: readonly number[]; at: number; go: (by: 1 | -1) => void } {
  const found = useMemo(() => linesWith(lines, q), [lines, q]);
  const at = line === undefined ? 0 : found.indexOf(line) + 1;
  const go = (by: 1 | -1): void => {
    // If no match is shown, starts with the last one, which is nearest to the end of the log.
    const next = at === 0 ? found.length - 1 : (at - 1 + by + found.length) % found.length;
    const seq = found[next];
    if (seq !== undefined) show(seq);
  };
  return { found, at, go };
}

/** Returns a function that formats the time of a line. `start` is the time when the run started. */
function createTimeFormatter(
  form: 'clock' | 'since' | 'off',
  start: string,
): (line: LogLine) => string | null {
  const from = Date.parse(start);
  if (form === 'off') return () => null;
  if (form === 'since') return ({ time }) => `+${duration(Math.max(0, Date.parse(time) - from))}`;
  return ({ time }) => clockTime(Date.parse(time));
}

/** Returns a search without its unset members, so that they do not appear in the address. */
function without(search: Partial<Record<keyof RunSearch, unknown>>): RunSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  );
}
