import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Approval, MetaTask, TaskDetail, TaskStep } from '@metarun/client';
import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import { PULLED_FILE } from '../../../tooling/authoring/meta-task-folder.js';
import { CommandError } from '../../toolkit/command-error.js';
import { EXIT } from '../../toolkit/exit-codes.js';

/** A task as pulled from a server. */
export interface PulledTask {
  /** Format of the file. Versions of metarun that do not know it reject the file. */
  format: 1;
  server: string;
  project: string;
  /** ISO 8601 time. */
  pulled_at: string;
  task: Omit<TaskDetail, 'params' | 'result'> & { params: JsonObject; result: Json };
  steps: (Omit<TaskStep, 'result' | 'detail'> & { result: Json; detail: Json })[];
  approvals: Approval[];
  /** Current versions of the children's meta-tasks, for running a failed child again. */
  children: MetaTask[];
  /** Names of secrets that occur literally in the script. */
  secrets: string[];
}

/** Path of the script that ran, if the folder contains the files it was built from. */
export const RAN_FILE = join('.metarun', 'script');
export const PARAMS_FILE = 'params.json';
export const WORKSPACE_FOLDER = 'workspace';

const DOCS = 'pull.md#the-folder';

/** Reads the pulled task of a folder. Throws CommandError for any other folder. */
export async function readPulled(folder: string): Promise<PulledTask> {
  const file = join(folder, PULLED_FILE);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${folder} holds no task that was pulled.`, {
      code: 'not_pulled',
      exit: EXIT.usage,
      fix: 'Name a folder that `metarun pull` has made; `metarun run` runs any other meta-task.',
      docs: DOCS,
    });
  });
  const pulled: unknown = parsed(text);
  if (isPulled(pulled)) return pulled;
  throw new CommandError(`${file} cannot be read by this version of metarun.`, {
    code: 'unknown_format',
    fix: 'Pull the task again.',
    docs: DOCS,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns whether a value has the parts that a replay needs. The engine validates the records. */
export function isPulled(value: unknown): value is PulledTask {
  if (!isJsonObject(value) || value['format'] !== 1) return false;
  const { task, steps, approvals, children, secrets } = value;
  const lists: (Json | undefined)[] = [steps, approvals, children, secrets];
  if (!isJsonObject(task) || !lists.every((list) => Array.isArray(list))) return false;
  const texts = [task['id'], task['status'], task['task_type'], task['name']];
  return texts.every((text) => typeof text === 'string') && isJsonObject(task['params']);
}
