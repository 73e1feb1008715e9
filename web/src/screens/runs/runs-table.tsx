import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Task } from '../../api/types.js';
import { texts } from '../../texts/en.js';
import { listTexts } from '../../texts/en/runs.js';
import { cellClass, type Column } from './columns.js';
import { foldedRows, type RunsRow } from './folded.js';
import { RunRow, SameRow, SelectBox, SkeletonRow } from './run-rows.js';
import { allOrNone, extended, computeRowSelection, type Selection, toggled } from './selection.js';
import { type RowKey, useRowKeys } from './use-row-keys.js';

const SKELETONS = 12;
const ROW = 36;
const OVERSCAN = 12;
const PAGES_WITHOUT_ROWS = 4;
const NONE: ReadonlySet<string> = new Set();

/** Table of runs; only visible rows are rendered. `tasks` is null during the first load. */
export function RunsTable({
  tasks,
  folds = false,
  columns,
  selection,
  onSelect,
  onKey,
  onEnd,
}: {
  tasks: readonly Task[] | null;
  /** True if consecutive similar runs are folded into one row. */
  folds?: boolean;
  columns: readonly Column[];
  selection: Selection;
  onSelect: (change: (selection: Selection) => Selection) => void;
  /** Called for a key pressed on a row, with the runs of the row. */
  onKey?: (key: Exclude<RowKey, 'x'>, tasks: readonly Task[]) => void;
  /** Loads older runs; undefined if there are none, or while some are being loaded. */
  onEnd?: (() => void) | undefined;
}) {
  const [open, setOpen] = useState(NONE);
  const rows = useMemo(
    () =>
      folds
        ? foldedRows(tasks ?? [], open)
        : (tasks ?? []).map((task): RunsRow => ({ kind: 'run', key: task.id, task })),
    [tasks, folds, open],
  );
  const body = useRef<HTMLTableSectionElement>(null);
  const margin = useElementTop(body);
  // This component is not memoized by a compiler, so the warning does not apply.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin: margin,
  });
  const select = (row: RunsRow, extend: boolean): void =>
    onSelect((before) => (extend ? extended(before, rows, row) : toggled(before, row)));
  useRowKeys(rows.length, body, {
    show: (index) => virtual.scrollToIndex(index),
    onExtend: (from, to) => {
      const [first, last] = [rows[from], rows[to]];
      if (first === undefined || last === undefined) return;
      // The range starts at the row where an arrow key was first pressed with Shift.
      onSelect((before) => extended({ anchor: first.key, ids: before.ids }, rows, last));
    },
    onKey: (key, index) => {
      const row = rows[index];
      if (row === undefined) return;
      if (key === 'x') select(row, false);
      else onKey?.(key, row.kind === 'run' ? [row.task] : row.tasks);
    },
  });
  const items = virtual.getVirtualItems();
  const [before, after] = [
    (items[0]?.start ?? margin) - margin,
    virtual.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin),
  ];
  const atEnd = rows.length > 0 && (items.at(-1)?.index ?? 0) >= rows.length - 1;
  const readOn = useReadOn(rows.length, atEnd, onEnd);
  const toggle = (key: string): void =>
    setOpen((known) => {
      const next = new Set(known);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const whole = useMemo(() => computeOverallSelection(selection, rows), [selection, rows]);
  // Explicit roles: the layout of narrow screens removes the implicit roles of table elements.
  return (
    <>
      <table
        role="table"
        className="runs"
        aria-label={texts.run.list}
        aria-busy={tasks === null}
        aria-rowcount={rows.length + 1}
      >
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" className="cell-select">
              <SelectBox
                label={listTexts.selectAll}
                selected={whole}
                onClick={() => onSelect((known) => allOrNone(known, rows))}
              />
            </th>
            {columns.map((name) => (
              <th key={name} role="columnheader" scope="col" className={cellClass(name)}>
                {texts.run.columns[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {tasks === null
            ? Array.from({ length: SKELETONS }, (_, index) => (
                <SkeletonRow key={index} columns={columns.length} />
              ))
            : null}
          <Spacer size={before} columns={columns.length} />
          {items.map(({ index, key }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const props = {
              index,
              measure: virtual.measureElement,
              columns,
              selected: computeRowSelection(selection, row),
              onSelect: (extend: boolean) => select(row, extend),
            };
            return row.kind === 'run' ? (
              <RunRow key={key} task={row.task} {...props} />
            ) : (
              <SameRow
                key={key}
                tasks={row.tasks}
                open={open.has(row.key)}
                onToggle={() => toggle(row.key)}
                {...props}
              />
            );
          })}
          <Spacer size={after} columns={columns.length} />
        </tbody>
      </table>
      {readOn !== undefined && (
        <button className="more" type="button" onClick={readOn}>
          {texts.run.more}
        </button>
      )}
    </>
  );
}

/**
 * Loads older runs when the end of the list is visible. Stops after a few pages that add no row, since a million
 * similar runs fold into one row and would all be loaded. Then returns a function that continues; otherwise undefined.
 */
function useReadOn(
  rows: number,
  atEnd: boolean,
  onEnd: (() => void) | undefined,
): (() => void) | undefined {
  const reads = useRef({ rows: -1, count: 0 });
  const [stoppedAt, setStoppedAt] = useState(-1);
  useEffect(() => {
    if (!atEnd || onEnd === undefined) return;
    if (reads.current.rows !== rows) reads.current = { rows, count: 0 };
    if (reads.current.count === PAGES_WITHOUT_ROWS) setStoppedAt(rows);
    else {
      reads.current.count += 1;
      onEnd();
    }
  }, [atEnd, onEnd, rows]);
  if (stoppedAt !== rows || onEnd === undefined) return undefined;
  return () => {
    reads.current.count = 0;
    setStoppedAt(-1);
    onEnd();
  };
}

/** Returns whether all, some or none of the rows are selected. */
function computeOverallSelection(
  selection: Selection,
  rows: readonly RunsRow[],
): ReturnType<typeof computeRowSelection> {
  const [part = 'none', ...others] = new Set(
    rows.map((row) => computeRowSelection(selection, row)),
  );
  return others.length > 0 ? 'some' : part;
}

/** Returns the distance of an element from the top of the page, updated when content above it changes size. */
function useElementTop(element: { current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (element.current) setTop(element.current.getBoundingClientRect().top + scrollY);
    };
    measure();
    const observer = new ResizeObserver(measure);
    const page = element.current?.closest('main');
    if (page) observer.observe(page);
    return () => observer.disconnect();
  }, [element]);
  return top;
}

function Spacer({ size, columns }: { size: number; columns: number }) {
  if (size <= 0) return null;
  return (
    <tr className="spacer" aria-hidden="true" style={{ blockSize: size }}>
      <td colSpan={columns + 1} />
    </tr>
  );
}
