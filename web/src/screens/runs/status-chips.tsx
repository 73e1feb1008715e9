import { type RunsFilter, parseFilterStatuses } from '../../api/runs-filter.js';
import { STATUSES, type TaskStatus } from '../../api/types.js';
import { texts } from '../../texts/en.js';
import { number } from '../../texts/en/format.js';
import { listTexts } from '../../texts/en/runs.js';
import type { Counts } from './histogram-range.js';

/** Toggle buttons that filter by status, with the number of runs of each status. */
export function StatusChips({
  filter,
  counts,
  onChange,
}: {
  filter: RunsFilter;
  counts: Counts | null;
  onChange: (filter: RunsFilter) => void;
}) {
  const chosen = parseFilterStatuses(filter);
  const toggle = (status: TaskStatus): void => {
    const next = STATUSES.filter((one) => (one === status) !== chosen.includes(one));
    const { status: _, ...others } = filter;
    onChange(next.length === 0 ? others : { ...others, status: next.join() });
  };
  return (
    <div className="chips" role="group" aria-label={listTexts.chips.label}>
      {STATUSES.map((status) => {
        const word = texts.run.status[status];
        const on = chosen.includes(status);
        return (
          <button
            key={status}
            type="button"
            className="status-chip"
            aria-pressed={on}
            aria-label={listTexts.chips.one(word, counts === null ? null : counts[status])}
            onClick={() => toggle(status)}
          >
            <span className={`status status-${status}`}>
              <span className="mark" aria-hidden="true" />
              {word}
            </span>{' '}
            {counts !== null && <span className="quiet">{number(counts[status])}</span>}
            {on && <span aria-hidden="true"> ✕</span>}
          </button>
        );
      })}
    </div>
  );
}
