import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import { ifMatch, type Tagged, readTaggedBody } from './conditions.js';
import { pagesQuery } from './pages.js';
import type { Schedule, ScheduleDetail, SchedulePreview, Task, Upcoming } from './types.js';
import { untilFirst } from './until-first.js';

/** Schedules per page: the maximum, since the dashboard sorts them by their next tick. */
const PAGE = 200;
/** Number of ticks in a preview. */
const PREVIEWED = 10;
/** Shortest interval at which a list is read again when its next tick is due, in ms. */
const PAUSES_MS = { least: 15_000 };
const PATH = '/projects/{project_id}/schedules/{schedule_id}' as const;

/** Times at which a schedule ticks. Exactly one of the first three fields is set. */
export interface Times {
  cron?: string | null;
  every_seconds?: number | null;
  at?: string | null;
  time_zone: string;
}

export interface ScheduleBody extends Times {
  name: string;
  task_type_identifier: string;
  params: Record<string, unknown>;
  missed: Schedule['missed'];
  overlap: Schedule['overlap'];
  task_name?: string;
  paused?: boolean;
}

/** Schedules of a project, newest first, read again after the next tick of any of them. */
export function schedulesQuery(project: string) {
  return pagesQuery<Schedule>(
    ['schedules', project],
    (place, signal) =>
      api.GET('/projects/{project_id}/schedules', {
        params: { path: { project_id: project }, query: { limit: PAGE, ...place } },
        signal,
      }),
    (schedules) =>
      untilFirst(
        schedules.map((one) => one.next_at),
        PAUSES_MS,
      ),
  );
}

export function scheduleQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['schedule', project, id],
    queryFn: ({ signal }): Promise<Tagged<ScheduleDetail>> =>
      readTaggedBody(api.GET(PATH, { params: buildPathParams(project, id), signal })),
    refetchInterval: ({ state }) => untilFirst([state.data?.next_at ?? null], PAUSES_MS),
  });
}

/** Newest runs of a schedule. */
export function runsOfScheduleQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['schedule', project, id, 'runs'],
    queryFn: ({ signal }): Promise<Task[]> =>
      readBody(
        api.GET('/external/v1/projects/{project_id}/tasks', {
          params: { path: { project_id: project }, query: { schedule_id: id, limit: 50 } },
          signal,
        }),
      ),
  });
}

/** Preview of the next ticks. */
export function previewQuery(project: string, times: Times) {
  return queryOptions({
    queryKey: ['ticks', project, times],
    queryFn: ({ signal }): Promise<SchedulePreview> =>
      readBody(
        api.POST('/projects/{project_id}/schedules/preview', {
          params: { path: { project_id: project } },
          body: { ...times, count: PREVIEWED },
          signal,
        }),
      ),
    retry: false,
  });
}

export function createSchedule(
  project: string,
  body: ScheduleBody,
): Promise<Tagged<ScheduleDetail>> {
  return readTaggedBody(
    api.POST('/projects/{project_id}/schedules', {
      params: { path: { project_id: project } },
      body,
    }),
  );
}

export function changeSchedule(
  project: string,
  id: string,
  body: Omit<ScheduleBody, 'paused'>,
  etag: string,
): Promise<Tagged<ScheduleDetail>> {
  return readTaggedBody(
    api.PATCH(PATH, { params: buildPathParams(project, id), body, ...ifMatch(etag) }),
  );
}

export async function deleteSchedule(project: string, id: string, etag: string): Promise<void> {
  await readBody(api.DELETE(PATH, { params: buildPathParams(project, id), ...ifMatch(etag) }));
}

/** Pauses a schedule. `etag` guards against concurrent changes; lists do not contain ETags. */
export async function pauseSchedule(project: string, id: string, etag = '*'): Promise<void> {
  await readBody(
    api.POST(`${PATH}/pause`, { params: buildPathParams(project, id), ...ifMatch(etag) }),
  );
}

export async function resumeSchedule(project: string, id: string, etag = '*'): Promise<void> {
  await readBody(
    api.POST(`${PATH}/resume`, { params: buildPathParams(project, id), ...ifMatch(etag) }),
  );
}

/** Starts a run of a schedule immediately. */
export function runSchedule(project: string, id: string): Promise<Task> {
  return readBody(api.POST(`${PATH}/run`, { params: buildPathParams(project, id) }));
}

function buildPathParams(project: string, id: string) {
  return { path: { project_id: project, schedule_id: id } };
}

/** Maximum number of ticks per schedule. */
const EACH = 60;

/** Upcoming ticks of all schedules until a time. */
export function upcomingQuery(project: string, until: string) {
  return queryOptions({
    queryKey: ['schedules', project, 'upcoming', until],
    queryFn: ({ signal }): Promise<Upcoming> =>
      readBody(
        api.GET('/projects/{project_id}/schedules/upcoming', {
          params: { path: { project_id: project }, query: { until, each: EACH } },
          signal,
        }),
      ),
  });
}
