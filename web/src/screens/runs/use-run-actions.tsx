import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import type { RunsFilter } from '../../api/runs-filter.js';
import type { BulkAction, MyProject, Task } from '../../api/types.js';
import { useKeys } from '../../parts/use-keys.js';
import type { BulkTarget } from './bulk-target.js';
import { NOTHING, type Selection } from './selection.js';
import { SelectionBar } from './selection-bar.js';
import type { RowKey } from './use-row-keys.js';

const BulkDialog = lazy(async () => ({
  default: (await import('./bulk-dialog.js')).BulkDialog,
}));
const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.js')).ExportDialog,
}));

const NONE: readonly Task[] = [];

type Asked =
  | { kind: 'bulk'; action: BulkAction; target: BulkTarget }
  | { kind: 'export'; selected: boolean }
  | null;

/** Selection in a list, with the actions on it. `parts` contains the bar and the dialogs. */
interface RunActions {
  selection: Selection;
  select: (change: (selection: Selection) => Selection) => void;
  onKey: (key: Exclude<RowKey, 'x'>, tasks: readonly Task[]) => void;
  exportList: () => void;
  parts: ReactNode;
}

/** Returns the selection in a list with its actions. A change of the filter clears the selection. */
export function useRunActions({
  project,
  filter,
  tasks,
  onStarted,
}: {
  project: MyProject;
  filter: RunsFilter;
  tasks: readonly Task[] | undefined;
  /** Called when a bulk operation has started. */
  onStarted: (bulk: string) => void;
}): RunActions {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>(null);
  const [toBar, setToBar] = useState<object | null>(null);
  const { selection, all, select, selectAll, clear } = useSelection(filter, tasks ?? NONE);
  const chosen = (tasks ?? []).filter(({ id }) => selection.ids.has(id));
  const any = all || chosen.length > 0;
  const mayWrite = project.scopes.includes('tasks:write');
  useKeys(useMemo((): Record<string, () => void> => (any ? { Escape: clear } : {}), [any, clear]));
  useEffect(() => {
    if (toBar !== null)
      document.querySelector<HTMLElement>('.selection-bar .buttons > button')?.focus();
  }, [toBar]);
  const onKey = (key: Exclude<RowKey, 'x'>, row: readonly Task[]): void => {
    const [task, ...others] = row;
    if (task === undefined) return;
    const params = { project: project.slug, task: task.id };
    if (key === '.') {
      if (!any) select(() => ({ ids: new Set(row.map(({ id }) => id)), anchor: null }));
      setToBar({});
    } else if (key === 'r') {
      const target: BulkTarget = all
        ? { kind: 'matching', filter }
        : { kind: 'selected', tasks: any ? chosen : row };
      if (mayWrite) setAsked({ kind: 'bulk', action: 'retry', target });
    } else if (others.length > 0) return;
    else if (key === 'e') {
      if (mayWrite) void navigate({ to: '/p/$project/runs/$task/again', params });
    } else
      void navigate({
        to: '/p/$project/runs/$task',
        params,
        search: { tab: key === 'l' ? 'logs' : 'timeline' },
      });
  };
  const parts = (
    <>
      {any && (
        <SelectionBar
          project={project}
          filter={filter}
          tasks={chosen}
          all={all}
          onAll={selectAll}
          onAct={(action, target) => setAsked({ kind: 'bulk', action, target })}
          onExport={() => setAsked({ kind: 'export', selected: !all })}
          onClear={clear}
        />
      )}
      <Suspense>
        {asked?.kind === 'bulk' && (
          <BulkDialog
            project={project.id}
            action={asked.action}
            target={asked.target}
            onClose={() => setAsked(null)}
            onStarted={({ id }) => {
              setAsked(null);
              clear();
              onStarted(id);
            }}
          />
        )}
        {asked?.kind === 'export' && (
          <ExportDialog
            project={project}
            what={asked.selected ? { kind: 'selected', tasks: chosen } : { kind: 'listed', filter }}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </>
  );
  const exportList = (): void => setAsked({ kind: 'export', selected: false });
  return { selection, select, onKey, exportList, parts };
}

/** Returns the selection for a filter, and whether it contains all matching runs. */
function useSelection(
  filter: RunsFilter,
  tasks: readonly Task[],
): {
  selection: Selection;
  all: boolean;
  select: (change: (selection: Selection) => Selection) => void;
  selectAll: () => void;
  clear: () => void;
} {
  const of = JSON.stringify(filter);
  const [state, setState] = useState({ of, selection: NOTHING, all: false });
  const { selection, all } = state.of === of ? state : { selection: NOTHING, all: false };
  return useMemo(() => {
    const shown: Selection = all
      ? { ids: new Set(tasks.map(({ id }) => id)), anchor: selection.anchor }
      : selection;
    return {
      selection: shown,
      all,
      select: (change) => setState({ of, selection: change(shown), all: false }),
      selectAll: () => setState({ of, selection, all: true }),
      clear: () => setState({ of, selection: NOTHING, all: false }),
    };
  }, [of, selection, all, tasks]);
}
