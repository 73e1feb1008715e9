import type {
  Agent,
  ApiKey,
  AuditRecord,
  ImageDetail,
  Installation,
  McpServer,
  McpSettings,
  McpTool,
  Member,
  MemorySettings,
  ModelBudget,
  ModelProvider,
  Project,
  Quota,
  Retention,
  SearchSettings,
  Secret,
  Session,
  Token,
  User,
} from '../../web/src/api/types.js';

export const secret: Secret = {
  name: 'API_KEY',
  readable: true,
  hosts: ['api.test'],
  updated_by: 'updated by',
  created_at: '2026-03-10T10:00:00.000Z',
  updated_at: '2026-03-10T10:30:00.000Z',
  last_read_at: '2026-03-10T09:30:00.000Z',
  read_by: ['read by'],
};

export const apiKey: ApiKey = {
  id: 'apikey-1',
  name: 'name',
  scopes: ['tasks:read'],
  hint: 'hint',
  created_at: '2026-03-10T10:00:00.000Z',
  expires_at: '2026-03-12T12:00:00.000Z',
  last_used_at: '2026-03-10T11:00:00.000Z',
};

export const member: Member = {
  user_id: '00000000-0000-7000-8000-0000000000ef',
  name: 'Ben',
  role: 'author',
  created_at: '2026-03-10T10:00:00.000Z',
};

export const user: User = {
  id: '00000000-0000-7000-8000-0000000000ef',
  name: 'Ben',
  is_admin: true,
  created_at: '2026-03-10T10:00:00.000Z',
  last_used_at: '2026-03-10T11:00:00.000Z',
  tokens: 34,
  sessions: 35,
  project_count: 36,
  projects: [{ id: 'userproject-1', slug: 'slug', name: 'name', role: 'viewer' }],
};

export const projectRow: Project = {
  id: 'p1',
  slug: 'shop',
  name: 'Shop',
  role: 'admin',
  created_at: '2026-03-10T10:00:00.000Z',
};

export const quota: Quota = {
  setting: 'MAX_SCHEDULES',
  description: 'description',
  used: 37,
  limit: 38,
};

export const image: ImageDetail = {
  id: 'img-1',
  name: 'tools',
  reference: 'registry.test/tools:1',
  platform: 'platform',
  auth_secret: 'auth secret',
  state: 'ready',
  error: null,
  digest: 'digest',
  version: {
    id: 'imageversion-1',
    number: 39,
    digest: 'digest',
    size: 40,
    python: { version: 'version', issue: 'issue' },
    node: { version: 'version', issue: 'issue' },
    libc: 'libc',
    user: 41,
    probed_at: '2026-03-10T09:30:00.000Z',
    used_at: '2026-03-10T09:30:00.000Z',
  },
  created_at: '2026-03-10T10:00:00.000Z',
  updated_at: '2026-03-10T10:30:00.000Z',
  updated_by: 'updated by',
  versions: [
    {
      id: 'imageversion-1',
      number: 42,
      digest: 'digest',
      size: 43,
      python: { version: 'version', issue: 'issue' },
      node: { version: 'version', issue: 'issue' },
      libc: 'libc',
      user: 44,
      probed_at: '2026-03-10T09:30:00.000Z',
      used_at: '2026-03-10T09:30:00.000Z',
    },
  ],
  meta_tasks: ['meta task'],
};

export const provider: ModelProvider = {
  id: 'prov-1',
  scope: 'project',
  name: 'main',
  kind: 'openai_compatible',
  base_url: 'https://models.test/v1',
  secret: 'secret',
  headers: { a: 'a' },
  models: [
    {
      name: 'gpt',
      model: 'model',
      context_tokens: 45,
      max_output_tokens: 46,
      prices: { input: 47, cached_input: 48, output: 49 },
      images: true,
      embeddings: 50,
    },
  ],
  stream: true,
  timeout_seconds: 51,
  first_token_seconds: 52,
  max_concurrency: 53,
  requests_per_minute: 54,
  tokens_per_minute: 55,
  updated_by: 'updated by',
  created_at: '2026-03-10T10:00:00.000Z',
  updated_at: '2026-03-10T10:30:00.000Z',
};

export const budget: ModelBudget = {
  model_budget_usd_month: 20,
  model_budget_tokens_month: 56,
  month: '2026-03',
  used_usd: 57,
  used_tokens: 58,
  resets_at: '2026-04-01T00:00:00.000Z',
};

export const mcpServer: McpServer = {
  id: 'mcp-1',
  scope: 'project',
  name: 'search',
  url: 'https://mcp.test',
  auth: { kind: 'bearer', secret: 'API_KEY' },
  tools: ['tool'],
  timeout_seconds: 59,
  max_concurrency: 60,
  revision: 'revision',
  error: null,
  checked_at: '2026-03-10T09:30:00.000Z',
  updated_by: 'updated by',
  created_at: '2026-03-10T10:00:00.000Z',
  updated_at: '2026-03-10T10:30:00.000Z',
};

export const mcpTool: McpTool = {
  title: 'title',
  description: 'Finds things‮.',
  input_schema: { a: 1 },
  output_schema: { a: 1 },
  annotations: { readOnlyHint: true },
  name: 'find',
  hash: 'h1',
  state: 'new',
  accepted: null,
  accepted_by: 'accepted by',
  accepted_at: '2026-03-10T09:30:00.000Z',
};

export const agent: Agent = {
  id: 'agent-1',
  identifier: 'helper',
  version: 2,
  current_version: 2,
  created_by: 'created by',
  note: 'note',
  created_at: '2026-03-10T10:00:00.000Z',
  version_created_at: '2026-03-10T09:30:00.000Z',
  updated_at: '2026-03-10T10:30:00.000Z',
  archived_at: null,
  name: 'Helper',
  description: 'description',
  model: 'gpt',
  instructions: 'instructions',
  tools: ['files.read', 'mcp.search.find'],
  approve: ['files.write'],
  knowledge: ['knowledge'],
  limits: {
    max_steps: 61,
    max_tool_calls: 62,
    max_tokens: 63,
    max_cost_usd: 64,
    timeout_seconds: 65,
    max_parallel_tools: 66,
  },
  memory: { read: ['project'], write: true },
  temperature: 67,
  reasoning: 'none',
};

export const retention: Retention = {
  tasks_days: 30,
  events_days: null,
  logs_days: 68,
  file_versions_days: 69,
  effective: { tasks_days: 70, events_days: 71, logs_days: 72, file_versions_days: 73 },
};

export const memorySettings: MemorySettings = {
  memory_model: 'memory model',
  memory_review: 'none',
};

export const searchSettings: SearchSettings = {
  by_meaning: true,
  available: true,
  sections: { all: 73, embedded: 72 },
  problem: 'problem',
};

export const mcpSettings: McpSettings = { mcp_approvals: 'off' };

export const audit: AuditRecord = {
  id: 'auditrecord-1',
  at: '2026-03-10T09:30:00.000Z',
  by: { kind: 'access_token', name: 'name', user_id: 'user-1', credential_id: 'credential-1' },
  address: 'address',
  request_id: 'request-1',
  action: 'schedules.change',
  target: { type: 'schedule', id: '00000000-0000-7000-8000-0000000000e1', name: 'nightly' },
  diff: [{ field: 'field', from: 'old <b>', to: ['new'] }],
};

export const token: Token = {
  id: 'token-1',
  user_id: 'user-1',
  name: 'name',
  role: 'viewer',
  hint: 'hint',
  created_at: '2026-03-10T10:00:00.000Z',
  expires_at: '2026-03-12T12:00:00.000Z',
  last_used_at: '2026-03-10T11:00:00.000Z',
};

export const session: Session = {
  id: 'session-1',
  token_id: 'token-1',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
  created_at: '2026-03-10T10:00:00.000Z',
  last_seen_at: '2026-03-10T09:30:00.000Z',
  expires_at: '2026-03-12T12:00:00.000Z',
  current: false,
};

export const installation: Installation = {
  version: 'version',
  node: 'node',
  host: 'host',
  started_at: '2026-03-10T11:40:00.000Z',
  paused: { since: '2026-03-10T09:00:00.000Z', reason: 'reason' },
  database: { kind: 'sqlite', bytes: 74 },
  disk: { free_bytes: 75, total_bytes: 76 },
  sandbox: {
    level: 77,
    kind: 'kind',
    contains: 'contains',
    does_not_contain: 'does not contain',
    advice: 'advice',
  },
  slots: { used: 78, of: 79 },
  agent_slots: { used: 80, of: 81 },
  workers: [
    {
      id: 'worker-1',
      self: true,
      alive: false,
      draining: true,
      roles: ['role'],
      tags: ['tag'],
      only_tagged: true,
      host: 'host',
      version: 'version',
      started_at: '2026-03-10T11:40:00.000Z',
      slots: 82,
      agent_slots: 83,
      running: 84,
      last_seen_at: '2026-03-10T09:30:00.000Z',
    },
  ],
  projects: [{ slug: 'slug', name: 'name', pending: 85, running: 86, waiting: 87 }],
  rates: { m1: 88, m5: 89, m15: 90 },
  warnings: [{ at: '2026-03-10T09:30:00.000Z', text: 'text' }],
};
