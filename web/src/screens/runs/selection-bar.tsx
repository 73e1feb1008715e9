import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_TASKS, previewQuery } from '../../api/bulk.js';
import { toFilterConditions, type RunsFilter } from '../../api/runs-filter.js';
import type { BulkAction, MyProject, Task } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { listTexts } from '../../texts/en/runs.js';
import { type BulkTarget, matchingFilter } from './bulk-target.js';

const words = listTexts.selection;
const ACTIONS = ['retry', 'rerun', 'cancel'] as const satisfies readonly BulkAction[];

/** Bar with the number of selected runs and the actions on them. */
export function SelectionBar({
  project,
  filter,
  tasks,
  all,
  onAll,
  onAct,
  onExport,
  onClear,
}: {
  project: MyProject;
  filter: RunsFilter;
  /** Selected runs that are loaded. */
  tasks: readonly Task[];
  /** True if all matching runs are selected, loaded or not. */
  all: boolean;
  onAll: () => void;
  onAct: (action: BulkAction, target: BulkTarget) => void;
  onExport: () => void;
  onClear: () => void;
}) {
  const target: BulkTarget = all ? { kind: 'matching', filter } : { kind: 'selected', tasks };
  // Bulk operations cannot filter by slow runs or drafts.
  const offersAll =
    filter.slow === undefined && filter.drafts === undefined && matchingFilter(filter) !== null;
  return (
    <div className="selection-bar" role="region" aria-label={words.label}>
      <p>
        <strong role="status">
          {all ? <AllCount project={project.id} filter={filter} /> : words.count(tasks.length)}
        </strong>
        {!all && offersAll && (
          <>
            {' '}
            {words.or}{' '}
            <button type="button" className="plain" onClick={onAll}>
              {words.all}
            </button>
          </>
        )}
      </p>
      <div className="buttons">
        {project.scopes.includes('tasks:write') &&
          ACTIONS.map((action) => (
            <button
              key={action}
              type="button"
              className={action === 'cancel' ? 'danger' : undefined}
              onClick={() => onAct(action, target)}
            >
              {words[action]}
            </button>
          ))}
        <button type="button" onClick={onExport}>
          {words.export}
        </button>
        <button type="button" onClick={onClear}>
          {words.clear} <kbd>Esc</kbd>
        </button>
      </div>
    </div>
  );
}

/** Number of all matching runs, counted once when the selection is made. */
function AllCount({ project, filter }: { project: string; filter: RunsFilter }) {
  const [conditions] = useState(() =>
    toFilterConditions(matchingFilter(filter) ?? filter, Date.now()),
  );
  const { data, error } = useQuery(previewQuery(project, conditions));
  if (error !== null) return <ErrorNote error={error} />;
  if (data === undefined) return words.counting;
  return data.more ? words.tooMany(MAX_TASKS) : words.allOf(data.total);
}
