import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Link } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Task } from '../../api/types.js';
import { Status } from '../../parts/status.js';
import { useKeys } from '../../parts/use-keys.js';
import { UserText } from '../../parts/user-text.js';
import { useNow, When } from '../../parts/when.js';
import { texts } from '../../texts/en.js';
import { duration } from '../../texts/en/format.js';
import { foldedRows, type RunsRow } from './folded.js';
import { Matter, StartedBy } from './run-cells.js';

const SKELETONS = 12;
const ROW = 36;
const OVERSCAN = 12;
const { columns } = texts.run;
const NONE: ReadonlySet<string> = new Set();

/** The list, of which only the rows are rendered that can be seen; null while it is read for the first time. */
export function RunsTable({
  tasks,
  folds = false,
  onEnd,
}: {
  tasks: readonly Task[] | null;
  /** True where neighbours that are the same are one row. */
  folds?: boolean;
  /** The last rows can be seen. */
  onEnd?: () => void;
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
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    if (body.current) setMargin(body.current.getBoundingClientRect().top + scrollY);
  }, []);
  // No compiler memoizes this component.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin: margin,
  });
  useRowKeys(rows.length, body, (index) => virtual.scrollToIndex(index));
  const items = virtual.getVirtualItems();
  const [before, after] = [
    (items[0]?.start ?? margin) - margin,
    virtual.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin),
  ];
  const atEnd = (items.at(-1)?.index ?? 0) >= rows.length - 1;
  useEffect(() => {
    if (atEnd && rows.length > 0) onEnd?.();
  }, [atEnd, onEnd, rows.length]);
  const toggle = (key: string): void =>
    setOpen((known) => {
      const next = new Set(known);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  // Said, since on a narrow screen rows are no rows of a table to the browser.
  return (
    <table
      role="table"
      className="runs"
      aria-label={texts.run.list}
      aria-busy={tasks === null}
      aria-rowcount={rows.length + 1}
    >
      <thead role="rowgroup">
        <tr role="row">
          {Object.entries(columns).map(([name, text]) => (
            <th key={name} role="columnheader" scope="col" className={`cell-${name}`}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={body}>
        {tasks === null
          ? Array.from({ length: SKELETONS }, (_, index) => <SkeletonRow key={index} />)
          : null}
        <Spacer size={before} />
        {items.map(({ index, key }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const place = { index, measure: virtual.measureElement };
          return row.kind === 'run' ? (
            <Row key={key} task={row.task} {...place} />
          ) : (
            <SameRow
              key={key}
              tasks={row.tasks}
              open={open.has(row.key)}
              onToggle={() => toggle(row.key)}
              {...place}
            />
          );
        })}
        <Spacer size={after} />
      </tbody>
    </table>
  );
}

/** `j` and `k` go from row to row; `o` opens one in a new tab. */
function useRowKeys(
  count: number,
  body: { current: HTMLElement | null },
  show: (index: number) => void,
): void {
  const at = useRef(-1);
  const [wanted, setWanted] = useState<{ index: number } | null>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      const row = target instanceof Element ? target.closest('[data-index]') : null;
      if (row) at.current = Number(row.getAttribute('data-index'));
    };
    const element = body.current;
    element?.addEventListener('focusin', onFocus);
    return () => element?.removeEventListener('focusin', onFocus);
  }, [body]);
  useEffect(() => {
    if (wanted === null) return;
    show(wanted.index);
    // The row may come with the next rendering only.
    const frame = requestAnimationFrame(() =>
      body.current
        ?.querySelector<HTMLElement>(`[data-index="${wanted.index}"] :is(a, button)`)
        ?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted]);
  useKeys(
    useMemo(() => {
      const go = (by: number): void => {
        at.current = Math.max(0, Math.min(count - 1, at.current + by));
        setWanted({ index: at.current });
      };
      return {
        j: () => go(1),
        k: () => go(-1),
        o: () => {
          const { activeElement: element } = document;
          if (element instanceof HTMLAnchorElement && element.closest('[data-index]'))
            window.open(element.href, '_blank', 'noopener');
        },
      };
    }, [count]),
  );
}

interface Place {
  index: number;
  measure: (element: Element | null) => void;
}

function Spacer({ size }: { size: number }) {
  if (size <= 0) return null;
  return (
    <tr className="spacer" aria-hidden="true" style={{ blockSize: size }}>
      <td colSpan={7} />
    </tr>
  );
}

function SkeletonRow() {
  return (
    <tr className="skeleton" aria-hidden="true">
      <td colSpan={7}>
        <span />
      </td>
    </tr>
  );
}

function Row({ task, index, measure }: { task: Task } & Place) {
  return (
    <tr role="row" data-id={task.id} data-index={index} ref={measure} aria-rowindex={index + 2}>
      <td role="cell" className="cell-status">
        <Status of={task.status} />
      </td>
      <td role="cell" className="cell-name">
        <Link from="/p/$project/runs" to="/p/$project/runs/$task" params={{ task: task.id }}>
          <UserText>{task.name}</UserText>
        </Link>
      </td>
      <td role="cell" className="cell-type">
        {task.task_type}
        {task.task_type_version !== undefined && ` v${task.task_type_version}`}
      </td>
      <td role="cell" className="cell-matter">
        <Matter task={task} />
      </td>
      <td role="cell" className="cell-by">
        <StartedBy task={task} />
      </td>
      <td role="cell" className="cell-took">
        <Took task={task} />
      </td>
      <td role="cell" className="cell-created">
        <When time={task.created_at} />
      </td>
    </tr>
  );
}

function SameRow({
  tasks,
  open,
  onToggle,
  index,
  measure,
}: { tasks: readonly Task[]; open: boolean; onToggle: () => void } & Place) {
  const [first] = tasks;
  const last = tasks.at(-1);
  if (first === undefined || last === undefined) return null;
  return (
    <tr role="row" className="same" data-index={index} ref={measure} aria-rowindex={index + 2}>
      <td role="cell" className="cell-status">
        <Status of={first.status} />
      </td>
      <td role="cell" className="cell-name" colSpan={5}>
        <button type="button" className="plain" aria-expanded={open} onClick={onToggle}>
          {open ? '▾' : '▸'} {texts.run.moreLikeIt(tasks.length, first.task_type)}
        </button>
      </td>
      <td role="cell" className="cell-created">
        <When time={last.created_at} />
      </td>
    </tr>
  );
}

function Took({ task: { started_at: started, finished_at: finished, status } }: { task: Task }) {
  const now = useNow();
  if (started === null || (finished === null && status !== 'running')) return null;
  const end = finished === null ? now : Date.parse(finished);
  return <>{duration(Math.max(0, end - Date.parse(started)))}</>;
}
