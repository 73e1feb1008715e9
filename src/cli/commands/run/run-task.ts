import { existsSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { findRepositoryRoot, shownPath } from '../../../tooling/authoring/author-path.js';
import { buildScript } from '../../../tooling/authoring/build-script.js';
import { ownInterpreterNote } from '../../../tooling/authoring/image-binding.js';
import { contractNeeds } from '../../../tooling/authoring/contract-needs.js';
import { type MetaTaskFolder, openMetaTask } from '../../../tooling/authoring/meta-task-folder.js';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import { getErrorMessage, MetarunError } from '../../../base/kernel/errors.js';
import type { JsonObject } from '../../../base/kernel/json.js';
import { SCRIPT_LANGUAGES, type ScriptLanguage } from '../../../base/languages/index.js';
import { withScriptPath } from '../../../base/languages/stack.js';
import { LocalHost } from '../../../tooling/local/local-host.js';
import { LocalMetaTasks } from '../../../tooling/local/local-meta-tasks.js';
import type { LocalProject, NewLocalTask } from '../../../tooling/local/local-project.js';
import { closeStarted, type Started } from '../../../tooling/local/local-runtimes.js';
import type { LocalTask, LocalTaskDetail } from '../../../tooling/local/local-task.js';
import { makeOwnFolder } from '../../../tooling/local/own-folder.js';
import { takesParams, completeParams, refusedObject } from '../../toolkit/complete-params.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { paramsFlags, readGiven } from '../../toolkit/given-params.js';
import { plainText } from '../../toolkit/plain-text.js';
import { reportWait } from '../../toolkit/report-wait.js';
import { TaskView } from '../../toolkit/task-view/task-view.js';
import { usedOfModels } from '../../toolkit/task-view/model-usage.js';
import { style } from '../../toolkit/terminal.js';
import { durationText, tookMs } from '../../toolkit/units.js';
import { followRun, type LogLine } from './follow-run.js';
import { parseEvents, parseKnowledge, readSecrets } from '../../toolkit/inputs.js';
import { type Approve, RunAnswers } from './run-answers.js';
import { stderr, stdout } from '../../toolkit/output.js';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { readClientEnvironment } from '../../../base/config/client-environment.js';
import type { SandboxReport } from '../../../sandbox/runtime/sandbox/sandbox.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const FLAGS = paramsFlags('run.md#params');

const WITHOUT_MEMORIES =
  'a run here begins without memories and leaves none: cases of metarun test give some';

/** Options as typed on the command line. */
export interface RunOptions {
  params?: string;
  param?: string[];
  name?: string;
  workspace?: string;
  secret?: string[];
  secrets?: string;
  secretHosts?: string[];
  timeout?: number;
  approve?: readonly Approve[];
  event?: string[];
  model?: string;
  modelProviders?: string;
  knowledge?: string[];
  json?: boolean;
}

interface Ended {
  task: LocalTaskDetail;
  logs: LogLine[];
  /** Paths in the workspace of files that the run has written or deleted. */
  files: string[];
}

/** Runs one task of a meta-task to its end and closes `started`. */
export async function runTask(path: string, options: RunOptions, started: Started): Promise<void> {
  // The run continues and cleans up even if the reader of standard error is gone.
  stderr.ignoreErrors();
  await using unused = new AsyncDisposableStack();
  unused.defer(() => closeStarted(started));
  const metaTask = await openMetaTask(path);
  const given = await readGiven({ whole: options.params, single: options.param }, FLAGS);
  const secrets = await readSecrets(options.secret ?? [], options.secrets);
  const events = parseEvents(options.event ?? []);
  unused.move();
  const host = await openHost(metaTask, options, started);
  let ended: Ended;
  const view = new TaskView({ phases: metaTask.definition.phases ?? [], here: true });
  try {
    const project = await host.createProject('local');
    const knowledge = parseKnowledge(options.knowledge ?? []);
    const overrides = { timeout_seconds: options.timeout, knowledge };
    const { params_schema: schema, identifier } = await new LocalMetaTasks(
      project,
      metaTask,
      overrides,
    ).define();
    const example = exampleFor(metaTask, options, schema);
    if (example !== null) view.say(`with the params of ${shownPath(example)}`);
    const taken = example === null ? given : await readGiven({ whole: example }, FLAGS);
    const params = await completeParams(taken, schema, FLAGS, metaTask.exampleParams);
    for (const [name, value] of secrets) await project.setSecret(name, value, options.secretHosts);
    const workspace = await resolveWorkspace(metaTask, options.workspace);
    if (existsSync(workspace)) await project.importFolder(workspace);
    const notice = await sandboxNotice(host.sandbox);
    if (notice !== null) view.warn(notice);
    if (metaTask.definition.memory != null) view.say(WITHOUT_MEMORIES);
    const ownInterpreter = ownInterpreterNote(metaTask);
    if (ownInterpreter !== null) view.warn(ownInterpreter);
    const task = await begin(project, { identifier, params, name: options.name });
    for (const { name, payload } of events) await task.sendEvent(name, payload);
    ended = await follow(task, view, options.approve ?? ['ask'], () =>
      bringHome(project, workspace),
    );
  } finally {
    view.stop();
    await host.close();
  }
  report(ended, metaTask, view, options.json === true);
}

/** Returns the file with example params if no params are given and the meta-task takes some. */
function exampleFor(
  { exampleParams }: MetaTaskFolder,
  { params, param }: RunOptions,
  schema: JsonObject | null,
): string | null {
  const isGiven = params !== undefined || param !== undefined;
  return isGiven || !takesParams(schema) ? null : exampleParams;
}

async function begin(project: LocalProject, wanted: NewLocalTask): Promise<LocalTask> {
  try {
    return await project.start(wanted);
  } catch (error) {
    if (error instanceof MetarunError && error.code === 'invalid_params')
      throw refusedObject(error, FLAGS);
    throw error;
  }
}

async function openHost(
  metaTask: MetaTaskFolder,
  { model, modelProviders }: RunOptions,
  started: Started,
): Promise<LocalHost> {
  try {
    return await LocalHost.open({
      languages: await listLikelyLanguages(metaTask),
      started,
      onWait: reportWait,
      model,
      modelProviders,
    });
  } catch (error) {
    if (error instanceof GuidedError || error instanceof MetarunError) throw error;
    throw new GuidedError(`Scripts cannot run here: ${getErrorMessage(error)}`, {
      code: 'not_available',
      docs: 'security.md',
      cause: error,
    });
  }
}

/** Returns the languages that a run is most likely to need. */
async function listLikelyLanguages(metaTask: MetaTaskFolder): Promise<readonly ScriptLanguage[]> {
  const { language, definition } = metaTask;
  if (language !== null) return [language];
  const { script } = await buildScript(metaTask);
  const needs = await contractNeeds(script, definition);
  if (needs.metaTasks.length > 0) return SCRIPT_LANGUAGES;
  return needs.language === null ? [] : [needs.language];
}

/** Follows the task to its end, also after errors and interruptions. */
async function follow(
  task: LocalTask,
  view: TaskView,
  approve: readonly Approve[],
  bringHome: () => Promise<string[]>,
): Promise<Ended> {
  let interrupted = false;
  const stopListening = onInterrupt((times) => {
    interrupted = true;
    if (times === 1) view.warn('cancelling; Ctrl-C once more ends it at once');
    (times === 1 ? task.cancel() : task.kill()).catch((error: unknown) =>
      view.warn(getErrorMessage(error)),
    );
  });
  view.start();
  try {
    const logs = await followRun(task, view, new RunAnswers(task, view, approve));
    if (interrupted) process.exitCode = EXIT.interrupted;
    return { task: await task.detail(), logs, files: await bringHome() };
  } catch (error) {
    // The task cannot continue without an answer.
    await task.cancel();
    await task.outcome();
    await bringHome();
    throw error;
  } finally {
    stopListening();
  }
}

/**
 * Returns the folder for the run's files: the named one, `workspace/` beside the script, or the one of the repository.
 */
async function resolveWorkspace(
  { folder }: MetaTaskFolder,
  named: string | undefined,
): Promise<string> {
  if (named !== undefined) return named;
  const beside = join(folder, 'workspace');
  if (existsSync(beside)) return beside;
  return join(findRepositoryRoot(folder), '.metarun', 'workspace');
}

async function bringHome(project: LocalProject, workspace: string): Promise<string[]> {
  if ((await project.listFiles()).length > 0) await makeOwnFolder(workspace);
  return project.exportFolder(workspace);
}

function report(ended: Ended, metaTask: MetaTaskFolder, view: TaskView, json: boolean): void {
  const { task, files } = ended;
  const { status, result } = task;
  if (status !== 'success') process.exitCode ??= EXIT.failed;
  if (json) {
    stdout.write(`${JSON.stringify(ended, null, 2)}\n`);
    return;
  }
  for (const path of files) view.say(`  file ${plainText(path)}`);
  view.say(conclusion(task));
  const used = usedOfModels(task);
  if (used !== null) view.say(`  ${used}`);
  if (status === 'success') stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  const { language, scriptFile } = metaTask;
  if (task.error_stack !== null && language !== null)
    view.say(plainText(withScriptPath(task.error_stack, language, shownPath(scriptFile))));
}

function conclusion(task: LocalTaskDetail): string {
  const { status, error_message: error } = task;
  const took = tookMs(task);
  const time = took === null ? '' : durationText(took);
  if (status === 'success') return style('green', stderr)(`✓ done in ${time}`);
  const why = status === 'failed' ? `: ${plainText(error ?? '')}` : '';
  return style('red', stderr)(`✗ ${status}${time === '' ? '' : ` after ${time}`}${why}`);
}

/** Calls `interrupted` on each Ctrl-C with the number so far. Returns a function that removes the listener. */
function onInterrupt(interrupted: (times: number) => void): () => void {
  let times = 0;
  const listener = (): void => interrupted((times += 1));
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}

/**
 * Returns a notice that no sandbox is available: the first time, and again when the reason has changed or a sandbox was
 * available in between. Returns null otherwise.
 */
async function sandboxNotice({
  level,
  advice,
}: Pick<SandboxReport, 'level' | 'advice'>): Promise<string | null> {
  const file = join(readClientEnvironment().cacheDir, 'no-sandbox.txt');
  if (level !== 1) {
    await rm(file, { force: true }).catch(() => undefined);
    return null;
  }
  const notice = `Scripts run without a sandbox (level 1). ${advice ?? 'METARUN_SANDBOX asks for it.'}`;
  if ((await readFile(file, 'utf8').catch(() => '')) === notice) return null;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, notice);
  } catch {
    // If the notice cannot be recorded, it is shown every time.
  }
  return notice;
}
