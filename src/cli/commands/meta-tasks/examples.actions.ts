import { answerOf, checkAnswer } from '@metarun/client';
import { printDone, printList, timeCell } from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, session } from '../../toolkit/api/session.js';
import { paramsFlags, readGiven, typedObject } from '../../toolkit/given-params.js';
import { loadParamsSchema } from '../../toolkit/load-params-schema.js';
import { printJson } from '../../toolkit/print-json.js';

const EXAMPLES = '/projects/{project_id}/task-types/{task_type}/examples';
const EXAMPLE = `${EXAMPLES}/{name}` as const;
const FLAGS = paramsFlags('cli-admin.md#meta-tasks');

/** Prints the examples of a meta-task, or the params of one example. */
export async function examples(
  metaTask: string,
  name: string | undefined,
  options: ApiOptions,
): Promise<void> {
  const { api, path } = await session(options);
  const place = { ...path, task_type: metaTask };
  if (name !== undefined) {
    const params = { path: { ...place, name } };
    const example = answerOf(await api.GET(EXAMPLE, { params }));
    return printJson(options.json === true ? example : example.params);
  }
  const all = answerOf(await api.GET(EXAMPLES, { params: { path: place } }));
  printList(
    'examples',
    all,
    {
      NAME: (one) => one.name,
      CHANGED: (one) => timeCell(one.updated_at),
      BY: (one) => one.updated_by,
      DESCRIPTION: (one) => one.description,
    },
    options,
  );
}

export async function setExample(
  metaTask: string,
  name: string,
  options: ApiOptions & { params?: string; param?: readonly string[]; description?: string },
): Promise<void> {
  const { params: whole, param: single, description } = options;
  const given = await readGiven({ whole, single }, FLAGS);
  const { api, client, path } = await session(options);
  const params = typedObject(given, await loadParamsSchema(client, metaTask), FLAGS);
  const body = { params, ...(description !== undefined && { description }) };
  const place = { path: { ...path, task_type: metaTask, name } };
  const example = answerOf(await api.PUT(EXAMPLE, { params: place, body }));
  printDone(`${metaTask} has the example ${name}`, example, options);
}

export async function removeExample(
  metaTask: string,
  name: string,
  options: ApiOptions,
): Promise<void> {
  const { api, path } = await session(options);
  await confirmed(`Delete the example ${name} of ${metaTask}?`, options);
  const params = { path: { ...path, task_type: metaTask, name } };
  checkAnswer(await api.DELETE(EXAMPLE, { params }));
  printDone(`the example ${name} is deleted`, { name, deleted: true }, options);
}
