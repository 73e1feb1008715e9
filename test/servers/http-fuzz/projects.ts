import { sent } from '../../support/http.js';
import { NO_OP } from '../../support/scripts.js';
import type { TestServer } from '../../support/server.js';
import { until } from '../../support/until.js';
import { withBody } from '../../support/inline-script.js';
import type { Meanings } from './schema-values.js';

const ASKS = withBody(
  'typescript',
  'return await reporter.askApproval(params.prompt, { proposal: params });',
);

const ASKS_MODEL = withBody(
  'typescript',
  'return (await reporter.ai.generate(params.prompt, { model: params.model })).text;',
);

/** Fills a project with one object of each kind that contains `mark`, and returns the ids by path parameter. */
export async function fillProject(
  server: TestServer,
  slug: string,
  mark: string,
): Promise<Meanings> {
  const options = { token: server.adminToken };
  const post = (path: string, body: object, method = 'POST'): Promise<Made> =>
    sent(server, method, path, body, options);
  const get = <Body>(path: string): Promise<Body> => sent(server, 'GET', path, undefined, options);
  const own = `/projects/${slug}`;
  const external = `/external/v1/projects/${slug}`;
  const type = { script_language: 'typescript', description: mark };
  const plain = await post(`${own}/task-types/`, { ...type, name: mark, script: NO_OP.typescript });
  const asks = await post(`${own}/task-types/`, { ...type, name: `Asks ${mark}`, script: ASKS });
  const create = (task_type_identifier: string): Promise<Made> =>
    post(`${external}/tasks`, { task_type_identifier, name: mark, params: { prompt: mark } });
  const task = await create(plain.identifier);
  const asking = await create(asks.identifier);
  const schedule = { task_type_identifier: plain.identifier, name: mark, params: { mark } };
  const { id: scheduleId } = await post(`${own}/schedules`, {
    ...schedule,
    every_seconds: 900_000,
  });
  const webhook = { url: 'https://example.com/', events: ['task.failed'], description: mark };
  const { id: webhookId } = await post(`${own}/webhooks`, webhook);
  const workspace = await post(`${own}/workspaces`, { name: mark });
  await post(`${own}/secrets/S_${mark}`, { value: mark }, 'PUT');
  const write = (content: string): Promise<Made> =>
    post(`${external}/files/content`, { path: `/${mark}/x.md`, content }, 'PUT');
  await write(`# ${mark}\n`);
  await write(`# ${mark} again\n`);
  const versions = await get<Made[]>(`${external}/files/versions?path=/${mark}/x.md`);
  const agent = await post(`${own}/agents`, {
    name: `Agent ${mark}`,
    instructions: `Say ${mark}.`,
    tools: ['files.read'],
  });
  const memory = await post(`${external}/memories`, {
    text: `${mark} wants its invoices in German`,
    kind: 'preference',
    scope: 'project',
  });
  const provider = await post(`${own}/model-providers`, {
    name: mark.replaceAll('_', '-'),
    kind: 'anthropic',
    secret: `NONE_${mark}`,
    models: [{ name: 'm', model: mark, context_tokens: 1_000, max_output_tokens: 100 }],
  });
  const asksModel = await post(`${own}/task-types/`, {
    ...type,
    name: `Asks a model ${mark}`,
    script: ASKS_MODEL,
  });
  // Earlier requests may have set a budget.
  const noBudget = { model_budget_usd_month: null, model_budget_tokens_month: null };
  await post(`${own}/model-budget`, noBudget, 'PATCH');
  // The model request fails, and is recorded with the name of the missing secret.
  const asked = await post(`${external}/tasks`, {
    task_type_identifier: asksModel.identifier,
    name: mark,
    params: { prompt: mark, model: `${mark.replaceAll('_', '-')}/m` },
  });
  await until('a request to a model to be recorded', async () => {
    const path = `${external}/tasks/${asked.id}/model-calls`;
    const text = JSON.stringify(await get(path));
    return text.includes(`"failed"`) && text.includes(mark);
  });
  const key = await post(`${own}/api-keys`, { name: mark });
  const member = await post(`${own}/members`, { name: mark, role: 'viewer' });
  const token = await post('/auth/tokens', { name: mark, user_id: member.user_id });
  const approval = await until('the task to ask', async () => {
    const path = `${external}/approvals?task_id=${asking.id}`;
    return (await get<Made[]>(path))[0];
  });
  const link = await post(`${external}/approvals/${approval.id}/links`, { name: mark });
  return {
    project_id: [slug],
    task_type: [plain.identifier],
    version: ['1'],
    task_id: [task.id, asking.id, asked.id],
    agent: [agent.identifier],
    memory_id: [memory.id],
    provider_id: [provider.id],
    schedule_id: [scheduleId],
    webhook_id: [webhookId],
    workspace_id: [workspace.id],
    name: [`S_${mark}`, 'an-event'],
    version_id: versions.map(({ id }) => id),
    key_id: [key.id],
    user_id: [member.user_id],
    token_id: [token.id],
    approval_id: [approval.id],
    link_id: [link.id],
    path: [`/${mark}/x.md`],
  };
}

interface Made {
  id: string;
  identifier: string;
  user_id: string;
}
