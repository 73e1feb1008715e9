import { ownCommand } from '../../../base/config/own-command.js';
import { answerOf, type components } from '@metarun/client';
import { idCell, timeCell } from '../../toolkit/api/print.js';
import { type ApiOptions, session } from '../../toolkit/api/session.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { getStatusFormat, getStatusMark } from '../../toolkit/status-mark.js';
import { table } from '../../toolkit/table.js';
import { measureColumns, style } from '../../toolkit/terminal.js';
import { countText, durationText, relativeTime } from '../../toolkit/units.js';
import { stdout } from '../../toolkit/output.js';

type Now = components['schemas']['NowDto'];

/** Prints what needs attention, grouped by kind, or a single line if nothing does. */
export async function runNow(options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const now = answerOf(
    await api.GET('/external/v1/projects/{project_id}/now', { params: { path } }),
  );
  if (options.json) return printJson(now);
  const parts = [
    stuck(now),
    failing(now),
    slow(now),
    approvals(now),
    schedules(now),
    webhooks(now),
  ];
  const shown = parts.filter((part) => part !== '');
  stdout.write(`${summary(now)}\n`);
  if (shown.length === 0) stdout.write('Nothing needs attention.\n');
  for (const part of shown) stdout.write(`\n${part}`);
}

function summary({ counts, slots, agent_slots: agents, oldest_pending: oldest }: Now): string {
  const since =
    oldest === null
      ? ''
      : `, the oldest for ${durationText(oldest.age_ms)}${
          oldest.pending === null ? '' : ` (${oldest.pending.reason.replaceAll('_', ' ')})`
        }`;
  return [
    `${counts.running} running, ${slots.used} of ${slots.of} slots of the server in use${agents.used === 0 ? '' : `, and ${agents.used} of ${agents.of} for agents`}`,
    `${counts.pending} pending${since}`,
    `${counts.waiting} waiting`,
  ].join('; ');
}

/** Describes the oldest task that is due and does not run although slots are free. */
function stuck({ oldest_pending: oldest }: Now): string {
  const message = oldest?.pending?.reason === 'no_process' ? oldest.pending.message : null;
  return oldest === null || message === null
    ? ''
    : `Waiting for a process: ${plainLine(message)} ${idCell(oldest.task_id)}  ${plainLine(oldest.name)}\n`;
}

function failing({ failing: all }: Now): string {
  return section(
    'Failing',
    ['META-TASK', 'FAILED', 'SINCE', 'VERSION', 'LAST', 'RUNS', 'ERROR'],
    all.map((one) => [
      plainLine(one.task_type),
      String(one.count),
      relativeTime(one.since),
      one.first_version === one.last_version
        ? `v${one.last_version}`
        : `v${one.first_version} to v${one.last_version}`,
      idCell(one.last_task_id),
      bars(one.runs),
      plainLine([one.error_code, one.error_message].filter((part) => part !== null).join(': ')),
    ]),
  );
}

function slow({ slow: all }: Now): string {
  return section(
    'Slower than usual',
    ['ID', 'META-TASK', 'PHASE', 'NAME'],
    all.map((task) => [
      idCell(task.id),
      plainLine(task.task_type),
      plainLine(task.current_phase ?? ''),
      plainLine(task.name),
    ]),
  );
}

function approvals({ approvals: { pending, next_expiry: next } }: Now): string {
  if (pending === 0) return '';
  const expires = next === null ? '' : `, the first expires ${relativeTime(next)}`;
  return `${countText(pending, 'decision')} to take${expires}: ${ownCommand('approvals list')}\n`;
}

function schedules({ schedules: all }: Now): string {
  return section(
    'Schedules',
    ['NEXT', 'META-TASK', 'RUNS', 'NAME', 'TROUBLE'],
    all.map((one) => [
      one.paused ? 'paused' : timeCell(one.next_at),
      plainLine(one.task_type_identifier),
      bars(one.runs),
      plainLine(one.name),
      plainLine(one.pause_reason ?? one.last_error ?? ''),
    ]),
  );
}

function webhooks({ webhooks: { failing: bad, disabled } }: Now): string {
  const parts = [
    ...(bad === 0 ? [] : [`${countText(bad, 'webhook')} failing`]),
    ...(disabled === 0 ? [] : [`${disabled} disabled by the server`]),
  ];
  return parts.length === 0 ? '' : `${parts.join(', ')}: ${ownCommand('webhooks list')}\n`;
}

/** Returns a row of status marks, newest last. */
function bars(runs: readonly { status: string }[]): string {
  return runs
    .map(({ status }) => style(getStatusFormat(status), stdout)(getStatusMark(status)))
    .toReversed()
    .join('');
}

function section(heading: string, columns: readonly string[], rows: string[][]): string {
  if (rows.length === 0) return '';
  const width = stdout.isTTY ? measureColumns(stdout) : Infinity;
  return `${heading}\n${table(columns, rows, width)}`;
}
