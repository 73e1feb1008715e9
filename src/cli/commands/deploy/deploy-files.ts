import type { MetarunClient } from '@metarun/client';
import { shownPath } from '../../../tooling/authoring/author-path.js';
import type { DeploymentPlan } from '../../../tooling/authoring/deployment.js';
import { hashFile } from '../../../tooling/local/folder-files.js';
import { authorFiles, type FilesPlan, planFiles } from '../../toolkit/author-files.js';
import { usageError } from '../../toolkit/command-error.js';
import { type Remote, uploadFile } from '../../toolkit/upload-file.js';

/** Files of each plan that are missing from its workspace or differ there. */
export type PlannedFiles = ReadonlyMap<DeploymentPlan, FilesPlan>;

/**
 * Compares the `workspace/` folders of the meta-tasks with their workspaces, without changing anything. Throws a usage
 * error if two meta-tasks have different files for the same path.
 */
export async function planAllFiles(
  client: MetarunClient,
  plans: readonly DeploymentPlan[],
): Promise<PlannedFiles> {
  const planned = new Map<DeploymentPlan, FilesPlan>();
  const owners = new Map<string, string>();
  for (const plan of plans) {
    const { folder, bindings } = plan.metaTask;
    const files = await authorFiles(folder);
    for (const { path, file } of files) {
      const place = `${bindings.workspace ?? ''}:${path}`;
      const other = owners.get(place);
      if (other !== undefined && (await hashFile(other)) !== (await hashFile(file)))
        throw sameTarget(other, file, path);
      owners.set(place, file);
    }
    const isNew = plan.newWorkspaces.length > 0;
    const remote = files.length === 0 || isNew ? null : await resolveRemote(client, plan);
    planned.set(plan, await planFiles(files, remote));
  }
  return planned;
}

/** Uploads the files of a completed plan and returns their paths. */
export async function bringFiles(
  client: MetarunClient,
  plan: DeploymentPlan,
  { added, changed }: FilesPlan,
): Promise<string[]> {
  const files = [...added, ...changed];
  if (files.length === 0) return [];
  const remote = await resolveRemote(client, plan);
  for (const { file, path } of files) await uploadFile(remote, file, path);
  return files.map(({ path }) => path);
}

async function resolveRemote(client: MetarunClient, { metaTask }: DeploymentPlan): Promise<Remote> {
  const name = metaTask.bindings.workspace?.trim().normalize('NFC');
  if (name === undefined) return { client, ws: {} };
  const found = (await client.workspaces.list()).find((one) => one.name === name);
  if (found === undefined) throw usageError(`The project has no workspace "${name}".`);
  return { client, ws: { ws: found.id } };
}

function sameTarget(one: string, other: string, path: string): Error {
  return usageError(
    `${shownPath(one)} and ${shownPath(other)} would both be ${path} of one workspace.`,
    'Give the meta-tasks workspaces of their own in metatask.yaml, or deploy one of them --with-files.',
    'deploy.md#files',
  );
}
