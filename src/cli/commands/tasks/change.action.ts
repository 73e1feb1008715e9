import { ApiError, type MetarunClient, type TaskDetail } from '@metarun/client';
import { quoted } from '../../../base/kernel/quoted.js';
import { usageError } from '../../toolkit/command-error.js';
import { connect, type ConnectionOptions } from '../../toolkit/connection.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { shortId } from '../../toolkit/short-id.js';
import { getStatusFormat, getStatusMark } from '../../toolkit/status-mark.js';
import { style } from '../../toolkit/terminal.js';
import { findTask } from '../../toolkit/find-task.js';
import { stderr, stdout } from '../../toolkit/output.js';

interface Options extends ConnectionOptions {
  json?: boolean;
  extend?: string[];
}

interface Refused {
  task: string;
  code: string;
  message: string;
}

/** Runs `metarun tasks cancel` or `retry` for each task. The exit code is 1 if any task was rejected. */
export async function runChange(
  change: 'cancel' | 'retry',
  references: readonly string[],
  { json = false, extend = [], ...options }: Options,
): Promise<void> {
  const extension = parseExtensions(extend);
  const { client } = await connect(options);
  const ids: string[] = [];
  // All references are resolved before any task is changed.
  for (const reference of references) ids.push(await findTask(client, reference));
  const tasks: TaskDetail[] = [];
  const refused: Refused[] = [];
  for (const id of new Set(ids)) {
    const done = await changed(client, change, id, extension);
    if ('code' in done) refused.push(done);
    else tasks.push(done);
  }
  if (refused.length > 0) process.exitCode = EXIT.failed;
  if (json) return printJson({ tasks, refused });
  for (const task of tasks) stdout.write(formatChangedTask(task, change));
  for (const { task, message } of refused)
    stderr.write(`${style('red', stderr)(shortId(task))}  ${message}\n`);
}

/** Returns the limits to extend, which the server validates; null if none are given. */
function parseExtensions(given: readonly string[]): Record<string, number> | null {
  if (given.length === 0) return null;
  const entries = given.map((text): [string, number] => {
    const [name = '', value = ''] = text.split(/=(.*)/s);
    if (value.trim() === '' || !Number.isFinite(Number(value)))
      throw usageError(
        `--extend takes a limit and a number, not ${quoted(text)}.`,
        'Give it as max_tokens=100000.',
        'cli-tasks.md#logs-cancel-retry',
      );
    return [name, Number(value)];
  });
  return Object.fromEntries(entries);
}

async function changed(
  client: MetarunClient,
  change: 'cancel' | 'retry',
  id: string,
  extend: Record<string, number> | null,
): Promise<TaskDetail | Refused> {
  try {
    if (change === 'cancel') return await client.tasks.cancel(id);
    return await client.tasks.retry(id, extend === null ? {} : { extend });
  } catch (error) {
    // The rejection of one task does not affect the others.
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 404)) throw error;
    return { task: id, code: error.code, message: error.detail };
  }
}

function formatChangedTask(task: TaskDetail, change: 'cancel' | 'retry'): string {
  const { status } = task;
  const stops = change === 'cancel' && (status === 'running' || status === 'waiting');
  const text = stops ? `${status}, is being stopped` : status;
  const painted = style(getStatusFormat(status), stdout)(`${getStatusMark(status)} ${text}`);
  return `${shortId(task.id)}  ${plainLine(task.name)}  ${painted}\n`;
}
