import type { MouseEvent } from 'react';
import type { Task } from '../../api/types.js';
import { Status } from '../../parts/status.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts } from '../../texts/en.js';
import { listTexts } from '../../texts/en/runs.js';
import { cellClass, type Column } from './columns.js';
import { Cell } from './run-cells.js';

/** Properties of all kinds of rows, including the index and the selection. */
export interface RowProps {
  index: number;
  measure: (element: Element | null) => void;
  columns: readonly Column[];
  selected: 'all' | 'some' | 'none';
  /** `extend` also selects the rows between the anchor and this row. */
  onSelect: (extend: boolean) => void;
}

export function RunRow({ task, columns, ...row }: RowProps & { task: Task }) {
  return (
    <tr role="row" data-id={task.id} {...buildRowAttributes(row)}>
      <SelectCell {...row} label={listTexts.select(visibleText(task.name))} />
      {columns.map((column) => (
        <td key={column} role="cell" className={cellClass(column)}>
          <Cell column={column} task={task} />
        </td>
      ))}
    </tr>
  );
}

/** Row of folded runs that are like the run above. */
export function SameRow({
  tasks,
  open,
  onToggle,
  columns,
  ...row
}: RowProps & { tasks: readonly Task[]; open: boolean; onToggle: () => void }) {
  const [first] = tasks;
  const last = tasks.at(-1);
  if (first === undefined || last === undefined) return null;
  const label = texts.run.moreLikeIt(tasks.length, first.task_type);
  const hasTime = columns.at(-1) === 'created';
  return (
    <tr role="row" {...buildRowAttributes(row)} className="same">
      <SelectCell {...row} label={listTexts.select(label)} />
      <td role="cell" className="cell-status">
        <Status of={first.status} />
      </td>
      <td role="cell" className="cell-name" colSpan={columns.length - (hasTime ? 2 : 1)}>
        <button type="button" className="plain" aria-expanded={open} onClick={onToggle}>
          {open ? '▾' : '▸'} {label}
        </button>
      </td>
      {hasTime && (
        <td role="cell" className="cell-created">
          <When time={last.created_at} />
        </td>
      )}
    </tr>
  );
}

/** Placeholder for a run that is still loading. */
export function SkeletonRow({ columns }: { columns: number }) {
  return (
    <tr className="skeleton" aria-hidden="true">
      <td colSpan={columns + 1}>
        <span />
      </td>
    </tr>
  );
}

function buildRowAttributes({ index, measure, selected }: Omit<RowProps, 'columns' | 'onSelect'>) {
  return {
    'data-index': index,
    ref: measure,
    'aria-rowindex': index + 2,
    'aria-selected': selected === 'all',
  };
}

function SelectCell({
  label,
  selected,
  onSelect,
}: Pick<RowProps, 'selected' | 'onSelect'> & { label: string }) {
  return (
    <td role="cell" className="cell-select">
      <SelectBox label={label} selected={selected} onClick={({ shiftKey }) => onSelect(shiftKey)} />
    </td>
  );
}

/** Checkbox that can be partly selected. */
export function SelectBox({
  label,
  selected,
  onClick,
}: {
  label: string;
  selected: RowProps['selected'];
  onClick: (event: MouseEvent) => void;
}) {
  return (
    <label>
      <input
        type="checkbox"
        aria-label={label}
        checked={selected === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = selected === 'some';
        }}
        onClick={onClick}
        // The state is derived from the selection.
        onChange={() => undefined}
      />
    </label>
  );
}
