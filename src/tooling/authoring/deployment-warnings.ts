import { answerOf, ApiError, type MetarunClient, type MetaTask } from '@metarun/client';
import { quoted } from '../../base/kernel/quoted.js';
import { DEFINITIONS } from '../../tasks/meta-tasks/definition.js';
import type { SchedulePlan } from './deployment-schedules.js';
import type { MetaTaskFolder } from './meta-task-folder.js';

/** The part of a plan that describes a new version. */
interface Planned {
  metaTask: MetaTaskFolder;
  current: MetaTask | null;
  wanted: Readonly<Record<string, unknown>>;
  schedules: SchedulePlan;
}

/** Returns warnings about what a deployment would break on the server; changes nothing. */
export async function foreseenWarnings(
  { api, project }: MetarunClient,
  plan: Planned,
): Promise<string[]> {
  const { current, wanted, metaTask } = plan;
  if (current === null || Object.keys(wanted).length === 0) return [];
  const fields = Object.keys(DEFINITIONS.created({ name: '' }));
  const now = Object.fromEntries(Object.entries(current).filter(([name]) => fields.includes(name)));
  if (current.params_schema_inferred) now['params_schema'] = null;
  const body = {
    ...now,
    ...wanted,
    name: metaTask.definition.name,
    identifier: current.identifier,
  };
  const params = { path: { project_id: project } };
  try {
    const { diagnostics } = answerOf(
      await api.POST('/projects/{project_id}/task-types/check', { params, body }),
    );
    const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
    return ownWarnings(
      plan,
      warnings.map(({ message }) => message),
    );
  } catch (error) {
    // The deployment itself will report the error.
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** Returns warnings of a new version, except those of schedules whose params the same deployment changes. */
export function ownWarnings(
  { schedules }: Pick<Planned, 'schedules'>,
  warnings: readonly string[],
): string[] {
  const own = schedules.changed.filter(({ changes }) =>
    changes.some(({ field }) => field === 'params'),
  );
  const starts = own.map(({ name }) => `The schedule ${quoted(name)} `);
  return warnings.filter((warning) => !starts.some((start) => warning.startsWith(start)));
}
