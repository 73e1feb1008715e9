import { answerOf, ApiError, type MetarunClient, type MetaTask } from '@metarun/client';
import { quoted } from '../../base/kernel/quoted.js';
import { DEFINITIONS } from '../../tasks/meta-tasks/definition.js';
import type { SchedulePlan } from './deployment-schedules.js';
import type { MetaTaskFolder } from './meta-task-folder.js';

/** The part of a plan that says what a new version would have. */
interface Planned {
  metaTask: MetaTaskFolder;
  current: MetaTask | null;
  wanted: Readonly<Record<string, unknown>>;
  schedules: SchedulePlan;
}

/** Returns what a deployment would break on the server; nothing is changed. */
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
    // The deployment itself will say what is wrong with it.
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** Returns warnings of a new version without those of schedules that the same deployment gives other params. */
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
