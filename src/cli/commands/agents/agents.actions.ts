import { answerOf, ApiError } from '@metarun/client';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import { readObjectFile } from '../../../tooling/authoring/json-file.js';
import { allPages } from '../../toolkit/api/all-pages.js';
import { printDone, printList, printOne, timeCell } from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, session } from '../../toolkit/api/session.js';
import { printCurrent, printVersions, versionLine } from '../../toolkit/api/versions.js';
import { CommandError } from '../../toolkit/command-error.js';
import { stdout } from '../../toolkit/output.js';

const AGENTS = '/projects/{project_id}/agents';
const AGENT = `${AGENTS}/{agent}` as const;
/** Members of `agents show --json` that are not fields of an agent. A file may contain them, and they are ignored. */
const NO_FIELDS = [
  'id',
  'version',
  'current_version',
  'created_by',
  'note',
  'created_at',
  'version_created_at',
  'updated_at',
  'archived_at',
];

export async function list(options: ApiOptions & { archived?: boolean }): Promise<void> {
  const { api, path } = await session(options);
  const query = {
    archived: options.archived === true ? 'true' : 'false',
    fields: options.json === true ? 'all' : 'summary',
  } as const;
  const all = await allPages((page) =>
    api.GET(AGENTS, { params: { path, query: { ...page, ...query } } }),
  );
  printList(
    'agents',
    all,
    {
      IDENTIFIER: ({ identifier }) => identifier,
      VERSION: (one) => one.current_version,
      MODEL: ({ model }) => model ?? 'the default',
      CHANGED: (one) => timeCell(one.version_created_at),
      BY: (one) => one.created_by,
      NAME: ({ name }) => name,
    },
    options,
  );
}

export async function show(
  agent: string,
  options: ApiOptions & { version?: number; instructions?: boolean },
): Promise<void> {
  const { api, path } = await session(options);
  const { version } = options;
  const params = { ...path, agent };
  const one = answerOf(
    version === undefined
      ? await api.GET(AGENT, { params: { path: params } })
      : await api.GET(`${AGENT}/versions/{version}`, {
          params: { path: { ...params, version: String(version) } },
        }),
  );
  if (options.instructions === true && options.json !== true)
    return printInstructions(one.instructions);
  const { instructions, limits } = one;
  printOne(
    one,
    {
      name: one.name,
      identifier: one.identifier,
      id: one.id,
      version: versionLine(one),
      archived: one.archived_at,
      description: one.description,
      model: one.model ?? 'the default of the server',
      tools: one.tools.join(', ') || null,
      approve: one.approve.join(', ') || null,
      knowledge: one.knowledge.join(', ') || null,
      limits: limits === null ? null : JSON.stringify(limits),
      temperature: one.temperature,
      reasoning: one.reasoning,
      instructions:
        instructions === null ? 'none' : `${instructions.split('\n').length} lines: --instructions`,
    },
    options,
  );
}

export async function create(file: string, options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const { fields, placed } = await readFields(file);
  const body = fields as { name: string };
  const one = await placed(async () =>
    answerOf(await api.POST(AGENTS, { params: { path }, body })),
  );
  printDone(`${one.identifier} is made`, one, options);
}

export async function change(agent: string, file: string, options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const { fields, placed } = await readFields(file);
  const { identifier: _identifier, ...body } = fields;
  const params = { path: { ...path, agent } };
  const one = await placed(async () => answerOf(await api.PATCH(AGENT, { params, body })));
  printCurrent(one, options);
}

export async function versions(agent: string, options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const params = { ...path, agent };
  const fields = options.json === true ? 'all' : 'summary';
  const all = await allPages((page) =>
    api.GET(`${AGENT}/versions`, { params: { path: params, query: { ...page, fields } } }),
  );
  printVersions(all, options);
}

export async function rollback(agent: string, version: string, options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const params = { path: { ...path, agent, version } };
  const one = answerOf(await api.POST(`${AGENT}/versions/{version}/restore`, { params }));
  printCurrent(one, options);
}

export async function archive(agent: string, options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  await confirmed(`Archive ${agent}? Tasks that it would carry out are refused then.`, options);
  const params = { path: { ...path, agent } };
  const one = answerOf(await api.POST(`${AGENT}/archive`, { params }));
  printDone(`${agent} is archived`, one, options);
}

export async function restore(agent: string, options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const params = { path: { ...path, agent } };
  const one = answerOf(await api.POST(`${AGENT}/restore`, { params }));
  printDone(`${agent} is back`, one, options);
}

/**
 * Reads the fields of an agent from a file. Also returns a function that reports validation errors at their places in
 * it.
 */
async function readFields(file: string) {
  const { object, yaml } = await readObjectFile(file);
  const fields = Object.entries(object).filter(([name]) => !NO_FIELDS.includes(name));
  const placed = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.errors.length === 0) throw error;
      throw new GuidedError(`The server does not take ${file}.`, {
        code: error.code,
        docs: 'agents.md#agents',
        diagnostics: error.errors.map(({ pointer, message }) => ({
          message,
          pointer,
          file,
          ...yaml.locatePointer(pointer),
        })),
        cause: error,
      });
    }
  };
  return { fields: Object.fromEntries(fields), placed };
}

function printInstructions(instructions: string | null): void {
  if (instructions === null)
    throw new CommandError('This version has no instructions.', { code: 'no_instructions' });
  stdout.writeContent(instructions);
}
