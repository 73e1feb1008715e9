import { answerOf, type ListedMetaTask } from '@metarun/client';
import { printJson } from '../../toolkit/print-json.js';
import { allPages } from '../../toolkit/api/all-pages.js';
import {
  printDone,
  printList,
  printOne,
  printWarnings,
  timeCell,
} from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, session } from '../../toolkit/api/session.js';
import { printCurrent, printVersions, versionLine } from '../../toolkit/api/versions.js';
import { CommandError } from '../../toolkit/command-error.js';
import { plainLine, plainText } from '../../toolkit/plain-text.js';
import { stdout } from '../../toolkit/output.js';

const META_TASKS = '/projects/{project_id}/task-types/';
const META_TASK = `${META_TASKS}{task_type}` as const;

export async function list(
  options: ApiOptions & { archived?: boolean; query?: string },
): Promise<void> {
  const { api, path } = await session(options);
  const archived = options.archived === true ? 'true' : 'false';
  const query = {
    archived,
    fields: options.json === true ? 'all' : 'summary',
    with: 'activity',
    ...(options.query !== undefined && { q: options.query }),
  } as const;
  const all = await allPages((page) =>
    api.GET(META_TASKS, { params: { path, query: { ...page, ...query } } }),
  );
  printList(
    'meta_tasks',
    all,
    {
      IDENTIFIER: ({ identifier }) => identifier,
      VERSION: (one) => one.current_version,
      LANGUAGE: (one) => one.script_language,
      CHANGED: (one) => timeCell(one.version_created_at),
      BY: (one) => one.created_by,
      'LAST RUN': ({ activity }) => formatLastRun(activity),
      NAME: ({ name }) => name,
    },
    options,
  );
}

export async function show(
  metaTask: string,
  options: ApiOptions & { version?: number; script?: boolean },
): Promise<void> {
  const { client } = await session(options);
  const { version } = options;
  const one = await client.metaTasks.get(metaTask, version === undefined ? {} : { version });
  if (options.script === true && options.json !== true) return printScript(one.script);
  printOne(
    one,
    {
      name: one.name,
      identifier: one.identifier,
      id: one.id,
      version: versionLine(one),
      archived: one.archived_at,
      description: one.description,
      language: one.script_language,
      network: [one.network, ...one.allowed_hosts].join(' '),
      workspace: one.workspace_id,
      'time limit': one.timeout_seconds === null ? null : `${one.timeout_seconds} s`,
      attempts: one.max_attempts,
      params: one.params_schema === null ? 'anything' : JSON.stringify(one.params_schema),
      script: one.script === null ? 'none' : `${one.script.split('\n').length} lines: --script`,
    },
    options,
  );
}

export async function sources(
  metaTask: string,
  options: ApiOptions & { version?: number },
): Promise<void> {
  const { api, client, path } = await session(options);
  const number = options.version ?? (await client.metaTasks.get(metaTask)).current_version;
  const params = { path: { ...path, task_type: metaTask, version: String(number) } };
  const files = answerOf(await api.GET(`${META_TASK}/versions/{version}/sources`, { params }));
  if (options.json === true) return printJson({ sources: files });
  for (const { path: file, content } of files)
    stdout.write(`==> ${plainLine(file)} <==\n${plainText(content)}\n`);
}

export async function versions(metaTask: string, options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const params = { ...path, task_type: metaTask };
  const fields = options.json === true ? 'all' : 'summary';
  const all = await allPages((page) =>
    api.GET(`${META_TASK}/versions`, { params: { path: params, query: { ...page, fields } } }),
  );
  printVersions(all, options);
}

export async function rollback(
  metaTask: string,
  version: string,
  options: ApiOptions,
): Promise<void> {
  const { api, path } = await session(options);
  const params = { path: { ...path, task_type: metaTask, version } };
  const one = answerOf(await api.POST(`${META_TASK}/versions/{version}/restore`, { params }));
  printCurrent(one, options);
  printWarnings(one.warnings);
}

export async function archive(metaTask: string, options: ApiOptions): Promise<void> {
  const { client } = await session(options);
  await confirmed(`Archive ${metaTask}? It takes no tasks then.`, options);
  const archived = await client.metaTasks.archive(metaTask);
  printDone(`${metaTask} is archived`, archived, options);
  printWarnings(archived.warnings);
}

export async function restore(metaTask: string, options: ApiOptions): Promise<void> {
  const { client } = await session(options);
  const restored = await client.metaTasks.restore(metaTask);
  printDone(`${metaTask} is back`, restored, options);
  printWarnings(restored.warnings);
}

function formatLastRun(activity: ListedMetaTask['activity']): string {
  if (activity?.last_run == null) return '';
  const { status, at } = activity.last_run;
  return `${status} ${timeCell(at)}`;
}

function printScript(script: string | null): void {
  if (script === null) throw new CommandError('This version has no script.', { code: 'no_script' });
  stdout.writeContent(script);
}
