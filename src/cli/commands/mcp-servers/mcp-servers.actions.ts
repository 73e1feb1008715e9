import { answerOf, checkAnswer, type components } from '@metarun/client';
import { isJsonObject } from '../../../base/kernel/json.js';
import { allPages, readPages } from '../../toolkit/api/all-pages.js';
import { findOne } from '../../toolkit/api/find-one.js';
import { idCell, printDone, printList, printOne, timeCell } from '../../toolkit/api/print.js';
import { readJson } from '../../toolkit/api/read-json.js';
import { type ApiOptions, confirmed, session } from '../../toolkit/api/session.js';
import { usageError } from '../../toolkit/command-error.js';

type McpServer = components['schemas']['McpServerDto'];
type McpTool = components['schemas']['McpToolDto'];
type Auth = components['schemas']['McpAuthDto'];
type Change = components['schemas']['UpdateMcpServerDto'];

const SERVERS = '/projects/{project_id}/mcp-servers';
const SERVER = `${SERVERS}/{server_id}` as const;
const DOCS = 'mcp-client.md#servers';

interface Fields extends ApiOptions {
  name?: string;
  address?: string;
  secret?: string;
  header?: string;
  auth?: string;
  tool?: string[];
  timeout?: number;
  concurrency?: number;
}

export async function list(options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  printList(
    'mcp_servers',
    answerOf(await api.GET(SERVERS, { params: { path } })),
    {
      ID: ({ id }) => idCell(id),
      NAME: ({ name }) => name,
      URL: ({ url }) => url ?? 'of the installation',
      TOOLS: ({ tools }) => tools.join(' '),
      STATE: describeServerState,
    },
    options,
  );
}

export async function add(name: string, url: string, options: Fields): Promise<void> {
  const { api, path } = await session(options);
  const body = { ...(await buildChange(options)), name, url };
  const made = answerOf(await api.POST(SERVERS, { params: { path }, body }));
  const params = { path: { ...path, server_id: made.id } };
  const { server, tools } = answerOf(await api.POST(`${SERVER}/refresh`, { params }));
  printDone(`${name} is added, with ${counted(tools)}`, { ...server, known_tools: tools }, options);
}

export async function show(reference: string, options: ApiOptions): Promise<void> {
  const { api, params } = await found(reference, options);
  const one = answerOf(await api.GET(SERVER, { params }));
  printOne(
    one,
    {
      name: one.name,
      id: one.id,
      url: one.url ?? 'of the installation',
      auth: [one.auth.kind, one.auth.secret, one.auth.header].filter(Boolean).join(' '),
      'may be called': one.tools.join(' '),
      timeout: `${one.timeout_seconds} s`,
      'at once': one.max_concurrency,
      state: describeServerState(one),
      asked: one.checked_at === null ? null : timeCell(one.checked_at),
      changed: one.updated_at === null ? null : `${timeCell(one.updated_at)} by ${one.updated_by}`,
    },
    options,
  );
}

export async function change(reference: string, options: Fields): Promise<void> {
  const { api, params } = await found(reference, options);
  const body = await buildChange(options);
  if (Object.keys(body).length === 0)
    throw usageError('Nothing is to be changed.', 'Give what changes, such as --tool.', DOCS);
  const one = answerOf(await api.PATCH(SERVER, { params, body }));
  printDone(`${one.name} is changed`, one, options);
}

export async function refresh(reference: string, options: ApiOptions): Promise<void> {
  const { api, params } = await found(reference, options);
  const answer = answerOf(await api.POST(`${SERVER}/refresh`, { params }));
  printDone(`${answer.server.name} has ${counted(answer.tools)}`, answer, options);
}

export async function tools(reference: string, options: ApiOptions): Promise<void> {
  const { api, params } = await found(reference, options);
  printList(
    'tools',
    await allPages((query) => api.GET(`${SERVER}/tools`, { params: { ...params, query } })),
    {
      NAME: ({ name }) => name,
      STATE: ({ state }) => state,
      HASH: ({ hash }) => hash.slice(0, 12),
      ACCEPTED: ({ accepted_by }) => accepted_by ?? '',
      DESCRIPTION: ({ description }) => description?.split('\n', 1)[0] ?? '',
    },
    options,
  );
}

export async function calls(
  reference: string,
  { limit, ...options }: ApiOptions & { limit: number },
): Promise<void> {
  const { api, params } = await found(reference, options);
  const { items, more } = await readPages(
    (query) => api.GET(`${SERVER}/calls`, { params: { ...params, query } }),
    limit,
  );
  printList(
    'calls',
    items,
    {
      AT: ({ at }) => timeCell(at),
      TASK: ({ task_id }) => idCell(task_id),
      TOOL: ({ tool }) => tool,
      MS: ({ duration_ms }) => duration_ms,
      OUTCOME: ({ outcome }) => outcome,
    },
    { ...options, more },
  );
}

export async function accept(reference: string, tool: string, options: ApiOptions): Promise<void> {
  const { api, params } = await found(reference, options);
  const one = answerOf(
    await api.POST(`${SERVER}/tools/{tool}/accept`, {
      params: { path: { ...params.path, tool } },
      body: {},
    }),
  );
  printDone(`${tool} is accepted, and ${one.state}`, one, options);
}

export async function remove(reference: string, options: ApiOptions): Promise<void> {
  const { api, params, server } = await found(reference, options);
  await confirmed(`Delete the MCP server ${server.name}?`, options);
  checkAnswer(await api.DELETE(SERVER, { params }));
  printDone(`${server.name} is deleted`, { deleted: server.id }, options);
}

async function buildChange(options: Fields): Promise<Change> {
  const { name, address: url, tool, timeout, concurrency } = options;
  const auth = await readAuth(options);
  return {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(auth !== undefined && { auth }),
    ...(tool !== undefined && { tools: tool }),
    ...(timeout !== undefined && { timeout_seconds: timeout }),
    ...(concurrency !== undefined && { max_concurrency: concurrency }),
  };
}

async function readAuth({ secret, header, auth }: Fields): Promise<Auth | undefined> {
  if (auth !== undefined) {
    const given = await readJson(auth, 'auth', DOCS);
    // The server validates the members.
    if (isJsonObject(given)) return given as unknown as Auth;
    throw usageError('--auth takes a JSON object.', undefined, DOCS);
  }
  if (secret === undefined) {
    if (header === undefined) return undefined;
    throw usageError('--header goes with --secret.', 'Name the secret that it has.', DOCS);
  }
  return header === undefined ? { kind: 'bearer', secret } : { kind: 'header', secret, header };
}

function describeServerState({ error, revision }: McpServer): string {
  if (error !== null) return error;
  return revision === null ? 'not asked yet' : `speaks ${revision}`;
}

function counted(all: readonly McpTool[]): string {
  const allowed = all.filter(({ state }) => state === 'allowed').length;
  return `${all.length} tools, of which ${allowed} may be called`;
}

async function found(reference: string, options: ApiOptions) {
  const to = await session(options);
  const all = answerOf(await to.api.GET(SERVERS, { params: { path: to.path } }));
  const server = findOne(all, reference, {
    what: 'MCP server',
    list: 'metarun mcp-servers list',
    id: ({ id }) => id,
    name: ({ name }) => name,
  });
  return { ...to, server, params: { path: { ...to.path, server_id: server.id } } };
}
