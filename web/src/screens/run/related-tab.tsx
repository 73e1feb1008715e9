import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type TasksFilter, tasksQuery } from '../../api/related-runs.js';
import type { RunsFilter } from '../../api/runs-filter.js';
import type { Run, Task } from '../../api/types.js';
import { Card } from '../../parts/card.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Skeleton } from '../../parts/skeleton.js';
import { TaskList } from '../../parts/task-list.js';
import { texts } from '../../texts/en.js';
import { runTexts } from '../../texts/en/run.js';
import type { Subject } from './subject.js';

const { related: words } = runTexts;
const SHOWN = 20;

/**
 * Runs related to a run: its parent and children, its reruns, those of the same schedule, and those with the same
 * error.
 */
export function RelatedTab({ subject: { project, run } }: { subject: Subject }) {
  const groups = listRelatedGroups(run);
  const lists = useQueries({
    queries: groups.map(({ filter }) => tasksQuery(project.id, filter, SHOWN + 1)),
  });
  const found = groups.flatMap(({ title, keeps, search }, index) => {
    const tasks = (lists[index]?.data ?? []).filter((task) => task.id !== run.id && keeps(task));
    return tasks.length === 0 ? [] : [{ title, tasks, search }];
  });
  const failed = lists.find(({ isError }) => isError);
  const pending = lists.some(({ isPending }) => isPending);
  if (found.length === 0 && failed === undefined)
    return pending ? (
      <Skeleton label={texts.run.loadingMore} />
    ) : (
      <p className="quiet">{words.none}</p>
    );
  return (
    <div className="related">
      {failed !== undefined && (
        <ErrorNote
          error={failed.error}
          onRetry={() => {
            for (const list of lists) if (list.isError) void list.refetch();
          }}
        />
      )}
      {found.map(({ title, tasks, search }) => (
        <Card key={title} title={title}>
          <TaskList tasks={tasks.slice(0, SHOWN)} project={project.slug} />
          {tasks.length > SHOWN && (
            <p className="quiet">
              <Link to="/p/$project/runs" params={{ project: project.slug }} search={search}>
                {words.more}
              </Link>
            </p>
          )}
        </Card>
      ))}
    </div>
  );
}

interface Group {
  title: string;
  filter: TasksFilter;
  keeps: (task: Task) => boolean;
  /** Filter that shows the same runs in the list of runs. */
  search: RunsFilter;
}

function toRunsFilter({
  task_type: type,
  status,
  error_code: error,
  ...by
}: TasksFilter): RunsFilter {
  return {
    ...(type !== undefined && { type }),
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
    ...(by.parent_id !== undefined && { parent: by.parent_id }),
    ...(by.schedule_id !== undefined && { schedule: by.schedule_id }),
  };
}

function listRelatedGroups(run: Run): Group[] {
  const all = (_: Task): boolean => true;
  const group = (title: string, filter: TasksFilter, keeps = all): Group => ({
    title,
    filter,
    keeps,
    search: toRunsFilter(filter),
  });
  const groups = [
    group(words.children, { parent_id: run.id }),
    group(words.reruns, { rerun_of: run.id }),
  ];
  if (run.rerun_of !== null) groups.unshift(group(words.rerunOf, { id: run.rerun_of }));
  if (run.root_id !== null && run.root_id !== run.parent_id)
    groups.unshift(group(words.root, { id: run.root_id }));
  if (run.parent_id !== null) groups.unshift(group(words.parent, { id: run.parent_id }));
  if (run.schedule_id !== null)
    groups.push(group(words.schedule, { schedule_id: run.schedule_id }));
  if (run.error_code !== null && run.status === 'failed')
    groups.push(
      group(
        words.sameError,
        { task_type: run.task_type, error_code: run.error_code, status: 'failed' },
        (task) => task.error_message === run.error_message,
      ),
    );
  return groups;
}
