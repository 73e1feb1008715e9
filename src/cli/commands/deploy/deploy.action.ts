import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { shownPath } from '../../../tooling/authoring/author-path.js';
import {
  changesAnything,
  deploy,
  type Deployed,
  type DeploymentOptions,
  type DeploymentPlan,
  planDeployment,
  whyNoAgent,
} from '../../../tooling/authoring/deployment.js';
import { foreseenWarnings } from '../../../tooling/authoring/deployment-warnings.js';
import {
  findMetaTasks,
  type MetaTaskFolder,
  openMetaTask,
} from '../../../tooling/authoring/meta-task-folder.js';
import { META_TASK_FILE } from '../../../tooling/authoring/meta-task-file.js';
import { agentsLast } from '../../../tooling/authoring/contract-needs.js';
import { askYes } from '../../toolkit/ask.js';
import { CommandError, usageError } from '../../toolkit/command-error.js';
import { connect, type Connection, type ConnectionOptions } from '../../toolkit/connection.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { readProfiles } from '../../toolkit/profiles.js';
import { reported } from '../../toolkit/report-wait.js';
import { countText } from '../../toolkit/units.js';
import { bringFiles, planAllFiles, type PlannedFiles } from './deploy-files.js';
import { missingNeeds, type Need } from './deploy-needs.js';
import { buildDeployDocument, type Skipped } from './deploy-document.js';
import { showDeployed, showPlan, showSkipped } from './deploy-view.js';
import { authorFiles } from '../../toolkit/author-files.js';
import { stderr } from '../../toolkit/output.js';
import { identifiersAround } from '../../../tooling/authoring/identifiers-around.js';
import { Checker } from '../../../tooling/authoring/checker.js';
import { readServerConfig } from '../../../server/core/config.js';
import { placed } from '../../toolkit/report-error.js';

export interface DeployOptions extends ConnectionOptions, DeploymentOptions {
  all?: boolean | undefined;
  dryRun?: boolean | undefined;
  yes?: boolean | undefined;
  /** False deploys without checking first. */
  check?: boolean | undefined;
  withFiles?: boolean | undefined;
  json?: boolean | undefined;
}

const DOCS = 'deploy.md';

/** Runs `metarun deploy`. All meta-tasks are compared with the server before the first one that differs is deployed. */
export async function runDeploy(paths: readonly string[], options: DeployOptions): Promise<void> {
  const metaTasks = await agentsLast(await openMetaTasks(paths, options.all === true));
  const connection = await connect(options);
  if (options.check !== false)
    await reported(
      `the check of ${countText(metaTasks.length, 'meta-task')}`,
      checkFirst(metaTasks),
    );
  const plans: DeploymentPlan[] = [];
  for (const metaTask of metaTasks) {
    const plan = planDeployment(connection.client, metaTask, options);
    plans.push(await reported(`the plan for ${metaTask.identifier}`, plan));
  }
  const { client } = connection;
  const files: PlannedFiles = options.withFiles ? await planAllFiles(client, plans) : new Map();
  const differs = (plan: DeploymentPlan): boolean => {
    const { added = [], changed = [] } = files.get(plan) ?? {};
    return added.length + changed.length > 0;
  };
  const due = plans.filter((plan) => changesAnything(plan) || differs(plan));
  const needs = await missingNeeds(client, plans);
  if (options.dryRun === true)
    for (const plan of due)
      needs.push(...toWarnings(plan.metaTask, await foreseenWarnings(client, plan)));
  const said = options.json !== true;
  if (said) for (const plan of plans) showPlan(plan, files.get(plan), connection);
  if (said) showWarnings(needs);
  if (options.dryRun === true) {
    if (said) stderr.write(`${formatSummary(plans.length, due.length)} Nothing was deployed.\n`);
    else
      printJson(
        buildDeployDocument(connection, plans, { deployed: null, files, needs, skipped: [] }),
      );
    return;
  }
  if (due.length > 0) await confirm(connection, due, options.yes === true);
  const deployed: Deployed[] = [];
  const skipped: Skipped[] = [];
  const brought = new Map<string, number>();
  const left = said && options.withFiles !== true ? await filesLeft(due) : new Map();
  for (const plan of due) {
    const done = await deploy(connection.client, plan, options).catch((error: unknown) => {
      const { metaTask } = plan;
      // With `--all`, such an agent is skipped; if it was named explicitly, it is an error.
      const why = options.all === true ? whyNoAgent(metaTask, error) : null;
      if (why !== null) {
        skipped.push({ metaTask, why });
        return null;
      }
      // Completed deployments are not rolled back, so they are shown before the error.
      if (said) showDeployed(deployed, plans, brought, left, connection);
      throw error;
    });
    if (done === null) continue;
    deployed.push(done);
    const broken = toWarnings(done, done.warnings);
    needs.push(...broken);
    if (said) showWarnings(broken);
    const lacking = files.get(plan);
    if (lacking !== undefined)
      brought.set(done.identifier, (await bringFiles(client, plan, lacking)).length);
  }
  if (said) {
    for (const one of skipped) showSkipped(one);
    showDeployed(deployed, plans, brought, left, connection);
  } else printJson(buildDeployDocument(connection, plans, { deployed, files, needs, skipped }));
}

function toWarnings({ identifier }: { identifier: string }, messages: readonly string[]): Need[] {
  return messages.map((message) => ({ identifier, message }));
}

function showWarnings(warnings: readonly Need[]): void {
  for (const { identifier, message } of warnings)
    stderr.write(`warning: ${identifier}: ${plainLine(message)}\n`);
}

/** Returns the number of files in `workspace/` of meta-tasks that are new on the server, by identifier. */
async function filesLeft(due: readonly DeploymentPlan[]): Promise<Map<string, number>> {
  const left = new Map<string, number>();
  for (const { metaTask, current } of due) {
    if (current !== null || metaTask.file === null) continue;
    // Files that cannot be uploaded do not prevent a deployment; --with-files reports them.
    const files = await authorFiles(metaTask.folder).catch(() => []);
    left.set(metaTask.identifier, files.length);
  }
  return left;
}

async function openMetaTasks(paths: readonly string[], all: boolean): Promise<MetaTaskFolder[]> {
  const roots = paths.length === 0 ? ['.'] : paths;
  const found = all ? (await Promise.all(roots.map(within))).flat() : roots;
  if (found.length === 0)
    throw usageError(
      `There is no ${META_TASK_FILE} in ${roots.map(shownPath).join(', ')} or below.`,
      'metarun new makes one.',
      DOCS,
    );
  const metaTasks: MetaTaskFolder[] = [];
  for (const path of found) metaTasks.push(await openOne(path));
  const seen = new Map<string, MetaTaskFolder>();
  for (const metaTask of metaTasks) {
    const other = seen.get(metaTask.identifier);
    if (other !== undefined && other.scriptFile !== metaTask.scriptFile)
      throw usageError(
        `${shownPath(other.folder)} and ${shownPath(metaTask.folder)} have the same identifier, "${metaTask.identifier}".`,
        `Give one of them another in its ${META_TASK_FILE}.`,
        DOCS,
      );
    seen.set(metaTask.identifier, metaTask);
  }
  return [...seen.values()];
}

async function within(root: string): Promise<string[]> {
  const found = await stat(root).catch(() => null);
  if (found?.isDirectory() !== true) throw usageError(`There is no folder ${root}.`);
  return findMetaTasks(root);
}

/** Opens a meta-task. The error for a folder that only contains meta-tasks further below mentions `--all`. */
async function openOne(path: string): Promise<MetaTaskFolder> {
  const folder = await stat(path).catch(() => null);
  const own =
    folder?.isDirectory() === true && (await stat(join(path, META_TASK_FILE)).catch(() => null));
  if (folder?.isDirectory() !== true || own !== null) return openMetaTask(path);
  const below = await findMetaTasks(path);
  if (below.length === 0) return openMetaTask(path);
  throw usageError(
    `${shownPath(path)} has no ${META_TASK_FILE}, but ${below.length} folders below it have one.`,
    `Give --all to deploy them all, or name some: metarun deploy ${shownPath(below[0] ?? '')}`,
    DOCS,
  );
}

/**
 * Asks for confirmation if the named profile is not the default one, because the deployment then goes to a server other
 * than the usual one.
 */
async function confirm(
  { profile, url, project }: Connection,
  due: readonly DeploymentPlan[],
  yes: boolean,
): Promise<void> {
  if (yes || profile === null || profile === (await readProfiles()).default) return;
  const what = due.length === 1 ? due[0]?.metaTask.identifier : `${due.length} meta-tasks`;
  const message = `Deploy ${what} to ${url}, project ${project} (profile ${profile})?`;
  if (!(await askYes({ message, flag: '--yes' })))
    throw new CommandError('Nothing was deployed.', { code: 'declined', docs: DOCS });
}

function formatSummary(all: number, due: number): string {
  const things = all === 1 ? '1 meta-task' : `${all} meta-tasks`;
  return due === 0 ? `${things}: nothing differs.` : `${things}, of which ${due} would change.`;
}

/** Checks meta-tasks as `metarun check` does. Warnings go to standard error; all errors are thrown together. */
async function checkFirst(metaTasks: readonly MetaTaskFolder[]): Promise<void> {
  const checker = new Checker(readServerConfig());
  try {
    checker.warm(metaTasks.flatMap(({ language }) => language ?? []));
    const reports = await Promise.all(
      metaTasks.map(async (metaTask) => {
        const around = await identifiersAround(metaTask.folder);
        const identifiers = [...metaTasks.map(({ identifier }) => identifier), ...around];
        return checker.checkOpened(metaTask, { identifiers });
      }),
    );
    const diagnostics = reports.flatMap((report) => report.diagnostics);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 0)
      throw new CommandError('The check finds errors, and nothing was deployed.', {
        code: 'check_failed',
        fix: 'Mend them; --no-check leaves them to the server to judge.',
        docs: 'deploy.md#the-check',
        diagnostics: errors,
      });
    for (const diagnostic of diagnostics) stderr.write(`warning: ${placed(diagnostic)}\n`);
  } finally {
    await checker.close();
  }
}
