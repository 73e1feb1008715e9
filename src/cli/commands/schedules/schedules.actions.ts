import { answerOf, type MetarunClient, type Schedule, type ScheduleDetail } from '@metarun/client';
import type { JsonObject } from '../../../base/kernel/json.js';
import { allPages } from '../../toolkit/api/all-pages.js';
import { findOne } from '../../toolkit/api/find-one.js';
import { idCell, printDone, printList, printOne, timeCell } from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, session } from '../../toolkit/api/session.js';
import { usageError } from '../../toolkit/command-error.js';
import { completeParams } from '../../toolkit/complete-params.js';
import { type GivenObject, paramsFlags, readGiven } from '../../toolkit/given-params.js';
import { loadParamsSchema } from '../../toolkit/load-params-schema.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { durationText } from '../../toolkit/units.js';
import { ownCommand } from '../../../base/config/own-command.js';
import { stderr, stdout } from '../../toolkit/output.js';

const SCHEDULES = '/projects/{project_id}/schedules';
const FLAGS = paramsFlags('cli-admin.md#schedules');

interface Times {
  cron?: string;
  /** Interval, in seconds. */
  every?: number;
  at?: string;
  timeZone?: string;
}

interface Fields extends ApiOptions, Times {
  name?: string;
  params?: string;
  param: readonly string[];
  taskName?: string;
  missed?: 'skip' | 'one' | 'all';
  overlap?: 'allow' | 'skip' | 'cancel_running';
}

export async function list(options: ApiOptions): Promise<void> {
  const { client } = await session(options);
  printList(
    'schedules',
    await allSchedules(client),
    {
      ID: ({ id }) => idCell(id),
      STATE: ({ state, consecutive_failures: failures }) =>
        failures === 0 ? state : `${state}, ${failures} failed`,
      WHEN: formatScheduleTime,
      NEXT: ({ next_at }) => timeCell(next_at),
      'META-TASK': (one) => one.task_type_identifier,
      NAME: ({ name }) => name,
    },
    options,
  );
}

export async function upcoming(options: ApiOptions & { until?: string }): Promise<void> {
  const { api, path } = await session(options);
  const query = options.until === undefined ? {} : { until: options.until };
  const found = answerOf(await api.GET(`${SCHEDULES}/upcoming`, { params: { path, query } }));
  if (options.json) return printJson(found);
  printList(
    'ticks',
    found.ticks,
    {
      AT: ({ at }) => at,
      IN: ({ at }) => timeCell(at),
      'META-TASK': (one) => one.task_type_identifier,
      NAME: ({ name }) => name,
    },
    options,
  );
}

export async function show(reference: string, options: ApiOptions): Promise<void> {
  const { client } = await session(options);
  const one = await client.schedules.get((await found(client, reference)).id);
  printOne(
    one,
    {
      name: one.name,
      id: one.id,
      state: one.state,
      paused: one.pause_reason,
      'meta-task': one.task_type_identifier,
      when: `${formatScheduleTime(one)}${one.cron === null ? '' : `, ${one.time_zone}`}`,
      params: JSON.stringify(one.params),
      'if missed': one.missed,
      overlap: one.overlap,
      next: formatNextTimes(one),
      'last error': one.last_error,
      'last tasks':
        one.last_tasks.map(({ id, status }) => `${idCell(id)} ${status}`).join(', ') || null,
    },
    options,
  );
}

export async function create(
  metaTask: string,
  options: Fields & { name: string; paused?: boolean },
): Promise<void> {
  const { client } = await session(options);
  const given = await readGiven(toGivenObject(options), FLAGS);
  const params = await completeParams(given, await loadParamsSchema(client, metaTask), FLAGS);
  const { name, paused } = options;
  const made = await client.schedules.create({
    ...toScheduleFields(options),
    name,
    task_type_identifier: metaTask,
    params,
    ...(paused !== undefined && { paused }),
  });
  printDone(`${name} is made; its next time is ${formatNextTimes(made) ?? 'none'}`, made, options);
}

export async function change(
  reference: string,
  options: Fields & { metaTask?: string },
): Promise<void> {
  const { client } = await session(options);
  const { id, name, task_type_identifier: now } = await found(client, reference);
  const { metaTask } = options;
  const body = {
    ...toScheduleFields(options),
    ...(options.name !== undefined && { name: options.name }),
    ...(metaTask !== undefined && { task_type_identifier: metaTask }),
    ...(await readParams(client, metaTask ?? now, options)),
  };
  if (Object.keys(body).length === 0)
    throw usageError(
      'Nothing is given to change.',
      'Give --cron, --params or another option.',
      FLAGS.docs,
    );
  printDone(`${name} is changed`, await client.schedules.change(id, body), options);
}

export async function preview(options: ApiOptions & Times): Promise<void> {
  const { api, path } = await session(options);
  const body = toTimeFields(options);
  const answer = await api.POST(`${SCHEDULES}/preview`, { params: { path }, body });
  const { next_times: next, ...rest } = answerOf(answer);
  if (options.json) return printJson({ ...rest, next_times: next });
  for (const { local, utc } of next) stdout.write(`${plainLine(local)}  ${plainLine(utc)}\n`);
}

export async function runNow(reference: string, options: ApiOptions): Promise<void> {
  const { client, api, path } = await session(options);
  const { id } = await found(client, reference);
  const params = { path: { ...path, schedule_id: id } };
  const task = answerOf(await api.POST(`${SCHEDULES}/{schedule_id}/run`, { params }));
  if (options.json) return printJson(task);
  stdout.write(`${task.id}\n`);
  stderr.write(
    `${plainLine(task.name)} was created: ${ownCommand(`tasks watch ${idCell(task.id)}`)}\n`,
  );
}

export async function pause(reference: string, options: ApiOptions): Promise<void> {
  const { client } = await session(options);
  const { id, name } = await found(client, reference);
  printDone(`${name} is paused`, await client.schedules.pause(id), options);
}

export async function resume(reference: string, options: ApiOptions): Promise<void> {
  const { client } = await session(options);
  const { id, name } = await found(client, reference);
  const one = await client.schedules.resume(id);
  printDone(`${name} goes on; its next time is ${formatNextTimes(one) ?? 'none'}`, one, options);
}

export async function remove(reference: string, options: ApiOptions): Promise<void> {
  const { client } = await session(options);
  const { id, name } = await found(client, reference);
  await confirmed(`Delete the schedule ${name}?`, options);
  await client.schedules.delete(id);
  printDone(`${name} is deleted`, { deleted: id }, options);
}

function allSchedules(client: MetarunClient): Promise<Schedule[]> {
  const path = { project_id: client.project };
  return allPages((query) => client.api.GET(SCHEDULES, { params: { path, query } }));
}

async function found(client: MetarunClient, reference: string): Promise<Schedule> {
  return findOne(await allSchedules(client), reference, {
    what: 'schedule',
    list: 'metarun schedules list',
    id: ({ id }) => id,
    name: ({ name }) => name,
  });
}

function formatScheduleTime({ cron, every_seconds: every, at }: Schedule): string {
  return cron ?? (every === null ? `at ${at ?? ''}` : `every ${durationText(every * 1000)}`);
}

function formatNextTimes({ next_times: next }: ScheduleDetail): string | null {
  return (
    next
      .slice(0, 3)
      .map(({ local }) => local)
      .join(', ') || null
  );
}

function toGivenObject({ params, param }: Fields): GivenObject {
  return { whole: params, single: param };
}

/** Returns the params given as options, which replace those of the schedule. */
async function readParams(
  client: MetarunClient,
  metaTask: string,
  options: Fields,
): Promise<{ params?: JsonObject }> {
  if (options.params === undefined && options.param.length === 0) return {};
  const given = await readGiven(toGivenObject(options), FLAGS);
  return { params: await completeParams(given, await loadParamsSchema(client, metaTask), FLAGS) };
}

function toTimeFields({ cron, every, at, timeZone }: Times) {
  return {
    ...(cron !== undefined && { cron }),
    ...(every !== undefined && { every_seconds: every }),
    ...(at !== undefined && { at }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
  };
}

function toScheduleFields(options: Fields) {
  const { taskName, missed, overlap } = options;
  return {
    ...toTimeFields(options),
    ...(taskName !== undefined && { task_name: taskName }),
    ...(missed !== undefined && { missed }),
    ...(overlap !== undefined && { overlap }),
  };
}
