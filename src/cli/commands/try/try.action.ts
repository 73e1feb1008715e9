import { answerOf, ApiError, type MetarunClient, type Task } from '@metarun/client';
import type { JsonObject } from '../../../base/kernel/json.js';
import { prepareTrial, type Trial } from '../../../tooling/authoring/trial.js';
import { openMetaTask } from '../../../tooling/authoring/meta-task-folder.js';
import { completeParams, refusedObject } from '../../toolkit/complete-params.js';
import { connect, type ConnectionOptions } from '../../toolkit/connection.js';
import { paramsFlags, readGiven } from '../../toolkit/given-params.js';
import { loadExample } from '../../toolkit/load-example.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { follow, reportEnd } from '../tasks/follow.js';
import { stderr } from '../../toolkit/output.js';

export interface TryOptions extends ConnectionOptions {
  params?: string;
  param?: readonly string[];
  example?: string;
  json?: boolean;
}

const FLAGS = paramsFlags('deploy.md#without-deploying');

/** Runs `metarun try`: runs a draft of the meta-task and follows it to its end. */
export async function runTry(path: string, options: TryOptions): Promise<void> {
  const { json = false } = options;
  const metaTask = await openMetaTask(path);
  const given = await readGiven({ whole: options.params, single: options.param }, FLAGS);
  const { client } = await connect(options);
  const { identifier } = metaTask;
  const example =
    options.example === undefined ? {} : await loadExample(client, identifier, options.example);
  const trial = await prepareTrial(client, metaTask);
  const whole = { ...given, base: { ...example, ...given.base } };
  const params = await completeParams(whole, trial.schema, FLAGS);
  const task = await tried(client, trial, params).catch((error: unknown) => {
    const isOfParams = error instanceof ApiError && error.code === 'invalid_params';
    throw isOfParams ? refusedObject(error, FLAGS) : error;
  });
  if (!json) stderr.write(`draft ${task.id}  ${plainLine(task.name)}\n`);
  reportEnd(await follow(client, task.id, { json }), json);
}

async function tried(
  client: MetarunClient,
  { identifier, isNew, name, fields }: Trial,
  params: JsonObject,
): Promise<Task> {
  const { project: project_id } = client;
  if (isNew)
    return answerOf(
      await client.api.POST('/projects/{project_id}/task-types/try', {
        params: { path: { project_id } },
        body: { ...fields, name, identifier, params },
      }),
    );
  return answerOf(
    await client.api.POST('/projects/{project_id}/task-types/{task_type}/try', {
      params: { path: { project_id, task_type: identifier } },
      body: { ...fields, params },
    }),
  );
}
