const WORKSPACE = '0190f3a0-0000-7000-8000-000000000000';

/** An example of the body of each operation that takes JSON, by its id in the OpenAPI document. */
export const REQUEST_EXAMPLES: Readonly<Record<string, object>> = {
  Auth_create: { name: 'laptop', role: 'author', expires_in_seconds: 2_592_000 },
  Projects_create: { name: 'Web shop', slug: 'web-shop' },
  Projects_rename: { name: 'Web shop' },
  Members_add: { name: 'Ada', role: 'author' },
  Members_change: { role: 'viewer' },
  ApiKeys_create: { name: 'nightly import', scopes: ['tasks:read', 'tasks:write'] },
  Files_write: { path: '/reports/2026.md', content: '# Report\n' },
  Files_move: { from: '/drafts/2026.md', to: '/reports/2026.md' },
  Files_copy: { from: '/reports/2026.md', to: '/reports/2027.md' },
  Documents_reconvert: { path: '/contracts', all: false },
  FileVersions_restore: { to: '/reports/2026-restored.md' },
  Workspaces_create: { name: 'Reports', kind: 'files', quota_bytes: 1_073_741_824 },
  Workspaces_change: { quota_bytes: null },
  Secrets_put: { value: 'correct-horse-battery' },
  ModelProviders_create: {
    name: 'anthropic',
    kind: 'anthropic',
    secret: 'ANTHROPIC_KEY',
    models: [
      {
        name: 'sonnet',
        model: 'claude-sonnet-4-5',
        context_tokens: 200_000,
        max_output_tokens: 64_000,
        prices: { input: 3, cached_input: 0.3, output: 15 },
      },
    ],
  },
  ModelProviders_change: { max_concurrency: 4 },
  ModelProviders_test: { model: 'sonnet' },
  MetaTasks_create: {
    name: 'Word count',
    script: 'def run(params, reporter):\n    return len(params["text"].split())\n',
    params_schema: {
      type: 'object',
      required: ['text'],
      properties: { text: { type: 'string' } },
    },
    timeout_seconds: 10,
  },
  MetaTasks_change: { timeout_seconds: 20, workspace_id: WORKSPACE },
  Tasks_create: {
    task_type_identifier: 'word-count',
    params: { text: 'to be or not to be' },
    name: 'Hamlet',
  },
  Tasks_createBatch: {
    tasks: [
      { task_type_identifier: 'word-count', params: { text: 'one two' } },
      { task_type_identifier: 'word-count', params: { text: 'three' }, priority: 10 },
    ],
  },
  Approvals_decide: { decision: 'approve', comment: 'Read and agreed', payload: null },
  ApprovalLinks_create: { name: 'Ada' },
  Inbox_send: { payload: { paid: true, order: 'A-1042' } },
  Schedules_create: {
    name: 'Nightly report',
    task_type_identifier: 'report',
    params: { days: 1 },
    cron: '30 2 * * MON-FRI',
    time_zone: 'Europe/Berlin',
    missed: 'one',
    overlap: 'skip',
  },
  Schedules_preview: { cron: '30 2 * * MON-FRI', time_zone: 'Europe/Berlin' },
  Schedules_change: { cron: '0 3 * * *', overlap: 'allow' },
  Retention_change: { tasks_days: 90, events_days: 30, logs_days: 14 },
  Webhooks_create: {
    url: 'https://example.com/hooks/metarun',
    events: ['task.success', 'task.failed'],
    task_types: ['word-count'],
  },
  Webhooks_change: { enabled: false },
  Webhooks_rotate: { keep_previous_seconds: 86_400 },
};
