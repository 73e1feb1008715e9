import {
  answerOf,
  type Approval,
  type MetarunClient,
  type Task,
  type TaskDetail,
  type TaskStep,
} from '@metarun/client';
import { connect, type ConnectionOptions } from '../../toolkit/connection.js';
import { plainLine, plainText } from '../../toolkit/plain-text.js';
import { printJson, shownJson } from '../../toolkit/print-json.js';
import { shortId } from '../../toolkit/short-id.js';
import { getStatusFormat, getStatusMark } from '../../toolkit/status-mark.js';
import { table } from '../../toolkit/table.js';
import { measureColumns, style } from '../../toolkit/terminal.js';
import { usedOfModels } from '../../toolkit/task-view/model-usage.js';
import { bytesText, durationText, relativeTime, tookMs } from '../../toolkit/units.js';
import { findTask } from '../../toolkit/find-task.js';
import { readApprovals, readSteps } from '../../toolkit/task-records.js';
import { adviceFor } from './task-advice.js';
import { stdout } from '../../toolkit/output.js';

/** Maximum number of steps that are read. */
const MOST_STEPS = 1000;
/** Maximum number of steps and of children shown. */
const MOST_ROWS = 50;

interface Shown {
  task: TaskDetail;
  steps: TaskStep[];
  children: Pick<Task, 'id' | 'status' | 'task_type' | 'name' | 'error_message'>[];
  approvals: Approval[];
}

export async function runShow(
  reference: string,
  { json = false, ...options }: ConnectionOptions & { json?: boolean },
): Promise<void> {
  const { client } = await connect(options);
  const shown = await read(client, await findTask(client, reference));
  if (json) return printJson({ ...shown.task, ...shown, task: undefined });
  stdout.write(formatTask(shown));
}

async function read(client: MetarunClient, id: string): Promise<Shown> {
  const path = { project_id: client.project, task_id: id };
  const [task, steps, tree, approvals] = await Promise.all([
    client.tasks.get(id),
    readSteps(client, id, MOST_STEPS),
    client.api.GET('/external/v1/projects/{project_id}/tasks/{task_id}/tree', { params: { path } }),
    readApprovals(client, { task_id: id }),
  ]);
  const below = answerOf(tree).tasks.filter((child) => child.parent_id === id);
  return { task, steps, children: below, approvals: approvals.items };
}

function formatTask({ task, steps, children, approvals }: Shown): string {
  const parts = [
    formatTaskHead(task),
    section('params', isEmpty(task.params) ? '' : shownJson(task.params, '  ')),
    section('result', task.result === null ? '' : shownJson(task.result, '  ')),
    formatTaskError(task),
    section('steps', formatRows(steps.map(stepRow), ['STEP', 'STATUS', 'TOOK', 'NAME'])),
    section('children', formatRows(children.map(childRow), ['ID', 'STATUS', 'META-TASK', 'NAME'])),
    section('approvals', approvals.map(approvalLine).join('')),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function formatTaskHead(task: TaskDetail): string {
  const status = style(getStatusFormat(task.status), stdout);
  const phase = task.current_phase === null ? '' : `, ${plainLine(task.current_phase)}`;
  const part = task.status === 'running' && task.progress > 0 ? ` ${task.progress} %` : '';
  const rows: [string, string | null][] = [
    ['id', task.id],
    ['status', `${status(`${getStatusMark(task.status)} ${task.status}`)}${part}${phase}`],
    ['meta-task', `${plainLine(task.task_type)}, version ${task.task_type_version}`],
    ['created', `${relativeTime(task.created_at)} (${task.created_at})`],
    ['took', formatTaskDuration(task)],
    ['attempt', task.max_attempts > 1 ? `${task.attempt} of ${task.max_attempts}` : null],
    ['runs', task.status === 'pending' && isLater(task.run_at) ? relativeTime(task.run_at) : null],
    ['used', usedBy(task)],
    ['models', usedOfModels(task)],
    ['left', task.eta_seconds === null ? null : `about ${durationText(task.eta_seconds * 1000)}`],
    ['waits for', waitsFor(task)],
    ['held by', heldBy(task)],
    ['made by', madeBy(task)],
    ['again of', task.rerun_of],
    ['ended by', formatActorName(task.cancelled_by)],
    ['retried by', formatActorName(task.retried_by)],
    ['parent', task.parent_id],
  ];
  const bold = style('bold', stdout);
  const lines = rows.flatMap(([name, value]) =>
    value === null ? [] : [`${name.padEnd(10)} ${value}\n`],
  );
  return `${bold(plainLine(task.name))}\n${lines.join('')}`;
}

function formatTaskDuration(task: TaskDetail): string | null {
  const ms = tookMs(task);
  if (ms === null) return null;
  return `${durationText(ms)}${task.finished_at === null ? ' so far' : ''}`;
}

function usedBy({ cpu_ms, peak_memory_bytes }: TaskDetail): string | null {
  const parts = [
    cpu_ms === null ? null : `${durationText(cpu_ms)} of CPU`,
    peak_memory_bytes === null ? null : `${bytesText(peak_memory_bytes)} of memory`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

function waitsFor({ waiting_on }: TaskDetail): string | null {
  const parts = waiting_on.map(
    ({ kind, name, until }) =>
      `${kind === name ? kind : `${kind} ${JSON.stringify(plainLine(name))}`}${until === null ? '' : `, ${relativeTime(until)} at the latest`}`,
  );
  return parts.length === 0 ? null : parts.join('; ');
}

/** Returns the reason why a due task is not running yet. */
function heldBy({ pending }: TaskDetail): string | null {
  if (pending === null) return null;
  const { reason, limit, key, ahead, message } = pending;
  const before = ahead === null || ahead === 0 ? '' : `, ${ahead} ahead of it`;
  if (reason === 'no_worker') return 'the pause of the installation';
  if (reason === 'no_process')
    return `a process, which could not be started: ${plainLine(message ?? '')}`;
  if (reason === 'queue') return `the queue${before}`;
  if (reason !== 'concurrency_limit') return null;
  const which = key === null ? '' : ` for ${plainLine(key)}`;
  return `a limit of ${limit ?? '?'} at once${which}${before}`;
}

/** Returns the name of the user or API key that created a task. Parent tasks and schedules have their own rows. */
function madeBy({ created_by: by }: TaskDetail): string | null {
  if (by?.kind === 'schedule') return `schedule ${by.id}`;
  return formatActorName(by);
}

function formatActorName(actor: TaskDetail['created_by']): string | null {
  return actor?.name == null ? null : plainLine(actor.name);
}

function formatTaskError(task: TaskDetail): string {
  if (task.error_code === null) return '';
  const red = style('red', stdout);
  const stack = plainText(task.error_stack ?? '').trimEnd();
  const advice = adviceFor(task);
  const lines = [
    `${red('error')}  ${task.error_code}`,
    ...plainText(task.error_message ?? '').split('\n'),
    ...(stack === '' ? [] : stack.split('\n')),
  ];
  const fix = advice === null ? '' : `  fix:  ${advice}\n`;
  return `${lines.map((line, index) => `${index === 0 ? '' : '  '}${line}\n`).join('')}${fix}`;
}

function stepRow({ kind, status, duration_ms, name, error }: TaskStep): string[] {
  const why = error === null ? '' : `: ${plainLine(error.message)}`;
  const took = duration_ms === null ? '' : durationText(duration_ms);
  return [kind, `${getStatusMark(status)} ${status}`, took, plainLine(name) + why];
}

function childRow({
  id,
  status,
  task_type,
  name,
  error_message,
}: Shown['children'][number]): string[] {
  const why = error_message === null ? '' : `: ${plainLine(error_message)}`;
  return [
    shortId(id),
    `${getStatusMark(status)} ${status}`,
    plainLine(task_type),
    plainLine(name) + why,
  ];
}

function approvalLine({ id, status, prompt, decided_by, comment }: Approval): string {
  const who = decided_by === null ? '' : ` by ${plainLine(decided_by)}`;
  const said = comment === null ? '' : `: ${plainLine(comment)}`;
  const painted = style(getStatusFormat(status), stdout)(`${getStatusMark(status)} ${status}`);
  return `  ${painted}${who}${said}  ${plainLine(prompt)}\n    ${id}\n`;
}

function formatRows(rows: readonly string[][], headings: readonly string[]): string {
  if (rows.length === 0) return '';
  const width = stdout.isTTY ? measureColumns(stdout) - 2 : Infinity;
  const left = rows.length - MOST_ROWS;
  const text = table(headings, rows.slice(0, MOST_ROWS), width);
  const more = left > 0 ? `… ${left} more: --json shows all\n` : '';
  return (text + more).replaceAll(/^(?=.)/gm, '  ');
}

function section(title: string, body: string): string {
  return body === '' ? '' : `${style('bold', stdout)(title)}\n${body}`;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function isLater(iso: string): boolean {
  return Date.parse(iso) > Date.now();
}
