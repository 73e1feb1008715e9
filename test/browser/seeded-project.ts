import { waitForApproval } from '../support/approvals.js';
import { bulkEnd, startBulk } from '../support/bulk.js';
import { sent } from '../support/http.js';
import { IMAGE_ID, insertImage } from '../support/image-rows.js';
import { newMcpServer, refresh } from '../support/mcp-servers/registry.js';
import { startToolServer, TOOLS } from '../support/mcp-servers/tool-server.js';
import { scriptedModel } from '../support/scripted-model.js';
import { createMetaTask, TASKS, taskWhen } from '../support/tasks.js';
import type { TestServer } from '../support/server.js';
import type { WebhookReceiver } from '../support/webhook-receiver.js';
import { until } from '../support/until.js';

/** Parts of a project in which every screen has something to show. */
export interface Seeded {
  /** Ids of runs by their state. */
  failed: string;
  fine: string;
  waits: string;
  /** Id of a run with a child. */
  parent: string;
  approval: string;
  schedule: string;
  webhook: string;
  delivery: string;
  /** Id of the workspace with the file `/seeded/notes.md`, one of two. */
  workspace: string;
  bulk: string;
  memory: string;
  provider: string;
  agent: string;
  /** Id of an MCP server with a tool that changed after its acceptance and a tool that is allowed. */
  mcpServer: string;
  /** Id of a container image with a version, whose last pull failed. */
  image: string;
}

/** Texts for every place where users may write one. */
export interface SeededTexts {
  name: string;
  lines: readonly string[];
}

const SCRIPT = `
def run(params, reporter):
    name, lines = params["name"], params["lines"]
    reporter.set_phase(name)
    for line in lines:
        reporter.log(line)
        reporter.step(line[:100].strip() or "step", lambda: line)
    reporter.files.write("/notes " + name.replace("/", " ") + ".md", "\\n".join(lines))
    if params.get("child"):
        reporter.run_task("seeded", {"name": name, "lines": lines[:2]}, name)
    if params.get("fail"):
        raise ValueError("\\n".join(lines))
    if params.get("ask"):
        reporter.ask_approval((name + "\\n\\n" + "\\n\\n".join(lines))[:1900], proposal={"before": name, "after": lines},
                              form={"type": "object", "properties": {"say": {"title": name, "type": "string"}}})
    return {"name": name, "lines": lines, "rows": [{"line": line, name: line} for line in lines], name: name}
`;

/** Fills project "default" with runs in every state and one object of each kind. Its meta-task is `seeded`. */
export async function seedProject(
  server: TestServer,
  receiver: WebhookReceiver,
  { name, lines }: SeededTexts,
): Promise<Seeded> {
  const post = (path: string, body: object) => sent<{ id: string }>(server, 'POST', path, body);
  const settings = { name: 'seeded', identifier: 'seeded', description: name };
  await createMetaTask(server, 'python', SCRIPT, settings);
  receiver.answer = (response) => void response.writeHead(500).end(lines.join('\n'));
  const { id: webhook } = await post('/projects/default/webhooks', {
    url: `${receiver.url}/hook`,
    events: ['task.failed'],
    description: name,
  });
  const run = async (params: object, status: string): Promise<string> => {
    const body = {
      task_type_identifier: 'seeded',
      name,
      params: { name, lines, ...params },
    };
    const { id } = await post(TASKS, body);
    await taskWhen(server, id, (task) => task.status === status, 60_000);
    return id;
  };
  const [failed, fine, waits, parent] = await Promise.all([
    run({ fail: true }, 'failed'),
    run({}, 'success'),
    run({ ask: true }, 'waiting'),
    run({ child: true }, 'success'),
  ]);
  const { id: schedule } = await post('/projects/default/schedules', {
    name,
    task_type_identifier: 'seeded',
    every_seconds: 21_600,
    params: { name, lines },
  });
  await post('/projects/default/api-keys', { name });
  await post('/projects/default/members', { name, role: 'viewer' });
  await sent(server, 'PUT', '/projects/default/secrets/TOKEN_OF_IT', { value: 'a value' });
  const further = await seedFurther(server, { name, lines }, fine);
  const path = `/projects/default/webhooks/${webhook}/deliveries`;
  const delivery = await until('the webhook is tried', async () => {
    const all = await sent<{ id: string; response_status: number | null }[]>(server, 'GET', path);
    return all.find(({ response_status: status }) => status !== null)?.id;
  });
  const { id: approval } = await waitForApproval(server, waits);
  return { failed, fine, waits, parent, approval, schedule, webhook, delivery, ...further };
}

/** Seeds everything except runs and their meta-tasks. */
async function seedFurther(
  server: TestServer,
  { name, lines }: SeededTexts,
  ended: string,
): Promise<
  Pick<Seeded, 'workspace' | 'bulk' | 'memory' | 'provider' | 'agent' | 'mcpServer' | 'image'>
> {
  const post = (path: string, body: object) => sent<{ id: string }>(server, 'POST', path, body);
  await post('/projects', { slug: 'seeded', name });
  await post('/auth/tokens', { name });
  const workspaces = '/projects/default/workspaces';
  await post(workspaces, { name });
  const all = await sent<{ id: string; is_default: boolean }[]>(server, 'GET', workspaces);
  const content = `# ${name}\n\nseeded ${lines.join('\n\n')}\n\n| a | b |\n| - | - |\n| 1 | 2 |\n`;
  const file = { path: '/seeded/notes.md', content };
  await sent(server, 'PUT', '/external/v1/projects/default/files/content', file);
  const about = lines.join(' ').slice(0, 500);
  const { id: memory } = await post('/external/v1/projects/default/memories', {
    text: about,
    kind: 'fact',
    scope: 'project',
  });
  const { identifier: agent } = await sent<{ identifier: string }>(
    server,
    'POST',
    '/projects/default/agents',
    { name, identifier: 'seeded', description: name, instructions: lines.join('\n') },
  );
  // A successful run is not retried, so the operation contains a refusal.
  const { id: bulk } = await startBulk(server, { action: 'retry', ids: [ended], name });
  await bulkEnd(server, bulk);
  const image = { reference: `localhost/${name}`, error: lines.join('\n'), by: name };
  await insertImage(server, image);
  return {
    workspace: all.find(({ is_default: isDefault }) => isDefault)?.id ?? '',
    bulk,
    memory,
    provider: await seedUsage(server),
    agent,
    mcpServer: await seedMcpServer(server, { name, lines }),
    image: IMAGE_ID,
  };
}

/** Adds a model provider, calls its model once, and returns the provider's id. */
async function seedUsage(server: TestServer): Promise<string> {
  const model = await scriptedModel(() => 'ready');
  try {
    const path = '/projects/default/model-providers';
    const { id } = await sent<{ id: string }>(server, 'POST', path, {
      name: 'seeded',
      kind: 'openai_compatible',
      base_url: `${model.url}/v1`,
      models: [{ name: 'm', model: 'm', context_tokens: 100_000, max_output_tokens: 1_000 }],
    });
    await sent(server, 'POST', `${path}/${id}/test`, { model: 'm' });
    return id;
  } finally {
    await model.stop();
  }
}

/** Adds an MCP server, one of whose tools changes after its acceptance. Returns its id. */
async function seedMcpServer(server: TestServer, { name, lines }: SeededTexts): Promise<string> {
  const tools = await startToolServer();
  try {
    const said = { title: name, description: lines.join('\n') };
    tools.tools = TOOLS.map((tool) => ({ ...tool, title: name }));
    const { id } = await newMcpServer(server, { name: 'seeded', url: tools.url, tools: ['*'] });
    const inputSchema = { type: 'object', properties: { [name]: { description: lines[0] } } };
    tools.tools = TOOLS.map((tool, at) => (at === 0 ? { ...tool, ...said, inputSchema } : tool));
    await refresh(server, id);
    return id;
  } finally {
    await tools.close();
  }
}
