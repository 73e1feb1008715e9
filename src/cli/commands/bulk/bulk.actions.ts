import { setTimeout as delay } from 'node:timers/promises';
import { answerOf, type components } from '@metarun/client';
import { readPages } from '../../toolkit/api/all-pages.js';
import { findOne } from '../../toolkit/api/find-one.js';
import { idCell, printDone, printList, printOne, timeCell } from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, type Session, session } from '../../toolkit/api/session.js';
import { CommandError, usageError } from '../../toolkit/command-error.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { buildConditions, type TaskConditions } from '../../toolkit/task-conditions.js';
import { countText } from '../../toolkit/units.js';
import { stderr, stdout } from '../../toolkit/output.js';

type Detail = components['schemas']['BulkDetailDto'];
type Filter = components['schemas']['TaskFilterQuery'];
type Action = Detail['action'];

const BULK = '/external/v1/projects/{project_id}/bulk';
const START = '/external/v1/projects/{project_id}/tasks/bulk';
/** Polling interval, in ms. */
const POLL_MS = 300;
/** Number of recent operations that are searched for a part of an id. */
const LOOKED_AT = 200;

interface StartOptions extends ApiOptions, TaskConditions {
  ids?: string[];
  all?: boolean;
  taskVersion?: 'same' | 'current';
  wait: boolean;
}

const QUESTIONS: Record<Action, string> = {
  cancel: 'Cancel',
  retry: 'Retry',
  rerun: 'Make again',
};

/**
 * Asks for confirmation with the number of tasks and sends that number. If the number has changed, the server does
 * nothing.
 */
export async function start(action: Action, options: StartOptions): Promise<void> {
  const { ids, taskVersion, wait } = options;
  const { api, path } = await session(options);
  const filter = buildFilter(options);
  if (ids !== undefined && Object.keys(filter).some((name) => name !== 'roots'))
    throw usageError('--ids goes with no other condition.', 'Give one or the other.', DOCS);
  if (ids === undefined && Object.keys(filter).every((name) => name === 'roots'))
    throw usageError('No condition is given.', 'Give --status, --type, --ids or another.', DOCS);
  const count = ids === undefined ? await countTasks({ api, path }, filter) : ids.length;
  if (count === 0)
    throw new CommandError('No task matches.', { code: 'no_task', exit: EXIT.failed });
  await confirmed(`${QUESTIONS[action]} ${countText(count, 'task')}?`, options);
  const body = {
    action,
    ...(ids === undefined ? { filter, expected: count } : { ids }),
    ...(action === 'rerun' && taskVersion !== undefined && { version: taskVersion }),
  };
  const { id } = answerOf(await api.POST(START, { params: { path }, body }));
  const detail = wait ? await ended({ api, path }, id) : await read({ api, path }, id);
  if (detail.refused_count > 0) process.exitCode = EXIT.failed;
  if (options.json) return printJson(detail);
  stdout.write(`${summary(detail)}\n`);
  printRefused(detail);
}

const DOCS = 'bulk.md#from-a-terminal';

export async function list(options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const operations = answerOf(await api.GET(BULK, { params: { path } }));
  printList(
    'operations',
    operations,
    {
      ID: ({ id }) => idCell(id),
      ACTION: ({ action }) => action,
      STATE: ({ state }) => state,
      DONE: ({ done, total }) => `${done} of ${total}`,
      REFUSED: ({ refused_count }) => refused_count,
      BEGUN: ({ created_at }) => timeCell(created_at),
      BY: ({ created_by }) => created_by?.name ?? '',
    },
    options,
  );
}

export async function show(reference: string, options: ApiOptions): Promise<void> {
  const own = await session(options);
  const one = await read(own, await found(own, reference));
  printOne(
    one,
    {
      id: one.id,
      action: one.action,
      version: one.action === 'rerun' ? one.version : null,
      state: one.state,
      done: `${one.done} of ${one.total}`,
      refused: one.refused_count,
      begun: one.created_at,
      by: one.created_by?.name ?? null,
      ended: one.finished_at,
    },
    options,
  );
  if (!options.json) printRefused(one);
}

export async function stop(reference: string, options: ApiOptions): Promise<void> {
  const own = await session(options);
  const params = { path: { ...own.path, bulk_id: await found(own, reference) } };
  const one = answerOf(await own.api.POST(`${BULK}/{bulk_id}/stop`, { params }));
  printDone(`${idCell(one.id)} is ${one.state}: ${summary(one)}`, one, options);
}

type Own = Pick<Session, 'api' | 'path'>;

function buildFilter(options: StartOptions): Filter {
  return buildConditions(options, {
    roots: options.all === true || options.ids !== undefined ? undefined : true,
  });
}

async function countTasks({ api, path }: Own, filter: Filter): Promise<number> {
  const { total, more } = answerOf(
    await api.POST(`${START}/preview`, { params: { path }, body: { filter } }),
  );
  if (!more) return total;
  throw new CommandError(`More than ${total} tasks match. Narrow them down: --since, --type.`, {
    code: 'too_many_tasks',
  });
}

async function read({ api, path }: Own, id: string): Promise<Detail> {
  return answerOf(
    await api.GET(`${BULK}/{bulk_id}`, { params: { path: { ...path, bulk_id: id } } }),
  );
}

async function ended(own: Own, id: string): Promise<Detail> {
  for (;;) {
    const detail = await read(own, id);
    if (detail.state !== 'running') return detail;
    await delay(POLL_MS);
  }
}

async function found({ api, path }: Own, reference: string): Promise<string> {
  const { items: newest } = await readPages(
    (query) => api.GET(BULK, { params: { path, query } }),
    LOOKED_AT,
  );
  const { id } = findOne(newest, reference, {
    what: 'bulk operation',
    list: 'metarun bulk list',
    id: ({ id: own }) => own,
    name: ({ name }) => name ?? '',
  });
  return id;
}

const DONE: Record<Action, string> = {
  cancel: 'cancelled',
  retry: 'retried',
  rerun: 'made again',
};

function summary({ action, total, done, refused_count: refused, state }: Detail): string {
  const text = `${done - refused} of ${countText(total, 'task')} ${DONE[action]}`;
  return [
    text,
    ...(refused === 0 ? [] : [`${refused} refused`]),
    ...(state === 'running' ? ['still running'] : []),
  ].join(', ');
}

function printRefused({ refused, refused_count: count }: Detail): void {
  for (const { task_id: id, code, detail } of refused)
    stderr.write(`${idCell(id)}  ${code}: ${plainLine(detail)}\n`);
  if (count > refused.length) stderr.write(`… ${count - refused.length} more\n`);
}
