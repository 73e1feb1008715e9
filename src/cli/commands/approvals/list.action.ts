import type { Approval } from '@metarun/client';
import { connect, type ConnectionOptions } from '../../toolkit/connection.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { shortId } from '../../toolkit/short-id.js';
import { getStatusFormat, getStatusMark } from '../../toolkit/status-mark.js';
import { table } from '../../toolkit/table.js';
import { measureColumns, style } from '../../toolkit/terminal.js';
import { relativeTime } from '../../toolkit/units.js';
import { findTask } from '../../toolkit/find-task.js';
import { stderr, stdout } from '../../toolkit/output.js';
import { readApprovals } from '../../toolkit/task-records.js';

interface Options extends ConnectionOptions {
  status: Approval['status'] | 'all';
  task?: string;
  limit: number;
  json?: boolean;
}

/** Minimum terminal width, in columns, for showing times. */
const COLUMNS_FOR_TIMES = 70;

export async function runList(options: Options): Promise<void> {
  const { status, task, limit, json = false } = options;
  const { client } = await connect(options);
  const filter = {
    ...(status !== 'all' && { status }),
    ...(task !== undefined && { task_id: await findTask(client, task) }),
  };
  const { items, more } = await readApprovals(client, filter, limit);
  if (json) return printJson({ approvals: items, more });
  if (items.length === 0)
    stderr.write(status === 'pending' ? 'Nothing waits for a decision.\n' : 'No approvals.\n');
  else stdout.write(formatApprovals(items));
  if (more) stderr.write('There are more: --limit 200, --json\n');
}

function formatApprovals(approvals: readonly Approval[]): string {
  const { isTTY } = stdout;
  const width = isTTY ? measureColumns(stdout) : Infinity;
  const times = width >= COLUMNS_FOR_TIMES;
  const row = (
    id: string,
    status: string,
    asked: string,
    ends: string,
    prompt: string,
  ): string[] => (times ? [id, status, asked, ends, prompt] : [id, status, prompt]);
  const rows = approvals.map(({ id, status, created_at, expires_at, prompt, task_name }) =>
    row(
      isTTY ? shortId(id) : id,
      style(getStatusFormat(status), stdout)(`${getStatusMark(status)} ${status}`),
      relativeTime(created_at),
      expires_at === null ? '' : relativeTime(expires_at),
      `${plainLine(prompt)} (${plainLine(task_name)})`,
    ),
  );
  return table(row('ID', 'STATUS', 'ASKED', 'EXPIRES', 'WHAT'), rows, width);
}
