import { answerOf, ApiError, type MetarunClient, type MetaTask } from '@metarun/client';
import { CommandError } from '../../toolkit/command-error.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { isPulled, type PulledTask } from '../replay/pulled-task.js';
import { readApprovals, readSteps } from '../../toolkit/task-records.js';
import { secretNames } from '../../toolkit/secret-names.js';

/** Maximum number of children's meta-tasks that are fetched. */
const MOST_CHILDREN = 20;

/** Reads a task with its records and the version of its meta-task. */
export async function readTask(
  client: MetarunClient,
  id: string,
): Promise<{ pulled: PulledTask; version: MetaTask }> {
  const task = await client.tasks.get(id);
  if (task.draft)
    throw new CommandError(
      'The task is a draft: its script was not saved, and is where it was tried.',
      {
        code: 'draft_task',
        docs: 'pull.md',
      },
    );
  const [version, steps, approvals, children] = await Promise.all([
    loadVersion(client, task.task_type, task.task_type_version),
    readSteps(client, id),
    readApprovals(client, { task_id: id }),
    childMetaTasks(client, id),
  ]);
  if (version.script === null)
    throw new CommandError(`Version ${version.version} of ${task.task_type} has no script.`, {
      code: 'no_script',
    });
  const gathered = {
    format: 1,
    server: client.url,
    project: client.project,
    pulled_at: new Date().toISOString(),
    task,
    steps,
    approvals: approvals.items,
    children,
    secrets: secretNames(version.script),
  };
  // The round trip through JSON validates the task as it will be read from the file.
  const pulled: unknown = JSON.parse(JSON.stringify(gathered));
  if (!isPulled(pulled)) throw new Error('the server answered with an invalid task');
  return { pulled, version };
}

async function loadVersion(
  client: MetarunClient,
  identifier: string,
  version?: number,
): Promise<MetaTask> {
  try {
    return await client.metaTasks.get(identifier, { version });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    throw new CommandError('These credentials may not read the script of a meta-task.', {
      code: error.code,
      fix: 'Use an access token (mrt_…) instead of an API key: metarun login.',
      docs: 'pull.md',
      exit: EXIT.server,
    });
  }
}

async function childMetaTasks(client: MetarunClient, id: string): Promise<MetaTask[]> {
  const path = { project_id: client.project, task_id: id };
  const tree = answerOf(
    await client.api.GET('/external/v1/projects/{project_id}/tasks/{task_id}/tree', {
      params: { path },
    }),
  );
  const identifiers = new Set(
    tree.tasks.filter((task) => task.id !== id).map((task) => task.task_type),
  );
  const found: MetaTask[] = [];
  for (const identifier of [...identifiers].slice(0, MOST_CHILDREN))
    found.push(await loadVersion(client, identifier));
  return found;
}
