import type { Me, Role } from '../../web/src/api/types.js';
import { type Answers, Reply, tagged } from './answers.js';
import * as catalogue from './catalogue.js';
import * as found from './found.js';
import * as overview from './overview.js';
import * as runs from './runs.js';
import * as settings from './settings.js';

const SCRIPT =
  'export async function main() {\n  const rows = [];\n  throw new Error("No rows");\n}\n';
const SCHEMA_OF_FORM = {
  type: 'object',
  properties: { amount: { type: 'number', title: 'Amount' } },
};

/** Returns the user with a role in the project `shop`. */
export function meAs(role: Role): Me {
  const [other, shop] = runs.me.projects;
  if (other === undefined || shop === undefined) throw new Error('Two projects are expected.');
  return { ...runs.me, role, is_admin: role === 'admin', projects: [other, { ...shop, role }] };
}

/** Answers for a meta-task that was not deployed by the command line, so that it can be edited. */
const NOT_DEPLOYED: Answers = { 'GET task-types/*/versions/*/sources': [] };

/** Returns the server's answers for a screen, by its path. */
export function buildServerAnswers(path: string, role: Role = 'admin'): Answers {
  return { ...serverFor(role), ...(path.endsWith('/edit') && NOT_DEPLOYED) };
}

/** Returns the answers of a server with one object of each kind to a user with a role. */
export function serverFor(role: Role = 'admin'): Answers {
  return {
    'GET /auth/me': meAs(role),
    'GET /auth/tokens': [settings.token],
    'GET /auth/sessions': [settings.session, { ...settings.session, id: 'own', current: true }],
    'GET /projects': [settings.projectRow],
    'GET /users': [settings.user],
    'GET /installation': settings.installation,
    'DELETE **': new Reply(204, undefined),
    'PATCH **': changed,
    'POST **': changed,
    'PUT **': changed,
    ...COUNTS,
    ...RUNS,
    ...CATALOGUE,
    ...SETTINGS,
  };
}

/** Objects by the first part of their path, in their state after a change. */
const THINGS: Readonly<Record<string, object>> = {
  agents: settings.agent,
  'api-keys': { ...settings.apiKey, key: 'mk_new' },
  approvals: { ...runs.approval, status: 'approved', decided_by: 'Ann' },
  bulk: runs.bulk,
  files: catalogue.entry,
  images: settings.image,
  mcp: settings.mcpSettings,
  'mcp-servers': settings.mcpServer,
  members: settings.member,
  memories: catalogue.memory,
  'memory-settings': settings.memorySettings,
  'model-budget': settings.budget,
  'model-providers': settings.provider,
  projects: settings.projectRow,
  retention: settings.retention,
  schedules: catalogue.schedule,
  'search-settings': settings.searchSettings,
  secrets: { ...settings.secret, warnings: ['It is short.'] },
  'task-types': { ...catalogue.metaTask, version: 4, current_version: 4, warnings: ['It broke.'] },
  tasks: runs.run,
  users: settings.user,
  webhooks: { ...catalogue.webhook, secret: 'whsec_new' },
  workspaces: catalogue.workspace,
};

/** Returns the object of a request with the changes that the request makes. */
function changed(asked: string, body: unknown): Reply {
  const [, first = ''] = /^\w+ \/?([^/? ]+)/.exec(asked) ?? [];
  return tagged({ ...THINGS[first], ...Object(body) }, '"changed"');
}

/** Requests whose answers are not objects with an ETag. */
const COUNTS: Answers = {
  'DELETE drafts': { deleted: 2 },
  'POST tasks/bulk/preview': { total: 12, more: false },
  'POST files/ask': { ...runs.run },
  'POST files/reconvert': { converting: 1, up_to_date: 2 },
  'POST mcp-servers/*/refresh': { server: settings.mcpServer, tools: [settings.mcpTool] },
  'POST memories/revoke': { revoked: 3, purged: 0, tasks_that_used_them: [] },
  'POST model-providers/*/test': {
    ok: true,
    latency_ms: 640,
    usage: {
      input_tokens: 3,
      cached_tokens: 0,
      output_tokens: 5,
      reasoning_tokens: 0,
      cost_usd: 0.02,
    },
  },
  'POST tasks/*/events/*': { name: 'go', delivered: true },
  'POST /users/*/end-access': { tokens: 1, sessions: 2, api_keys: 0 },
  'POST webhooks/*/deliveries/redeliver': { redelivered: 2, more: true },
  'POST /auth/tokens': { ...settings.token, token: 'mt_new' },
};

const RUNS: Answers = {
  'GET now': overview.now,
  'GET stats': overview.stats,
  'GET find': [overview.found],
  'GET tasks': [
    runs.task,
    {
      ...runs.task,
      id: '00000000-0000-7000-8000-0000000000a2',
      name: 'live',
      status: 'running',
      progress: 60,
      error_message: null,
    },
    {
      ...runs.task,
      id: '00000000-0000-7000-8000-0000000000a3',
      name: 'fine',
      status: 'success',
      error_message: null,
    },
  ],
  'GET tasks/*': runs.run,
  'GET tasks/*/steps': [
    runs.step,
    {
      ...runs.step,
      id: 'step-2',
      name: 'pay',
      position: 2,
      status: 'failed',
      error: { type: 'Declined', message: 'No money <b>left</b>.' },
    },
  ],
  'GET tasks/*/attempts': [
    runs.attempt,
    { ...runs.attempt, attempt: 1, outcome: 'failed', error_message: 'At first.' },
  ],
  'GET tasks/*/logs': new Reply(
    200,
    [{ ...runs.line, seq: 2, level: 'error', text: 'No \u001b[31mrows\u001b[0m.' }, runs.line],
    { 'x-levels': 'debug=0,info=1,warning=0,error=1' },
  ),
  'GET tasks/*/files': [runs.runFile],
  'GET tasks/*/tree': {
    tasks: [
      {
        ...runs.treeTask,
        id: '00000000-0000-7000-8000-0000000000a0',
        parent_id: null,
        depth: 0,
        name: 'all',
      },
      runs.treeTask,
    ],
    truncated: false,
  },
  'GET tasks/*/transcript': [
    { ...runs.message, role: 'user', text: 'What is due?', calls: [], usage: null },
    runs.message,
  ],
  'GET approvals': [
    runs.approval,
    { ...runs.approval, id: '00000000-0000-7000-8000-0000000000d2', status: 'approved' },
  ],
  'GET approvals/*': { ...runs.approval, form: SCHEMA_OF_FORM },
  'GET bulk': [runs.bulk],
  'GET bulk/*': runs.bulk,
};

const CATALOGUE: Answers = {
  'GET task-types/': [
    catalogue.listedMetaTask,
    { ...catalogue.listedMetaTask, id: 'mt-2', identifier: 'import', name: 'Import' },
  ],
  'GET task-types/*': catalogue.metaTask,
  'GET task-types/*/versions': [
    catalogue.metaTask,
    { ...catalogue.metaTask, version: 2, script: 'old();\n', note: 'The first one.', priority: 9 },
  ],
  'GET task-types/*/versions/*': { ...catalogue.metaTask, version: 2, script: 'old();\n' },
  'GET task-types/*/versions/*/sources': [
    { path: 'main.ts', language: 'typescript', content: SCRIPT, generated: false },
  ],
  'GET task-types/*/examples': [catalogue.example],
  'POST task-types/check': {
    ok: false,
    diagnostics: [
      { pointer: '/script', message: 'No <b>good</b>.', severity: 'error', line: 2, column: 3 },
    ],
    params_schema: null,
    current_version: 3,
    diff: ['script'],
  },
  'GET run-limits': catalogue.runLimits,
  'GET network': { widest: 'restricted', ranges: ['10.0.0.0/8'] },
  'GET schedules': [
    catalogue.schedule,
    {
      ...catalogue.schedule,
      id: '00000000-0000-7000-8000-0000000000e2',
      name: 'hourly',
      cron: null,
      every_seconds: 3_600,
    },
  ],
  'GET schedules/upcoming': catalogue.upcoming,
  'GET schedules/*': tagged(catalogue.schedule, '"s5"'),
  'POST schedules/preview': {
    time_zone: 'Europe/Berlin',
    next_times: catalogue.schedule.next_times,
  },
  'GET webhooks': [catalogue.webhook],
  'GET webhooks/*': tagged(catalogue.webhook, '"w5"'),
  'GET webhooks/*/deliveries': [
    catalogue.delivery,
    { ...catalogue.delivery, id: '00000000-0000-7000-8000-0000000000c2', status: 'success' },
  ],
  'GET webhooks/*/deliveries/*': catalogue.delivery,
  'GET memories': [
    catalogue.memory,
    { ...catalogue.memory, id: '00000000-0000-7000-8000-0000000000b2', status: 'active' },
  ],
  'GET memories/stats': catalogue.memoryStats,
  'GET memories/jobs': [catalogue.memoryJob],
  'GET memories/*': catalogue.memory,
  'GET model-usage': catalogue.usageReport,
  'GET workspaces': [{ ...catalogue.workspace, is_default: true }, catalogue.knowledge],
  'GET workspaces/*': tagged(catalogue.workspace, '"ws5"'),
  [`GET workspaces/${catalogue.knowledge.id}`]: tagged(catalogue.knowledge, '"ws5"'),
  'GET files': [
    { ...catalogue.entry, type: 'directory', name: 'old', path: '/out/old', etag: null, size: 0 },
    catalogue.entry,
  ],
  'GET files/content': {
    ...catalogue.entry,
    content: '# Report\n\nAll **fine**.\n',
    encoding: 'utf-8',
  },
  'GET files/outline': { ...catalogue.entry, total_lines: 3, headings: [] },
  'GET files/raw': new Reply(200, '# Report\n\nAll **fine**.\n', {
    etag: '"f1"',
    'content-type': 'text/markdown',
  }),
  'GET files/versions': [catalogue.fileVersion],
  'GET files/deleted': [catalogue.fileVersion],
  'GET files/search': [found.section],
  'GET citations': [found.citation],
};

const SETTINGS: Answers = {
  'GET /projects/*': tagged(settings.projectRow, '"pr5"'),
  'GET usage': [settings.quota],
  'GET members': [settings.member],
  'GET api-keys': [settings.apiKey],
  'GET secrets': [settings.secret],
  'GET images': [settings.image],
  'GET images/*': tagged(settings.image, '"i5"'),
  'GET model-providers': [settings.provider],
  'GET model-providers/*': tagged(settings.provider, '"p5"'),
  'GET model-budget': tagged(settings.budget, '"b5"'),
  'GET mcp-servers': [settings.mcpServer],
  'GET mcp-servers/*': tagged(settings.mcpServer, '"m5"'),
  'GET mcp-servers/*/tools': [
    settings.mcpTool,
    { ...settings.mcpTool, name: 'drop', state: 'changed', accepted: settings.mcpTool },
  ],
  'GET mcp-servers/*/calls': [],
  'GET agents': [settings.agent],
  'GET agents/*': settings.agent,
  'GET agents/*/versions': [settings.agent, { ...settings.agent, version: 1, name: 'First' }],
  'GET agents/*/versions/*': { ...settings.agent, version: 1 },
  'GET retention': tagged(settings.retention, '"r5"'),
  'GET memory-settings': tagged(settings.memorySettings, '"ms5"'),
  'GET search-settings': tagged(settings.searchSettings, '"ss5"'),
  'GET mcp': tagged(settings.mcpSettings, '"mcp5"'),
  'GET audit': [settings.audit],
  'GET /audit': [settings.audit],
};
