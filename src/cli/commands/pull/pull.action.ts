import { relative, resolve } from 'node:path';
import { imageById } from '../../../tooling/authoring/deployment-image.js';
import { agentById } from '../../../tooling/authoring/deployment-agent.js';
import type { SandboxReport } from '../../../sandbox/runtime/sandbox/sandbox.js';
import { askYes } from '../../toolkit/ask.js';
import { connect, type ConnectionOptions } from '../../toolkit/connection.js';
import { parseIdentifier } from '../../toolkit/api/server-names.js';
import { shellWord } from '../../toolkit/shell-word.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { shortId } from '../../toolkit/short-id.js';
import { isInteractive, style } from '../../toolkit/terminal.js';
import { bytesText, countText } from '../../toolkit/units.js';
import { TransferView } from '../../toolkit/transfer-view.js';
import { chosenFiles, type Chosen } from './chosen-files.js';
import { filesThen } from './files-then.js';
import { readSecrets } from '../../toolkit/inputs.js';
import type { PulledTask } from '../replay/pulled-task.js';
import { readTask } from './read-task.js';
import { type MayRun, replayTask } from '../replay/replay-task.js';
import { reportReplay } from '../replay/report-replay.js';
import { writeFolder } from './write-folder.js';
import type { ReplayFlags } from '../replay/replay.action.js';
import { findTask } from '../../toolkit/find-task.js';
import { ownCommand } from '../../../base/config/own-command.js';
import { stderr, stdout } from '../../toolkit/output.js';

interface Flags extends ReplayFlags, ConnectionOptions {
  into?: string;
  force?: boolean;
  /** Patterns of files to pull. False pulls none; true or undefined pulls all. */
  files?: readonly string[] | boolean;
  maxMb: number;
  /** Undefined lets the command ask. */
  run?: boolean;
}

const REDACTED = '[redacted]';
const SHOWN = 5;

export async function runPull(reference: string, flags: Flags): Promise<void> {
  const { force = false, network = false, json = false } = flags;
  const secrets = await readSecrets(flags.secret, flags.secrets);
  const { client } = await connect(flags);
  const id = await findTask(client, reference);
  const { pulled, version } = await readTask(client, id);
  const { task } = pulled;
  const folder = resolve(flags.into ?? `${parseIdentifier(task.task_type)}-${shortId(id)}`);
  const ws = version.workspace_id === null ? {} : { ws: version.workspace_id };
  // A task that has not started uses the current files.
  const moment = task.started_at === null ? Date.now() : Date.parse(task.started_at);
  const patterns = Array.isArray(flags.files) ? flags.files : [];
  const all = flags.files === false ? [] : await filesThen(client, ws, moment, patterns);
  const chosen = chosenFiles(all, flags.maxMb * 1_000_000);
  const workspace = await workspaceName(client, version.workspace_id);
  const agent = version.agent_id === null ? null : await agentById(client, version.agent_id);
  const image =
    version.docker_image_id === null ? null : await imageById(client, version.docker_image_id);
  const view = new TransferView(chosen.bytes, json);
  try {
    const fetched = { pulled, version, workspace, agent, image, files: chosen.files, ws };
    await writeFolder(client, folder, fetched, { force, onBytes: (count) => view.advance(count) });
  } finally {
    view.close();
  }
  const shown = relative('', folder) || folder;
  if (!json) reportPulled(shown, pulled, chosen);
  const options = { secrets, network, quiet: json };
  const mayRun = task.started_at === null ? null : permission(flags);
  const replayed =
    mayRun === null ? null : await replayTask(folder, pulled, { ...options, mayRun });
  if (json) {
    if (replayed !== null && replayed.differences.length > 0) process.exitCode = 1;
    return printJson({
      folder: shown,
      task: { id, status: task.status },
      version: version.version,
      steps: pulled.steps.length,
      files: chosen.files.length,
      left_out: chosen.left.map(({ path }) => path),
      as_now: chosen.files.filter(({ asNow }) => asNow).map(({ path }) => path),
      secrets: pulled.secrets,
      replay: replayed,
    });
  }
  stdout.write(`${shown}\n`);
  if (replayed !== null) reportReplay(pulled, replayed, options);
  const when =
    replayed === null ? 'To run it here' : 'Once more, such as after a change of the script';
  stderr.write(`${when}: ${ownCommand(`replay ${shellWord(shown)}`)}\n`);
}

/**
 * Returns the function that decides whether the pulled task may run, by option or by asking. Returns null if it may not
 * run.
 */
function permission({ run, json = false }: Flags): MayRun | null {
  if (run === false) return null;
  if (run === true)
    return async (sandbox) => {
      if (!json) stderr.write(`it runs here, ${describe(sandbox)}\n`);
      return true;
    };
  if (json || !isInteractive()) return null;
  return (sandbox) =>
    askYes({ message: `Run it again here, ${describe(sandbox)}?`, flag: '--run or --no-run' });
}

function describe({ level, kind, does_not_contain }: SandboxReport): string {
  return `at sandbox level ${level} of 3 (${kind}), which does not contain ${does_not_contain}`;
}

async function workspaceName(
  client: Awaited<ReturnType<typeof connect>>['client'],
  id: string | null,
): Promise<string | null> {
  if (id === null) return null;
  return (await client.workspaces.list()).find((one) => one.id === id)?.name ?? null;
}

function reportPulled(shown: string, pulled: PulledTask, { files, left, bytes }: Chosen): void {
  const yellow = style('yellow', stderr);
  const { task, steps, secrets } = pulled;
  const say = (text: string): boolean => stderr.write(`${text}\n`);
  say(
    `${plainLine(task.name)}: ${task.status}, version ${task.task_type_version} of ${plainLine(task.task_type)}`,
  );
  say(
    `${shown}: ${countText(steps.length, 'step')}, ${countText(files.length, 'file')} (${bytesText(bytes)})`,
  );
  if (left.length > 0)
    say(
      yellow(`left out, since they are too many or too large (--files, --max-mb): ${listed(left)}`),
    );
  const asNow = files.filter((file) => file.asNow);
  if (asNow.length > 0)
    say(yellow(`as they are now, since what they were is not kept: ${listed(asNow)}`));
  if (JSON.stringify([task, steps]).includes(REDACTED))
    say(yellow(`where a secret stood it says ${REDACTED}`));
  if (secrets.length > 0)
    say(
      `the script asks for secrets, which stay on the server: ${secrets.map((name) => `--secret ${shellWord(name)}=…`).join(' ')}`,
    );
}

function listed(files: readonly { path: string }[]): string {
  const more = files.length > SHOWN ? ` and ${files.length - SHOWN} more` : '';
  return `${files
    .slice(0, SHOWN)
    .map(({ path }) => plainLine(path))
    .join(', ')}${more}`;
}
