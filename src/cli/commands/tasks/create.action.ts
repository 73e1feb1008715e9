import { ApiError } from '@metarun/client';
import { CommandError } from '../../toolkit/command-error.js';
import { completeParams, refusedObject } from '../../toolkit/complete-params.js';
import { connect, type ConnectionOptions } from '../../toolkit/connection.js';
import { paramsFlags, readGiven } from '../../toolkit/given-params.js';
import { loadParamsSchema } from '../../toolkit/load-params-schema.js';
import { loadExample } from '../../toolkit/load-example.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { shortId } from '../../toolkit/short-id.js';
import { follow, reportEnd } from './follow.js';
import { ownCommand } from '../../../base/config/own-command.js';
import { stderr, stdout } from '../../toolkit/output.js';

const FLAGS = paramsFlags('cli-tasks.md#create');

interface Options extends ConnectionOptions {
  params?: string;
  param?: readonly string[];
  example?: string;
  name?: string;
  priority?: number;
  runAt?: string;
  idempotencyKey?: string;
  wait?: boolean;
  json?: boolean;
}

export async function runCreate(metaTask: string, options: Options): Promise<void> {
  const { name, priority, runAt, idempotencyKey, wait = false, json = false } = options;
  const given = await readGiven({ whole: options.params, single: options.param }, FLAGS);
  const { client } = await connect(options);
  const example =
    options.example === undefined ? {} : await loadExample(client, metaTask, options.example);
  const whole = { ...given, base: { ...example, ...given.base } };
  const schema = await loadParamsSchema(client, metaTask);
  const wanted = {
    task_type_identifier: metaTask,
    params: await completeParams(whole, schema, FLAGS),
    ...(name !== undefined && { name }),
    ...(priority !== undefined && { priority }),
    ...(runAt !== undefined && { run_at: runAt }),
  };
  const once = idempotencyKey === undefined ? {} : { idempotencyKey };
  const task = await client.tasks.create(wanted, once).catch((error: unknown) => {
    throw refusal(error) ?? error;
  });
  if (wait) {
    if (!json) stderr.write(`task ${task.id}  ${plainLine(task.name)}\n`);
    return reportEnd(await follow(client, task.id, { json }), json);
  }
  if (json) return printJson(task);
  stdout.write(`${task.id}\n`);
  const short = shortId(task.id);
  stderr.write(`${plainLine(task.name)} was created: ${ownCommand(`tasks watch ${short}`)}\n`);
}

function refusal(error: unknown): CommandError | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'invalid_params') return refusedObject(error, FLAGS);
  if (error.code !== 'unknown_task_type') return null;
  return new CommandError(error.detail, {
    code: error.code,
    fix: '`metarun deploy` puts a meta-task there; --project names another project.',
    docs: 'cli-tasks.md#create',
  });
}
