import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { stepsQuery, treeQuery } from '../../../api/run.js';
import { type Attempt, hasEnded } from '../../../api/types.js';
import { ErrorNote } from '../../../parts/error-note.js';
import { Skeleton } from '../../../parts/skeleton.js';
import { visibleText } from '../../../parts/visible-text.js';
import { useSecond } from '../../../parts/when.js';
import { texts } from '../../../texts/en.js';
import { timelineTexts } from '../../../texts/en/timeline.js';
import type { RunSearch } from '../run-search.js';
import type { Subject } from '../subject.js';
import { type Range, wholeRange } from './layout.js';
import { type Row, buildRows } from './rows.js';
import { SpanPanel } from './span-panel.js';
import { measureExtent, type Span, buildSpans } from './spans.js';
import { TimelineBar } from './timeline-bar.js';
import { TimelineChart } from './timeline-chart.js';
import { TimelineTable } from './timeline-table.js';

const NO_TREE = { tasks: [], truncated: false };

/** Timeline of a run: its steps, waits and child runs, with their times in the queue. */
export function TimelineTab({
  subject,
  attempts,
}: {
  subject: Subject;
  attempts: readonly Attempt[];
}) {
  const { project, run } = subject;
  const search = useSearch({ from: '/signed-in/p/$project/runs/$task' });
  const change = useChange();
  const steps = useQuery(stepsQuery(project.id, run.id));
  const tree = useQuery(treeQuery(project.id, run.id));
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const second = useSecond();
  const now = Math.max(0, resolveEndTime(run.finished_at, second) - Date.parse(run.created_at));
  const spans = useMemo(
    () => buildSpans(run, attempts, steps.data?.items ?? [], tree.data ?? NO_TREE),
    [run, attempts, steps.data, tree.data],
  );
  const { only, name, sort, span: selected = null } = search;
  // Only the order by duration depends on the current time.
  const ordered = sort === 'duration' && !hasEnded(run.status) ? now : 0;
  const rows = useMemo(
    () => buildRows(spans, { only, name, sort, open }, ordered),
    [spans, only, name, sort, open, ordered],
  );
  const range = useRange(search, spans, now);
  const select = useCallback(
    (row: Row) => change({ span: row.kind === 'span' ? row.id : undefined }),
    [change],
  );
  const toggle = useCallback(
    (row: Row) => {
      if (row.kind === 'span') return change({ span: row.id });
      setOpen((before) => {
        const after = new Set(before);
        if (!after.delete(row.id)) after.add(row.id);
        return after;
      });
    },
    [change],
  );
  const noteOf = useCallback((row: Row) => noteAt(row, now), [now]);
  const error = steps.error ?? tree.error;
  const shown = spans.find(({ id }) => id === selected);
  return (
    <div className="timeline-parts">
      <TimelineBar search={search} count={spans.length} onChange={change} />
      {error !== null && (
        <ErrorNote
          error={error}
          onRetry={() => {
            void steps.refetch();
            void tree.refetch();
          }}
        />
      )}
      {(steps.data?.truncated || tree.data?.truncated) && (
        <p className="quiet">{timelineTexts.truncated}</p>
      )}
      {steps.isPending && <Skeleton label={texts.run.loadingMore} />}
      {steps.isSuccess && rows.length === 0 && <p className="quiet">{timelineTexts.none}</p>}
      {steps.isSuccess && rows.length > 0 && (
        <TimelineChart
          rows={rows}
          range={range}
          now={now}
          selected={selected}
          formatRowName={nameOfRow}
          formatRowNote={noteOf}
          onSelect={select}
          onOpen={toggle}
          onZoom={(to) =>
            change(
              to === null
                ? { from: undefined, to: undefined }
                : { from: Math.floor(to.from), to: Math.ceil(to.to) },
            )
          }
        />
      )}
      {shown !== undefined && (
        <SpanPanel
          subject={subject}
          span={shown}
          now={now}
          onClose={() => change({ span: undefined })}
        />
      )}
      <TimelineTable rows={rows} now={now} />
    </div>
  );
}

function useChange(): (next: Partial<Record<keyof RunSearch, unknown>>) => void {
  const navigate = useNavigate({ from: '/p/$project/runs/$task' });
  return useCallback(
    (next) =>
      void navigate({
        to: '.',
        search: (before): RunSearch =>
          Object.fromEntries(
            Object.entries({ ...before, ...next }).filter(
              ([, value]) => value !== undefined && value !== '',
            ),
          ),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}

function useRange({ from, to }: RunSearch, spans: readonly Span[], now: number): Range {
  const whole = useMemo(() => wholeRange(spans, now), [spans, now]);
  return useMemo(
    () => (from === undefined || to === undefined || to <= from ? whole : { from, to }),
    [from, to, whole],
  );
}

function resolveEndTime(finished: string | null, now: number): number {
  return finished === null ? now : Date.parse(finished);
}

function nameOfRow(row: Row): string {
  if (row.kind === 'span')
    return `${timelineTexts.marks[row.span.kind]} ${visibleText(row.span.name)}`;
  return `${row.open ? '▾' : '▸'} ${timelineTexts.folded(row.spans.length)}`;
}

function noteAt(row: Row, now: number): string {
  if (row.kind === 'fold') {
    const extents = row.spans.map((span) => measureExtent(span, now));
    const took = extents.map(([from, to]) => to - from);
    return timelineTexts.foldedNote(Math.max(...took));
  }
  return timelineTexts.note(row.span, now);
}
