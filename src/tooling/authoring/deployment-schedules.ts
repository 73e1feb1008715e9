import { answerOf, ApiError, type MetarunClient, type Schedule } from '@metarun/client';
import type { Json, JsonObject } from '../../base/kernel/json.js';
import { DEFAULT_TASK_NAME } from '../../tasks/schedules/task-name.js';
import { shownPath } from './author-path.js';
import { placedError } from './deployment-diagnostics.js';
import { changesBetween, type FieldChange } from './field-change.js';
import type { MetaTaskFolder } from './meta-task-folder.js';
import type { ScheduleInFile } from './schedule-in-file.js';

export interface ScheduleChange {
  name: string;
  /** Null for a schedule to be created. */
  id: string | null;
  changes: readonly FieldChange[];
}

export interface SchedulePlan {
  changed: readonly ScheduleChange[];
  unchanged: readonly string[];
  /** Names of schedules of the meta-task that its folder does not name: they stay unchanged. */
  leftAlone: readonly string[];
}

/** The fields that determine the ticks: a change restarts the schedule. */
const TIMING = ['cron', 'every_seconds', 'at', 'time_zone'] as const;
const DOCS = 'deploy.md#schedules';

/**
 * Compares the schedules of a meta-task with those of the project. Throws if another meta-task has a schedule of this
 * name.
 */
export async function planSchedules(
  client: MetarunClient,
  metaTask: MetaTaskFolder,
): Promise<SchedulePlan> {
  const { identifier, schedules } = metaTask;
  const all: Schedule[] = [];
  for await (const schedule of client.schedules.all({ limit: 200 })) all.push(schedule);
  const changed: ScheduleChange[] = [];
  const unchanged: string[] = [];
  for (const [index, given] of schedules.entries()) {
    const place = (field: string): string => `/schedules/${index}${field}`;
    const current = all.find(({ name }) => name === given.name);
    if (current !== undefined && current.task_type_identifier !== identifier)
      throw placedError(
        `The schedule "${given.name}" is one of the meta-task "${current.task_type_identifier}".`,
        {
          code: 'duplicate',
          fix: 'Give it another name: names of schedules are unique in a project.',
          docs: DOCS,
          file: metaTask.file,
          place: metaTask.locatePointer(place('/name')),
        },
      );
    const changes = listChanges(current, given);
    if (current !== undefined && changes.length === 0) unchanged.push(given.name);
    else {
      const retimed = changes.some(({ field }) => TIMING.some((one) => one === field));
      if (retimed) await checkTiming(client, metaTask, given, place);
      changed.push({ name: given.name, id: current?.id ?? null, changes });
    }
  }
  const named = new Set(schedules.map(({ name }) => name));
  const leftAlone = all
    .filter((one) => one.task_type_identifier === identifier && !named.has(one.name))
    .map(({ name }) => name);
  return { changed, unchanged, leftAlone };
}

/** Creates and changes schedules by the plan. Returns their names. */
export async function applySchedules(
  client: MetarunClient,
  { metaTask, schedules }: { metaTask: MetaTaskFolder; schedules: SchedulePlan },
): Promise<string[]> {
  for (const { name, id, changes } of schedules.changed) {
    const fields = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
    const { paused, ...body } = fields;
    if (id === null) {
      await client.schedules.create({
        ...fields,
        name,
        task_type_identifier: metaTask.identifier,
      });
      continue;
    }
    if (Object.keys(body).length > 0) await client.schedules.change(id, body);
    if (paused === true) await client.schedules.pause(id);
    if (paused === false) await client.schedules.resume(id);
  }
  return schedules.changed.map(({ name }) => name);
}

function listChanges(current: Schedule | undefined, given: ScheduleInFile): FieldChange[] {
  const wanted = buildWantedFields(given);
  // A new schedule gets only the fields in the folder.
  const named = new Set(
    Object.entries(given).flatMap(([key, value]) => (value == null ? [] : key)),
  );
  if (current === undefined)
    return changesBetween({}, wanted).filter(({ field }) => named.has(field));
  const { cron, every_seconds, at, time_zone, params, task_name, missed, overlap } = current;
  const has: Record<string, Json> = {
    cron,
    every_seconds,
    at,
    time_zone,
    task_name,
    missed,
    overlap,
    params: params as JsonObject,
    paused: current.state === 'paused',
  };
  return changesBetween(has, wanted);
}

/** Returns the folder's definition, complete and spelt as by a server; `paused` only if the folder has it. */
function buildWantedFields(given: ScheduleInFile): Record<string, Json> {
  return {
    cron: given.cron?.trim().replaceAll(/\s+/g, ' ') ?? null,
    every_seconds: given.every_seconds ?? null,
    at: given.at == null ? null : new Date(given.at).toISOString(),
    time_zone: given.time_zone ?? 'UTC',
    params: given.params ?? {},
    task_name: given.task_name ?? DEFAULT_TASK_NAME,
    missed: given.missed ?? 'one',
    overlap: given.overlap ?? 'skip',
    ...(given.paused == null ? {} : { paused: given.paused }),
  };
}

/** Asks the server, so that a cron line without any tick is reported before anything is changed. */
async function checkTiming(
  client: MetarunClient,
  metaTask: MetaTaskFolder,
  { cron = null, every_seconds = null, at = null, time_zone = null }: ScheduleInFile,
  pointer: (field: string) => string,
): Promise<void> {
  try {
    const params = { path: { project_id: client.project } };
    const body = { cron, every_seconds, at, time_zone };
    answerOf(await client.api.POST('/projects/{project_id}/schedules/preview', { params, body }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    const [first] = error.errors;
    throw placedError(error.detail.replace(/^\//, ''), {
      code: error.code,
      fix: `Mend the schedule in ${shownPath(metaTask.file ?? metaTask.folder)}.`,
      docs: DOCS,
      file: metaTask.file,
      place: metaTask.locatePointer(pointer(first?.pointer ?? '')),
    });
  }
}
