import { ApiError, type MetarunClient, type RerunTask } from '@metarun/client';
import { isJsonObject } from '../../../base/kernel/json.js';
import { ownCommand } from '../../../base/config/own-command.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { usageError } from '../../toolkit/command-error.js';
import { refusedObject } from '../../toolkit/complete-params.js';
import { connect, type ConnectionOptions } from '../../toolkit/connection.js';
import { findTask } from '../../toolkit/find-task.js';
import { paramsFlags, readGiven, typedObject } from '../../toolkit/given-params.js';
import { loadParamsSchema } from '../../toolkit/load-params-schema.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { shortId } from '../../toolkit/short-id.js';
import { follow, reportEnd } from './follow.js';
import { stderr, stdout } from '../../toolkit/output.js';

const FLAGS = paramsFlags('cli-tasks.md#make-a-task-again');

interface Options extends ConnectionOptions {
  params?: string;
  param?: readonly string[];
  taskVersion?: 'same' | 'current' | number;
  fromStep?: string;
  name?: string;
  runAt?: string;
  wait?: boolean;
  json?: boolean;
}

/** Runs `metarun tasks rerun`, which creates a new task from an existing one. */
export async function runRerun(reference: string, options: Options): Promise<void> {
  const { name, runAt, taskVersion, fromStep, wait = false, json = false } = options;
  const given = await readGiven({ whole: options.params, single: options.param }, FLAGS);
  const { client } = await connect(options);
  const id = await findTask(client, reference);
  const original = await client.tasks.get(id);
  const patch = typedObject(given, await loadParamsSchema(client, original.task_type), FLAGS);
  const changes: RerunTask = {
    ...(isJsonObject(patch) && Object.keys(patch).length > 0 && { params: patch }),
    ...(taskVersion !== undefined && { version: taskVersion }),
    ...(fromStep !== undefined && { from_step: await stepId(client, id, fromStep) }),
    ...(name !== undefined && { name }),
    ...(runAt !== undefined && { run_at: runAt }),
  };
  const task = await client.tasks.rerun(id, changes).catch((error: unknown) => {
    const isParams = error instanceof ApiError && error.code === 'invalid_params';
    throw isParams ? refusedObject(error, FLAGS) : error;
  });
  if (wait) {
    if (!json) stderr.write(`task ${task.id}  ${plainLine(task.name)}\n`);
    return reportEnd(await follow(client, task.id, { json }), json);
  }
  if (json) return printJson(task);
  stdout.write(`${task.id}\n`);
  stderr.write(
    `${plainLine(task.name)} was made again: ${ownCommand(`tasks watch ${shortId(task.id)}`)}\n`,
  );
}

/** Returns the id of the step with the given id, or of the only one with the given name. */
async function stepId(client: MetarunClient, taskId: string, given: string): Promise<string> {
  const { items } = await client.tasks.steps(taskId, { limit: 1000 });
  const found = items.filter(({ id, name }) => id === given.toLowerCase() || name === given);
  const [step, other] = found;
  if (step !== undefined && other === undefined) return step.id;
  throw usageError(
    step === undefined
      ? `The task has no step ${quoted(given)}.`
      : `The task has ${found.length} steps ${quoted(given)}.`,
    `\`metarun tasks show ${shortId(taskId)} --json\` has the ids of its steps.`,
    FLAGS.docs,
  );
}
