import { newId } from '../../../src/base/kernel/ids.js';
import type { Meanings } from '../http-fuzz/schema-values.js';
import { escapes, KIB, LIST_BYTES, members, MIB, type Row, type RowWriter } from './row-writer.js';

/** Stores the largest settings and records of a project: as many as a list returns (200), or 24 MiB. */
export function storeLargestSettings(rows: RowWriter): Meanings {
  const now = Date.now();
  const task = rows.one('SELECT * FROM tasks WHERE id = ?', rows.id('task_id'));
  const taskId = String(task['id']);
  const projectId = String(task['project_id']);
  const user = rows.one('SELECT * FROM users WHERE is_admin = 1');
  const schedule = rows.one('SELECT * FROM schedules');
  rows.set('schedules', { params: members(MIB) }, 'id = ?', rows.id('schedule_id'));
  rows.copies(
    'schedules',
    { ...schedule, params: members(MIB), next_at: now + 1e9 },
    210,
    (at) => ({
      name: `s${at}`,
    }),
  );
  const memory = rows.one('SELECT * FROM memories');
  rows.copies('memories', memory, 1_000, (at) => ({
    number: 1_000 + at,
    text: 'm'.repeat(500),
    hash: `h${at}`,
  }));
  rows.copies('memory_sources', rows.one('SELECT * FROM memory_sources'), 100, () => ({
    memory_id: rows.id('memory_id'),
    quote: escapes(500),
  }));
  for (let at = 1; at <= 210; at += 1)
    rows.insert('memory_jobs', {
      task_id: newId(),
      project_id: projectId,
      state: 'failed',
      attempts: 1,
      next_at: now,
      error: escapes(2_000),
      candidates: 1,
      admitted: 0,
      refused: 1,
      created_at: now,
      finished_at: now,
    });
  const webhook = rows.one('SELECT * FROM webhooks');
  rows.copies(
    'webhooks',
    {
      ...webhook,
      enabled: 0,
      task_types: JSON.stringify(Array.from({ length: 100 }, () => 't'.repeat(100))),
    },
    49,
    () => ({ url: `https://example.com/${'u'.repeat(1_900)}` }),
  );
  const delivery: Row = {
    id: newId(),
    project_id: projectId,
    webhook_id: rows.id('webhook_id'),
    event_seq: 1,
    type: 'task.failed',
    task_id: taskId,
    payload: members(MIB),
    status: 'failed',
    attempts: 1,
    round: 1,
    next_attempt_at: null,
    attempted_at: now,
    response_status: 500,
    response_body: escapes(1_024),
    duration_ms: 1,
    error: 'e',
    created_at: now,
    finished_at: now,
  };
  rows.copies('webhook_deliveries', delivery, 210, () => ({}));
  const deliveryId = String(rows.one('SELECT id FROM webhook_deliveries')['id']);

  const serverId = newId();
  const mcp: Row = {
    id: serverId,
    project_id: projectId,
    name: 'large',
    url: 'http://127.0.0.1:9/mcp',
    auth: '{"kind":"none"}',
    allow: '["*"]',
    timeout_seconds: 1,
    max_concurrency: 1,
    revision: '2025-06-18',
    error: null,
    checked_at: now,
    created_at: now,
    updated_at: now,
    updated_by: 'u',
  };
  rows.insert('mcp_servers', mcp);
  const tool = (name: string): string =>
    JSON.stringify({
      name,
      description: escapes(10_000),
      inputSchema: { type: 'object', x: 'y'.repeat(50 * KIB) },
    });
  let bytes = 0;
  for (let at = 1; at <= 1_000 && bytes < 2 * LIST_BYTES; at += 1) {
    const text = tool(`t${at}`);
    bytes += 2 * text.length;
    rows.insert('mcp_tools', {
      server_id: serverId,
      name: `t${at}`,
      project_id: projectId,
      definition: text,
      hash: `h${at}`,
      accepted_hash: `g${at}`,
      accepted_by: 'u',
      accepted_at: now,
      accepted_definition: text,
    });
  }
  const audit = {
    id: newId(),
    project_id: projectId,
    at: now,
    by_kind: 'user',
    by_name: 'n'.repeat(200),
    user_id: String(user['id']),
    credential_id: 'c',
    address: '127.0.0.1',
    request_id: 'r',
    action: 'task.create',
    target: JSON.stringify({ id: 'x'.repeat(1_000) }),
  };
  const change = {
    field: 'f',
    before: Array.from({ length: 20 }, () => 'b'.repeat(200)),
    after: Array.from({ length: 20 }, () => 'a'.repeat(200)),
  };
  rows.copies(
    'audit_log',
    { ...audit, diff: JSON.stringify(Array.from({ length: 50 }, () => change)) },
    1_000,
    () => ({}),
  );
  const bulkId = newId();
  rows.insert('bulk_operations', {
    id: bulkId,
    project_id: projectId,
    action: 'cancel',
    version: 'same',
    name: null,
    state: 'done',
    total: 10_000,
    done: 0,
    refused: 10_000,
    attempts: 1,
    next_at: null,
    created_by: task['created_by'] ?? null,
    created_by_name: 'n',
    created_at: now,
    finished_at: now,
  });
  for (let at = 1; at <= 10_000; at += 1)
    rows.insert('bulk_items', {
      bulk_id: bulkId,
      number: at,
      project_id: projectId,
      task_id: taskId,
      outcome: 'refused',
      detail: 'd'.repeat(500),
    });
  const imageId = newId();
  const imageVersion = newId();
  const finding = { version: '3.11.2', issue: 'i'.repeat(500) };
  const probe = JSON.stringify({ python: finding, node: finding, libc: 'glibc 2.36', user: 1_000 });
  rows.insert('images', {
    id: imageId,
    project_id: projectId,
    name: 'large',
    reference: 'r'.repeat(500),
    platform: null,
    auth_secret: null,
    state: 'ready',
    error_code: null,
    error: null,
    version_id: imageVersion,
    attempts: 0,
    claims: 0,
    next_at: null,
    created_at: now,
    updated_at: now,
    updated_by: 'u',
  });
  for (let at = 1; at <= 200; at += 1)
    rows.insert('image_versions', {
      id: at === 200 ? imageVersion : newId(),
      project_id: projectId,
      image_id: imageId,
      image_name: 'large',
      number: at,
      reference: 'r'.repeat(500),
      digest: `sha256:${'a'.repeat(64)}`,
      is_local: 0,
      size: 1,
      probe,
      pulled_at: now,
      used_at: now,
      removed_at: null,
    });
  const secret = rows.one('SELECT * FROM secrets');
  for (let at = 1; at <= 999; at += 1)
    rows.insert('secrets', {
      ...secret,
      name: `S${at}`,
      hosts: JSON.stringify(
        Array.from({ length: 100 }, (_, host) => `h${host}.${'x'.repeat(60)}.example.com`),
      ),
    });
  rows.copies(
    'workspaces',
    rows.one('SELECT * FROM workspaces WHERE is_default = 0'),
    999,
    (at) => ({
      name: `w${at}`.padEnd(200, 'n'),
    }),
  );
  const provider = rows.one('SELECT * FROM model_providers');
  const models = JSON.parse(String(provider['models'])) as object[];
  rows.copies(
    'model_providers',
    {
      ...provider,
      models: JSON.stringify(
        Array.from({ length: 50 }, (_, at) => ({ ...models[0], name: `m${at}` })),
      ),
      headers: JSON.stringify(
        Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`x-${at}`, 'v'.repeat(2_000)])),
      ),
    },
    99,
    (at) => ({ name: `p${at}` }),
  );
  for (let at = 1; at <= 2_000; at += 1) {
    const member = newId();
    rows.insert('users', { ...user, id: member, name: 'u'.repeat(200), is_admin: 0 });
    if (at <= 999)
      rows.insert('members', {
        project_id: projectId,
        user_id: member,
        role: 'viewer',
        created_at: now,
      });
  }
  const key = rows.one('SELECT * FROM api_keys');
  rows.copies('api_keys', key, 999, (at) => ({ hash: `h${at}`, name: 'k'.repeat(200) }));
  const token = rows.one('SELECT * FROM access_tokens WHERE user_id = ?', String(user['id']));
  rows.copies('access_tokens', token, 5_000, (at) => ({ hash: `h${at}`, name: 't'.repeat(200) }));
  rows.copies(
    'sessions',
    {
      id: newId(),
      token_id: String(token['id']),
      hash: '',
      user_agent: 'a'.repeat(200),
      created_at: now,
      last_used_at: now,
      expires_at: now + 1e9,
    },
    2_000,
    (at) => ({ hash: `h${at}` }),
  );
  for (let day = 1; day <= 366; day += 1)
    for (let at = 0; at < 30; at += 1)
      rows.insert('model_usage', {
        project_id: projectId,
        day: Math.floor(now / 86_400_000) - day,
        task_type: `t${at}`,
        model: `m${at}`,
        agent_id: '',
        calls: 1,
        input_tokens: 1,
        cached_tokens: 0,
        output_tokens: 1,
        cost_micro_usd: 1,
      });
  return {
    delivery_id: [deliveryId],
    server_id: [serverId],
    bulk_id: [bulkId],
    image_id: [imageId],
    user_id: [String(user['id'])],
  };
}
