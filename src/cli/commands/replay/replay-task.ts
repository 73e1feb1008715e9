import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onThisMachine } from '../../../tooling/authoring/image-binding.js';
import { buildScript, splitScript } from '../../../tooling/authoring/build-script.js';
import { type MetaTaskFolder, openMetaTask } from '../../../tooling/authoring/meta-task-folder.js';
import type { MetaTask } from '@metarun/client';
import { LocalHost } from '../../../tooling/local/local-host.js';
import type { LocalDefinition, LocalProject } from '../../../tooling/local/local-project.js';
import type { LocalTask, LocalTaskDetail } from '../../../tooling/local/local-task.js';
import type { RecordedStep } from '../../../tooling/local/recorded-steps.js';
import type { Json } from '../../../base/kernel/json.js';
import { isFinished } from '../../../workflow/engine/state/task-status.js';
import type { SandboxReport } from '../../../sandbox/runtime/sandbox/sandbox.js';
import { CommandError } from '../../toolkit/command-error.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { localEvent } from '../../toolkit/task-view/shown-event.js';
import { TaskView } from '../../toolkit/task-view/task-view.js';
import { reportWait } from '../../toolkit/report-wait.js';
import { type Difference, differences } from './differences.js';
import { RAN_FILE, type PulledTask, WORKSPACE_FOLDER } from './pulled-task.js';

export interface ReplayOptions {
  secrets: ReadonlyMap<string, string>;
  network: boolean;
  /** Suppresses output while the task runs. */
  quiet: boolean;
}

/** Decides whether the script may run in the given sandbox. */
export type MayRun = (sandbox: SandboxReport) => Promise<boolean>;

/** A completed replay, compared with the task on the server. */
export interface Replayed {
  task: LocalTaskDetail;
  /** Differences from the task on the server. */
  differences: Difference[];
  /** Wait at which the replay and the server's task stopped; null if the replay has ended. */
  waits: string | null;
  /** True if the meta-task may use the network and the replay could not. */
  network_off: boolean;
}

type Network = Pick<LocalDefinition, 'network' | 'allowed_hosts'>;

const NO_NETWORK: Network = { network: 'none', allowed_hosts: [] };

/**
 * Runs a pulled task in this process with the recorded results of its steps, in the same kind of sandbox as on a
 * server. `mayRun` is called before anything runs; if it returns false, the result is null.
 */
export async function replayTask(
  folder: string,
  pulled: PulledTask,
  { mayRun, ...options }: ReplayOptions & { mayRun: MayRun },
): Promise<Replayed | null> {
  const metaTask = onThisMachine(await openMetaTask(folder));
  const { language } = metaTask;
  if (language === null)
    throw new CommandError(
      'The task was run by an agent, and tasks of scripts alone are replayed.',
      {
        code: 'not_available',
        fix: 'Run its contract again: `metarun run` with --model.',
        docs: 'agents.md#running-it-here',
      },
    );
  const script = await readOrBuildScript(folder, metaTask);
  const network = options.network ? {} : NO_NETWORK;
  const host = await LocalHost.open({
    onWait: reportWait,
    ...(pulled.children.length === 0 && { languages: [language] }),
  });
  try {
    if (!(await mayRun(host.sandbox))) return null;
    const project = await host.createProject('replay');
    for (const child of pulled.children) await defineChild(project, child, network);
    for (const [name, value] of options.secrets) await project.setSecret(name, value);
    const files = join(folder, WORKSPACE_FOLDER);
    await mkdir(files, { recursive: true });
    await project.importFolder(files);
    // The records cover one attempt.
    const { identifier } = await project.define({
      ...metaTask.definition,
      ...network,
      max_attempts: 1,
      identifier: metaTask.identifier,
      script,
      script_language: language,
    });
    const task = await project.start({
      identifier,
      params: pulled.task.params,
      name: pulled.task.name,
      steps: toRecordedSteps(pulled),
    });
    const replayed = await followed(task, pulled, metaTask.definition.phases ?? [], options.quiet);
    const isOff = !options.network && metaTask.definition.network !== 'none';
    return { ...replayed, network_off: isOff };
  } finally {
    await host.close();
  }
}

/**
 * Returns the script that ran if the files it was built from are unchanged; otherwise builds it from the current files.
 */
async function readOrBuildScript(folder: string, metaTask: MetaTaskFolder): Promise<string> {
  const ran = await readFile(join(folder, RAN_FILE), 'utf8').catch(() => '');
  const split = metaTask.language === null ? null : splitScript(metaTask.language, ran);
  if (split !== null && (await areSame(folder, split.files))) return ran;
  return (await buildScript(metaTask)).script;
}

async function areSame(folder: string, files: ReadonlyMap<string, string>): Promise<boolean> {
  for (const [path, content] of files)
    if ((await readFile(join(folder, path), 'utf8').catch(() => null)) !== content) return false;
  return true;
}

async function defineChild(
  project: LocalProject,
  child: MetaTask,
  network: Network,
): Promise<void> {
  if (child.script === null) return;
  const { identifier, script, script_language, name, timeout_seconds, memory_mb } = child;
  await project.define({
    identifier,
    script,
    script_language,
    name,
    timeout_seconds,
    memory_mb,
    network: child.network,
    allowed_hosts: child.allowed_hosts,
    ...network,
  });
}

function toRecordedSteps({ steps, approvals }: PulledTask): RecordedStep[] {
  const decided = new Map(approvals.map((approval) => [approval.id, approval]));
  return steps.map((step) => {
    const approval = step.kind === 'approval' ? decided.get(step.id) : undefined;
    return approval === undefined ? step : { ...step, approval };
  });
}

async function followed(
  task: LocalTask,
  pulled: PulledTask,
  phases: readonly string[],
  quiet: boolean,
): Promise<Omit<Replayed, 'network_off'>> {
  const view = quiet ? null : new TaskView({ phases });
  view?.start();
  let interrupted = false;
  const stop = (): void => {
    if (interrupted) void task.kill();
    else void task.cancel();
    interrupted = true;
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  let waits: string | null = null;
  try {
    for await (const event of task.events()) {
      view?.show(localEvent(event));
      const { type, data } = event;
      if (type === 'status' && data['status'] === 'waiting') {
        waits = await waitsInVain(task, pulled);
        if (waits !== null) await task.kill();
      }
    }
  } finally {
    view?.stop();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
  if (interrupted)
    throw new CommandError('The replay was ended.', {
      code: 'interrupted',
      exit: EXIT.interrupted,
    });
  const detail = await task.detail();
  return {
    task: detail,
    waits,
    differences: waits === null ? differences(ended(pulled.task), ended(detail)) : [],
  };
}

/** Returns what the task waits for if no record can end the wait, otherwise null. */
async function waitsInVain(task: LocalTask, { steps }: PulledTask): Promise<string | null> {
  const { waiting_on: waiting, status } = await task.detail();
  const decided = steps.filter(({ kind, status }) => kind === 'approval' && isFinished(status));
  const vain = waiting.filter(
    ({ kind, name }) =>
      kind !== 'task' && (kind !== 'approval' || !decided.some((step) => step.name === name)),
  );
  if (status !== 'waiting' || vain.length === 0) return null;
  return vain.map(({ kind, name }) => (kind === name ? kind : `${kind} "${name}"`)).join(', ');
}

/** Returns the fields that describe a task's outcome. */
function ended(
  task: Pick<LocalTaskDetail, 'status' | 'error_code' | 'error_message' | 'result'>,
): Json {
  const { status, error_code, error_message, result } = task;
  return { status, error_code, error_message, result };
}
