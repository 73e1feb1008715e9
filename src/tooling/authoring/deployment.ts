import { ApiError, type MetarunClient, type MetaTask, type Workspace } from '@metarun/client';
import { type Diagnostic, GuidedError } from '../../base/kernel/guided-error.js';
import type { Json } from '../../base/kernel/json.js';
import { DEFINITIONS } from '../../tasks/meta-tasks/definition.js';
import { buildScript } from './build-script.js';
import { placedError, withPlaces } from './deployment-diagnostics.js';
import { applySchedules, planSchedules, type SchedulePlan } from './deployment-schedules.js';
import { agentById, resolveAgent } from './deployment-agent.js';
import { ownWarnings } from './deployment-warnings.js';
import { hasMoved, type Image, imageById, resolveImage, shownImage } from './deployment-image.js';
import { changesBetween, type FieldChange, sameJson } from './field-change.js';
import type { MetaTaskFolder } from './meta-task-folder.js';

export interface DeploymentOptions {
  /** Create workspaces that the meta-task names and the project lacks. */
  createWorkspaces?: boolean | undefined;
  /** Restore an archived meta-task. */
  restore?: boolean | undefined;
  /** Note of the new versions. */
  note?: string | undefined;
}

/** The changes that a deployment would make. */
export interface DeploymentPlan {
  metaTask: MetaTaskFolder;
  /** Script as the server takes it, bundled if it has imports. */
  script: string;
  /** Parts of the bundle that may not work as expected. */
  notes: readonly Diagnostic[];
  /** Current version on the server; null without one. */
  current: MetaTask | null;
  /** Fields that the server receives. */
  wanted: Readonly<Record<string, unknown>>;
  /** Fields that a new version changes; without a version, all that differ from the defaults. */
  changes: readonly FieldChange[];
  /** True if the meta-task is archived and the deployment restores it. */
  restored: boolean;
  /** Names of workspaces to be created. */
  newWorkspaces: readonly string[];
  schedules: SchedulePlan;
}

export interface Deployed {
  identifier: string;
  /** Version that new tasks get. */
  version: number;
  outcome: 'created' | 'changed' | 'unchanged';
  /** Names of schedules that were created or changed. */
  schedules: string[];
  /** Schedules that the new version has broken on the server, as sentences. */
  warnings: string[];
}

const DOCS = 'deploy.md';

/**
 * Compares a meta-task with the project and changes nothing. Throws GuidedError if it cannot be deployed,
 * {@link ApiError} and {@link ConnectionError}.
 */
export async function planDeployment(
  client: MetarunClient,
  metaTask: MetaTaskFolder,
  options: DeploymentOptions = {},
): Promise<DeploymentPlan> {
  const { script, notes } = await buildScript(metaTask);
  const current = await findCurrent(client, metaTask.identifier);
  if (current?.archived_at != null && !options.restore)
    throw new GuidedError(`The meta-task "${metaTask.identifier}" is archived.`, {
      code: 'task_type_archived',
      fix: 'Give --restore to bring it back, or take another identifier.',
      docs: `${DOCS}#archived`,
    });
  const { workspaces, workspaceId, newWorkspaces } = await resolveWorkspace(
    client,
    metaTask,
    options,
  );
  const agent = await resolveAgent(client, metaTask);
  const agentNow = current?.agent_id == null ? null : await agentById(client, current.agent_id);
  const image = await resolveImage(client, metaTask);
  const imageNow =
    current?.docker_image_id == null ? null : await imageById(client, current.docker_image_id);
  const bindings = toBindings(workspaceId, agent, image);
  const wanted = buildWantedFields(metaTask, script, bindings, current === null);
  const nameOfId = (id: Json | undefined): Json =>
    (id === '' ? newWorkspaces[0] : workspaces.find((one) => one.id === id)?.name) ?? null;
  return {
    metaTask,
    script,
    notes,
    current,
    wanted: Object.fromEntries(
      listChanges(current, wanted, image).map(({ field, to }) => [field, to]),
    ),
    changes: listChanges(current, wanted, image).map((change) => {
      if (change.field === 'workspace_id')
        return {
          field: 'workspace',
          from: change.from && nameOfId(change.from),
          to: nameOfId(change.to),
        };
      if (change.field === 'agent_id')
        return { field: 'agent', from: agentNow, to: agent?.identifier ?? null };
      if (change.field === 'docker_image_id')
        return {
          field: 'docker_image',
          from: imageNow && shownImage(imageNow, current?.docker_image_digest ?? null),
          to: image && shownImage(image.name, image.digest),
        };
      return change;
    }),
    restored: current?.archived_at != null,
    newWorkspaces,
    schedules: await planSchedules(client, metaTask),
  };
}

/** Returns why the server takes no agent if the error of a deployment is a missing model; null for any other error. */
export function whyNoAgent({ mode }: Pick<MetaTaskFolder, 'mode'>, error: unknown): string | null {
  if (mode !== 'agent' || !(error instanceof GuidedError) || error.code !== 'not_available')
    return null;
  return error.diagnostics.map(({ message }) => message).join('; ') || error.message;
}

/** Returns whether a deployment would change anything. */
export function changesAnything({
  current,
  changes,
  restored,
  schedules,
}: DeploymentPlan): boolean {
  return current === null || changes.length > 0 || restored || schedules.changed.length > 0;
}

/**
 * Carries out a plan: workspaces, then a version if there are differences, then schedules. Throws GuidedError
 * `changed_meanwhile` if another deployment has changed the meta-task since.
 */
export async function deploy(
  client: MetarunClient,
  plan: DeploymentPlan,
  { note }: Pick<DeploymentOptions, 'note'> = {},
): Promise<Deployed> {
  const { identifier } = plan.metaTask;
  const { version, outcome, warnings } = await withPlaces(plan, () =>
    deployVersion(client, plan, note),
  );
  const schedules = await withPlaces(plan, () => applySchedules(client, plan)).catch(
    (error: unknown) => {
      if (!(error instanceof GuidedError) || outcome === 'unchanged') throw error;
      throw new GuidedError(
        `Version ${version} is deployed, but not its schedules: ${error.message}`,
        {
          ...error,
          cause: error,
        },
      );
    },
  );
  const changed = outcome === 'unchanged' && schedules.length > 0 ? 'changed' : outcome;
  return {
    identifier,
    version,
    outcome: changed,
    schedules,
    warnings: ownWarnings(plan, warnings),
  };
}

async function deployVersion(
  client: MetarunClient,
  plan: DeploymentPlan,
  note: string | undefined,
): Promise<Pick<Deployed, 'version' | 'outcome' | 'warnings'>> {
  const { current, newWorkspaces, restored, metaTask } = plan;
  const { identifier } = metaTask;
  for (const name of newWorkspaces) await makeWorkspace(client, name);
  const { workspaceId } = await resolveWorkspace(client, metaTask, {});
  // A version deployed since the plan was made is not the one that was compared.
  const now = await findCurrent(client, identifier);
  const agent = await resolveAgent(client, metaTask);
  const image = await resolveImage(client, metaTask);
  const bindings = toBindings(workspaceId, agent, image);
  const wanted = buildWantedFields(metaTask, plan.script, bindings, now === null);
  const changes = listChanges(now, wanted, image);
  if (now !== null && now.current_version !== current?.current_version && changes.length > 0)
    throw changedMeanwhile(now);
  const back = now !== null && restored ? await client.metaTasks.restore(identifier) : null;
  if (now !== null && changes.length === 0)
    return {
      version: now.current_version,
      outcome: restored ? 'changed' : 'unchanged',
      warnings: back?.warnings ?? [],
    };
  const fields = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
  const body = { ...fields, ...(note !== undefined && { note }) };
  try {
    if (now === null) {
      const { name } = metaTask.definition;
      const made = await client.metaTasks.create({ ...body, name, identifier });
      return { version: made.current_version, outcome: 'created', warnings: [] };
    }
    const made = await client.metaTasks.change(identifier, body);
    const changed = made.current_version !== now.current_version || restored;
    const outcome = changed ? 'changed' : 'unchanged';
    return { version: made.current_version, outcome, warnings: made.warnings };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    // If the deployment in between was the same one, both have reached their goal.
    const after = await findCurrent(client, identifier);
    if (after === null || listChanges(after, wanted, image).length > 0)
      throw changedMeanwhile(after);
    return { version: after.current_version, outcome: 'unchanged', warnings: [] };
  }
}

function changedMeanwhile(now: MetaTask | null): GuidedError {
  const by = now === null ? '' : `: version ${now.current_version} is of ${now.created_by}`;
  return new GuidedError(`Another deployment has changed this meta-task meanwhile${by}.`, {
    code: 'changed_meanwhile',
    fix: 'Look at the difference and deploy again.',
    docs: `${DOCS}#at-the-same-time`,
  });
}

async function findCurrent(client: MetarunClient, identifier: string): Promise<MetaTask | null> {
  try {
    return await client.metaTasks.get(identifier);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    // A missing project has the same status.
    await client.projects.get(client.project);
    return null;
  }
}

/**
 * Returns the wanted fields. A script without `metatask.yaml` does not change the other fields of an existing
 * meta-task.
 */
function buildWantedFields(
  { file, definition: { name, ...definition } }: MetaTaskFolder,
  script: string,
  bindings: ReturnType<typeof toBindings>,
  isNew: boolean,
): Record<string, unknown> {
  if (file === null && !isNew) return { script, script_language: definition.script_language };
  return { name, script, ...bindings, ...definition };
}

/**
 * Returns the fields of `wanted` that differ on the server. A default is omitted if the server does not know the field.
 */
function listChanges(
  current: MetaTask | null,
  wanted: Record<string, unknown>,
  image: Image | null,
): FieldChange[] {
  const plain = JSON.parse(JSON.stringify(wanted)) as Record<string, Json>;
  const defaults = JSON.parse(JSON.stringify(DEFINITIONS.created({ name: '' }))) as Record<
    string,
    Json
  >;
  const has =
    current === null ? null : (JSON.parse(JSON.stringify(current)) as Record<string, Json>);
  if (has?.['params_schema_inferred'] === true) has['params_schema'] = null;
  const changes = changesBetween(has ?? {}, plain).filter(
    ({ field, from, to }) => from !== undefined || !sameJson(defaults[field], to),
  );
  if (current === null || image === null || !hasMoved(current, image)) return changes;
  return [...changes, { field: 'docker_image_id', from: image.id, to: image.id }];
}

function toBindings(
  workspaceId: string | null,
  agent: { id: string } | null,
  image: Image | null,
): { workspace_id: string | null; agent_id: string | null; docker_image_id: string | null } {
  return {
    workspace_id: workspaceId,
    agent_id: agent?.id ?? null,
    docker_image_id: image?.id ?? null,
  };
}

async function resolveWorkspace(
  client: MetarunClient,
  metaTask: MetaTaskFolder,
  { createWorkspaces = false }: DeploymentOptions,
): Promise<{ workspaces: Workspace[]; workspaceId: string | null; newWorkspaces: string[] }> {
  const { workspace: name } = metaTask.bindings;
  const workspaces = await client.workspaces.list();
  if (name === undefined) return { workspaces, workspaceId: null, newWorkspaces: [] };
  const found = workspaces.find((one) => one.name === normaliseName(name));
  if (found !== undefined) return { workspaces, workspaceId: found.id, newWorkspaces: [] };
  // An id that does not exist differs from any.
  if (createWorkspaces)
    return { workspaces, workspaceId: '', newWorkspaces: [normaliseName(name)] };
  throw placedError(`The project "${client.project}" has no workspace "${name}".`, {
    code: 'unknown_binding',
    fix: `Give --create-workspaces to make it. There are: ${workspaces.map((one) => one.name).join(', ')}.`,
    docs: `${DOCS}#workspaces`,
    file: metaTask.file,
    place: metaTask.locatePointer('/workspace'),
  });
}

/** Returns a name as a server spells it. */
function normaliseName(name: string): string {
  return name.trim().normalize('NFC');
}

async function makeWorkspace(client: MetarunClient, name: string): Promise<Workspace | null> {
  try {
    return await client.workspaces.create({ name });
  } catch (error) {
    // Another meta-task of the same deployment may have created it.
    if (error instanceof ApiError && error.code === 'duplicate') return null;
    throw error;
  }
}
