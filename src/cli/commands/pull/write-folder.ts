import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { MetarunClient, MetaTask } from '@metarun/client';
import { isScriptLanguage, LANGUAGES } from '../../../base/languages/index.js';
import { splitScript } from '../../../tooling/authoring/build-script.js';
import { AGENT_FILE } from '../../../tooling/authoring/script-file.js';
import { PULLED_FILE } from '../../../tooling/authoring/meta-task-folder.js';
import { CommandError, usageError } from '../../toolkit/command-error.js';
import { removedAtExit } from '../../toolkit/interrupted-transfer.js';
import { toBodyStream } from '../files/cat.action.js';
import { isTaken, targetBelow, writeWhole } from '../../toolkit/safe-target.js';
import type { FileThen } from './files-then.js';
import { metaTaskYaml } from './meta-task-yaml.js';
import { RAN_FILE, PARAMS_FILE, type PulledTask, WORKSPACE_FOLDER } from '../replay/pulled-task.js';

export interface Fetched {
  pulled: PulledTask;
  version: MetaTask;
  /** Name of the bound workspace; null for the default one. */
  workspace: string | null;
  /** Identifier of the bound agent. */
  agent: string | null;
  /** Name of the bound image. */
  image: string | null;
  files: readonly FileThen[];
  ws: { ws?: string };
}

/**
 * Creates the folder of a pulled task. It is written to a temporary location first, so no process sees an incomplete
 * folder. `onFile` is called for each downloaded file.
 */
export async function writeFolder(
  client: MetarunClient,
  folder: string,
  fetched: Fetched,
  { force, onBytes }: { force: boolean; onBytes: (count: number) => void },
): Promise<void> {
  await refuseTaken(folder, force);
  await mkdir(dirname(folder), { recursive: true });
  const next = join(dirname(folder), `.${basename(folder)}.${randomBytes(6).toString('hex')}`);
  const unfinished = removedAtExit(next);
  await mkdir(next);
  try {
    await writeMetaTask(next, fetched);
    await writeFiles(client, join(next, WORKSPACE_FOLDER), fetched, onBytes);
    if (force) await rm(folder, { recursive: true, force: true });
    await rename(next, folder);
  } catch (error) {
    await rm(next, { recursive: true, force: true });
    throw error;
  } finally {
    unfinished[Symbol.dispose]();
  }
}

/** Throws if the folder exists and was not created by a pull. */
async function refuseTaken(folder: string, force: boolean): Promise<void> {
  if (!(await isTaken(folder))) return;
  const shown = relative('', folder) || folder;
  if (!force)
    throw usageError(`${shown} already exists.`, 'Give --force to replace it, or --into.');
  const isPulled = await stat(join(folder, PULLED_FILE)).catch(() => null);
  if (isPulled === null || folder === process.cwd())
    throw new CommandError(`${shown} was not made by metarun pull: it is left as it is.`, {
      code: 'not_pulled',
      fix: 'Give another place by --into.',
    });
}

async function writeMetaTask(
  folder: string,
  { pulled, version, workspace, agent, image }: Fetched,
): Promise<void> {
  const usual = resolveScriptFile(version);
  const stored = version.script ?? '';
  await mkdir(dirname(join(folder, PULLED_FILE)));
  const { script_language: language } = version;
  const isScript = version.execution_mode === 'script' && isScriptLanguage(language);
  const split = isScript ? splitScript(language, stored) : null;
  const { entry, files } = split ?? { entry: usual, files: new Map([[usual, stored]]) };
  for (const [path, content] of files) {
    const target = targetBelow(folder, '/', `/${path}`);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, { flag: 'wx' });
  }
  // The stored script is kept for replays with unchanged files, since its packages may not be installed here.
  if (split !== null) await writeFile(join(folder, RAN_FILE), stored);
  await writeFile(
    join(folder, 'metatask.yaml'),
    metaTaskYaml(version, entry, { workspace, agent, image }),
  );
  await writeFile(join(folder, PARAMS_FILE), json(pulled.task.params));
  // The file may contain params and results, so only the current user may read it.
  await writeFile(join(folder, PULLED_FILE), json(pulled), { mode: 0o600 });
}

/** Returns the name of the script file. A newer server may have languages that this version does not know. */
function resolveScriptFile(version: MetaTask): string {
  if (version.execution_mode === 'agent') return AGENT_FILE;
  const language: string = version.script_language;
  if (isScriptLanguage(language)) return LANGUAGES[language].scriptFile;
  throw new CommandError(`Its script is in ${language}, which this version does not know.`, {
    code: 'not_available',
    fix: 'Update metarun to the version of the server.',
    docs: 'pull.md',
  });
}

async function writeFiles(
  client: MetarunClient,
  folder: string,
  { files, ws }: Fetched,
  onBytes: (count: number) => void,
): Promise<void> {
  await mkdir(folder);
  for (const { path, size, version } of files) {
    const options = version === null ? ws : { ...ws, version };
    const response = await client.files.readRaw(path, options);
    const target = targetBelow(folder, '/', path);
    // The response has no Content-Length if a proxy has compressed it.
    const bounds = { size: null, most: size };
    await writeWhole(target, toBodyStream(response), { within: folder, ...bounds, onBytes });
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
