import type { components } from '@metarun/client';
import { allPages } from '../../toolkit/api/all-pages.js';
import { printList } from '../../toolkit/api/print.js';
import { type ApiOptions, session } from '../../toolkit/api/session.js';
import { findTask } from '../../toolkit/find-task.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { durationText } from '../../toolkit/units.js';

type Attempt = components['schemas']['TaskAttemptDto'];

const ATTEMPTS = '/external/v1/projects/{project_id}/tasks/{task_id}/attempts';

/** Runs `metarun tasks attempts`. */
export async function runAttempts(reference: string, options: ApiOptions): Promise<void> {
  const { api, client, path } = await session(options);
  const task_id = await findTask(client, reference);
  const all = await allPages((query) =>
    api.GET(ATTEMPTS, { params: { path: { ...path, task_id }, query } }),
  );
  printList(
    'attempts',
    all,
    {
      ATTEMPT: ({ attempt }) => attempt,
      OUTCOME: ({ outcome }) => outcome ?? 'goes on',
      STARTED: ({ started_at: at }) => at?.replace('T', ' ').slice(0, 19) ?? null,
      QUEUED: (attempt) => timeIn(attempt, 'queued'),
      RAN: (attempt) => timeIn(attempt, 'running'),
      WAITED: (attempt) => timeIn(attempt, 'waiting'),
      ERROR: ({ error_code: code, error_message: message }) =>
        code === null ? null : plainLine(`${code}: ${message ?? ''}`),
      'RETRIED BY': ({ retried_by: by }) => (by?.name == null ? null : plainLine(by.name)),
    },
    options,
  );
}

/** Returns the time an attempt spent in a state, up to now if it is still in that state. */
function timeIn({ segments }: Attempt, state: Attempt['segments'][number]['state']): string | null {
  const some = segments.filter((segment) => segment.state === state);
  if (some.length === 0) return null;
  const ms = some.reduce(
    (sum, { from, to }) => sum + (to === null ? Date.now() : Date.parse(to)) - Date.parse(from),
    0,
  );
  return durationText(Math.max(0, ms));
}
