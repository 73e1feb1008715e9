import type { MetarunClient, Task, TasksQuery } from '@metarun/client';
import { connect, type ConnectionOptions } from '../../toolkit/connection.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { shortId } from '../../toolkit/short-id.js';
import { getStatusFormat, getStatusMark } from '../../toolkit/status-mark.js';
import { buildConditions, type TaskConditions } from '../../toolkit/task-conditions.js';
import { table } from '../../toolkit/table.js';
import { measureColumns, style } from '../../toolkit/terminal.js';
import { durationText, relativeTime, tookMs } from '../../toolkit/units.js';
import { findTask, newestTasks } from '../../toolkit/find-task.js';
import { stderr, stdout } from '../../toolkit/output.js';

interface Options extends ConnectionOptions, TaskConditions {
  rerunOf?: string;
  overdue?: boolean;
  drafts?: boolean;
  order?: 'created' | 'finished';
  parent?: string;
  all?: boolean;
  limit: number;
  json?: boolean;
}

/** Minimum terminal widths, in columns, for showing times and the meta-task. */
const COLUMNS_FOR_TIMES = 60;
const COLUMNS_FOR_TYPE = 90;

export async function runList(options: Options): Promise<void> {
  const { limit, json = false } = options;
  const { client } = await connect(options);
  const filter = await buildTasksQuery(client, options);
  // One extra task shows whether the list continues.
  const tasks = await newestTasks(client, filter, limit + 1);
  const shown = tasks.slice(0, limit);
  const more = tasks.length > limit;
  if (json) return printJson({ tasks: shown, more });
  if (shown.length === 0) stderr.write('No tasks.\n');
  else stdout.write(tasksTable(shown));
  if (more) stderr.write(`There are more: --limit ${Math.min(1000, limit * 5)}\n`);
}

async function buildTasksQuery(client: MetarunClient, options: Options): Promise<TasksQuery> {
  const { parent, rerunOf, all = false, json = false } = options;
  return buildConditions(options, {
    overdue: options.overdue,
    draft: options.drafts,
    order: options.order,
    parent_id: parent === undefined ? undefined : await findTask(client, parent),
    rerun_of: rerunOf === undefined ? undefined : await findTask(client, rerunOf),
    roots: parent === undefined && !all ? true : undefined,
    fields: json ? 'all' : undefined,
  });
}

/** Returns a table with the columns that fit the terminal. Other outputs get all columns at full width. */
export function tasksTable(tasks: readonly Task[]): string {
  const { isTTY } = stdout;
  const width = isTTY ? measureColumns(stdout) : Infinity;
  const times = width >= COLUMNS_FOR_TIMES;
  const types = width >= COLUMNS_FOR_TYPE;
  const row = (
    id: string,
    status: string,
    type: string,
    made: string,
    took: string,
    name: string,
  ) => [id, status, ...(types ? [type] : []), ...(times ? [made, took] : []), name];
  const rows = tasks.map((task) =>
    row(
      isTTY ? shortId(task.id) : task.id,
      statusCell(task),
      plainLine(task.task_type),
      relativeTime(task.created_at),
      formatTaskDuration(task),
      plainLine(task.name),
    ),
  );
  return table(row('ID', 'STATUS', 'META-TASK', 'CREATED', 'TOOK', 'NAME'), rows, width);
}

function statusCell({ status, progress }: Task): string {
  const part = status === 'running' && progress > 0 ? ` ${progress} %` : '';
  return style(getStatusFormat(status), stdout)(`${getStatusMark(status)} ${status}${part}`);
}

function formatTaskDuration(task: Task): string {
  const ms = tookMs(task);
  return ms === null ? '' : durationText(ms);
}
