import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { newId } from '../../../src/base/kernel/ids.js';

import type { ServerProcess } from '../../support/server-process.js';
import { uploadLargest } from './largest-files.js';
import { fillProject } from '../http-fuzz/projects.js';
import type { Meanings } from '../http-fuzz/schema-values.js';

type Row = Record<string, string | number | null>;

/** Some of the largest values that the columns of tables may have. */
const KIB = 1024;
const MIB = 1024 * KIB;
/** Stored text of each list together, at least: far more than an answer may have, and no more than a disk writes in a second. */
const LIST_BYTES = 24 * MIB;

/** JSON of small members, which takes longest to parse and to write. */
const members = (bytes: number): string =>
  `{${Array.from({ length: Math.floor(bytes / 14) }, (_, at) => `"k${String(at).padStart(7, '0')}":1`).join(',')}}`;
/** Text that JSON writes as escapes. */
const escapes = (bytes: number): string => '\u001b"'.repeat(bytes / 2);
const schema = (bytes: number): string => `{"type":"object","properties":{},"x":${members(bytes)}}`;

/**
 * Fills a project with the largest things that may be stored, and as many of each as their lists can give, while the server
 * rests. Returns the ids by the parameters of paths.
 */
export async function fillWithLargest(server: ServerProcess): Promise<Meanings> {
  const found = await fillProject(server, 'default', 'large');
  const files = await uploadLargest(server);
  await server.end('SIGTERM');
  const database = new Sqlite(join(server.dataDir, 'metarun.db'), { timeout: 60_000 });
  try {
    const rows = database.transaction(() => storeLargest(database, found))();
    return { ...found, ...rows, path: files };
  } finally {
    database.close();
    await server.restart();
  }
}

/** Stores as many rows as a list of 200 has, or 24 MiB of them. */
function storeLargest(database: Sqlite.Database, made: Meanings): Meanings {
  const id = (name: string): string => String(made[name]?.[0]);
  const one = (sql: string, ...values: string[]): Row => {
    const row = database.prepare(sql).get(...values);
    if (row === undefined) throw new Error(`no row: ${sql}`);
    return row as Row;
  };
  const insert = (table: string, row: Row): void => {
    const names = Object.keys(row);
    const places = names.map((name) => `@${name}`).join(', ');
    database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`).run(row);
  };
  const bytesOf = (row: Row): number =>
    Object.values(row).reduce<number>((sum, value) => sum + String(value).length, 0);
  const copies = (
    table: string,
    template: Row,
    most: number,
    change: (at: number) => Row,
  ): void => {
    let bytes = 0;
    for (let at = 1; at <= most && bytes < LIST_BYTES; at += 1) {
      const row = { ...template, ...('id' in template ? { id: newId() } : {}), ...change(at) };
      bytes += bytesOf(row);
      insert(table, row);
    }
  };
  const set = (table: string, columns: Row, where: string, ...values: string[]): void => {
    const names = Object.keys(columns);
    database
      .prepare(
        `UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE ${where}`,
      )
      .run(...Object.values(columns), ...values);
  };

  const now = Date.now();
  const task = one('SELECT * FROM tasks WHERE id = ?', id('task_id'));
  const taskId = String(task['id']);
  const projectId = String(task['project_id']);
  const user = one('SELECT * FROM users WHERE is_admin = 1');

  const longTask = {
    params: members(MIB),
    result: members(4 * MIB),
    error_code: 'script_failed',
    error_message: escapes(8_000),
    error_stack: escapes(32_000),
    current_phase: escapes(500),
    result_summary: escapes(200),
    name: 'n'.repeat(200),
  };
  copies(
    'tasks',
    { ...task, ...longTask, params: members(100 * KIB), result: members(100 * KIB) },
    210,
    () => ({
      root_id: taskId,
      parent_id: taskId,
    }),
  );
  set('tasks', { ...longTask, step_count: 1_000 }, 'id = ?', taskId);

  const step: Row = {
    id: newId(),
    project_id: projectId,
    task_id: taskId,
    position: 0,
    kind: 'step',
    name: 's'.repeat(200),
    occurrence: 0,
    ordered: 1,
    status: 'success',
    attempts: 100,
    result: members(MIB),
    error_type: null,
    error_message: null,
    detail: members(16 * KIB),
    wake_at: null,
    started_at: now,
    finished_at: now,
    code_at: 'task.ts:1:1',
    tries: JSON.stringify(Array.from({ length: 100 }, () => [now, now, 'e'.repeat(300)])),
  };
  copies('task_steps', step, 1_000, (at) => ({ position: at, occurrence: at }));
  const answer = JSON.stringify({
    messages: [],
    text: 't'.repeat(500 * KIB),
    finish: 'stop',
    usage: {},
    calls: [],
  });
  const content = [{ type: 'text', text: 'm'.repeat(500 * KIB) }];
  const messages = JSON.stringify({ messages: [{ role: 'user', content }] });
  copies('task_steps', { ...step, kind: 'model', tries: null, attempts: 1 }, 100, (at) => ({
    position: 2_000 + at,
    occurrence: at,
    result: answer,
    detail: messages,
  }));
  const seq = Number(Object.values(one('SELECT MAX(seq) FROM task_events'))[0]);
  const event: Row = {
    project_id: projectId,
    task_id: taskId,
    attempt: 1,
    type: 'log',
    level: 'info',
    data: '',
    created_at: now,
    seq,
  };
  const line = (text: string): string => JSON.stringify({ level: 'info', message: text, text });
  for (let at = 1; at <= 20_000; at += 1)
    insert('task_events', { ...event, seq: seq + at, data: line(`line ${at} ${'ab'.repeat(40)}`) });
  for (let at = 1; at <= 2_000; at += 1)
    insert('task_events', { ...event, seq: seq + 20_000 + at, data: line('l'.repeat(8_000)) });
  set('event_counters', { seq: seq + 22_000 }, 'project_id = ?', projectId);
  for (let at = 2; at <= 210; at += 1)
    insert('task_attempts', {
      task_id: taskId,
      attempt: at,
      project_id: projectId,
      queued_at: now,
      started_at: now,
      finished_at: now,
      outcome: 'failed',
      error_code: 'script_failed',
      error_message: escapes(8_000),
      error_stack: escapes(32_000),
      cpu_ms: 1,
      peak_memory_bytes: 1,
      worker_id: 'w',
      waits: null,
      phases: null,
      retried_by: null,
      retried_by_name: null,
      sandbox_level: 1,
    });
  const call = one('SELECT * FROM model_calls');
  copies(
    'model_calls',
    { ...call, task_id: taskId, error: JSON.stringify({ code: 'x', message: 'e'.repeat(2_000) }) },
    1_010,
    () => ({}),
  );
  copies(
    'task_files',
    {
      id: newId(),
      project_id: projectId,
      task_id: taskId,
      workspace_id: id('workspace_id'),
      path: '',
      how: 'read',
      version_id: null,
      used_at: now,
    },
    1_010,
    (at) => ({ path: `/${'p'.repeat(200)}/${'q'.repeat(200)}/${at}` }),
  );

  const file = one(`SELECT * FROM files WHERE path = '/headings.md'`);
  const folder = `/${'d'.repeat(250)}`;
  insert('files', {
    ...file,
    id: newId(),
    path: folder,
    name: folder.slice(1),
    type: 'directory',
    size: 0,
    blob_id: null,
    etag: '',
  });
  const deep = `${folder}${`/${'e'.repeat(240)}`.repeat(6)}`;
  copies('files', file, 1_010, (at) => ({
    path: `${deep}/${at}.md`,
    parent_path: deep,
    name: `${at}.md`,
  }));
  copies('files', file, 1_010, (at) => ({
    path: `/${String(at).padStart(250, 'f')}`,
    parent_path: '/',
    name: String(at).padStart(250, 'f'),
  }));
  const oldVersion = one('SELECT * FROM file_versions');
  const ended = {
    ...oldVersion,
    file_id: String(file['id']),
    path: '/headings.md',
    blob_id: String(file['blob_id']),
  };
  copies('file_versions', ended, 1_010, (at) => ({ number: 10 + at }));
  copies('file_versions', ended, 1_010, (at) => ({
    file_id: newId(),
    path: `${deep}/gone-${at}.md`,
    ended_by: 'delete',
  }));

  const approval = one('SELECT * FROM approvals');
  copies(
    'approvals',
    {
      ...approval,
      proposal: members(256 * KIB),
      form: schema(64 * KIB),
      payload: members(256 * KIB),
      prompt: escapes(2_000),
      comment: escapes(2_000),
    },
    210,
    () => ({}),
  );
  set(
    'approvals',
    { proposal: members(256 * KIB), form: schema(64 * KIB) },
    'id = ?',
    id('approval_id'),
  );
  const link = one('SELECT * FROM approval_links');
  copies('approval_links', link, 300, () => ({ name: 'n'.repeat(100) }));

  const [type] = made['task_type'] ?? [];
  const typeRow = one('SELECT * FROM task_types WHERE identifier = ?', String(type));
  const version = one(
    'SELECT * FROM task_type_versions WHERE task_type_id = ? AND version = 1',
    String(typeRow['id']),
  );
  const definition: Row = {
    script: `export function run() { return 1; }\n${'// comment "x"\n'.repeat(60 * KIB)}`,
    description: escapes(2_000),
    params_schema: schema(200 * KIB),
    result_schema: schema(200 * KIB),
    inferred_params_schema: null,
    phases: JSON.stringify(Array.from({ length: 100 }, (_, at) => `phase ${at}`)),
    allowed_hosts: JSON.stringify(
      Array.from({ length: 100 }, (_, at) => `h${at}.${'x'.repeat(50)}.example.com`),
    ),
  };
  copies('task_type_versions', { ...version, ...definition }, 210, (at) => ({ version: 1 + at }));
  set('task_types', { latest_version: 200, current_version: 2 }, 'id = ?', String(typeRow['id']));
  let bytes = 0;
  for (let at = 1; at <= 210; at += 1) {
    const own = newId();
    const large = bytes < LIST_BYTES ? definition : { description: escapes(2_000) };
    bytes += bytesOf(large);
    insert('task_types', {
      ...typeRow,
      id: own,
      identifier: `t${at}`,
      current_version: 1,
      latest_version: 1,
    });
    insert('task_type_versions', { ...version, ...large, id: newId(), task_type_id: own });
  }
  for (let at = 1; at <= 50; at += 1)
    insert('task_type_examples', {
      task_type_id: String(typeRow['id']),
      name: `e${at}`,
      project_id: projectId,
      description: escapes(500),
      params: members(64 * KIB),
      updated_by: 'u',
      updated_at: now,
    });
  const agentRow = one('SELECT * FROM agents');
  const agentVersion = one('SELECT * FROM agent_versions');
  const instructions = escapes(100_000);
  copies('agent_versions', { ...agentVersion, instructions }, 210, (at) => ({ version: 1 + at }));
  for (let at = 1; at <= 210; at += 1) {
    const own = newId();
    insert('agents', { ...agentRow, id: own, identifier: `a${at}` });
    insert('agent_versions', { ...agentVersion, id: newId(), agent_id: own, instructions });
  }

  const schedule = one('SELECT * FROM schedules');
  set('schedules', { params: members(MIB) }, 'id = ?', id('schedule_id'));
  copies('schedules', { ...schedule, params: members(MIB), next_at: now + 1e9 }, 210, (at) => ({
    name: `s${at}`,
  }));
  const memory = one('SELECT * FROM memories');
  copies('memories', memory, 1_000, (at) => ({
    number: 1_000 + at,
    text: 'm'.repeat(500),
    hash: `h${at}`,
  }));
  copies('memory_sources', one('SELECT * FROM memory_sources'), 100, () => ({
    memory_id: id('memory_id'),
    quote: escapes(500),
  }));
  for (let at = 1; at <= 210; at += 1)
    insert('memory_jobs', {
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
  const webhook = one('SELECT * FROM webhooks');
  copies(
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
    webhook_id: id('webhook_id'),
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
  copies('webhook_deliveries', delivery, 210, () => ({}));
  const deliveryId = String(one('SELECT id FROM webhook_deliveries')['id']);

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
  insert('mcp_servers', mcp);
  const tool = (name: string): string =>
    JSON.stringify({
      name,
      description: escapes(10_000),
      inputSchema: { type: 'object', x: 'y'.repeat(50 * KIB) },
    });
  bytes = 0;
  for (let at = 1; at <= 1_000 && bytes < 2 * LIST_BYTES; at += 1) {
    const text = tool(`t${at}`);
    bytes += 2 * text.length;
    insert('mcp_tools', {
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
  copies(
    'audit_log',
    { ...audit, diff: JSON.stringify(Array.from({ length: 50 }, () => change)) },
    1_000,
    () => ({}),
  );
  const bulkId = newId();
  insert('bulk_operations', {
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
    insert('bulk_items', {
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
  insert('images', {
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
    insert('image_versions', {
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
  const secret = one('SELECT * FROM secrets');
  for (let at = 1; at <= 999; at += 1)
    insert('secrets', {
      ...secret,
      name: `S${at}`,
      hosts: JSON.stringify(
        Array.from({ length: 100 }, (_, host) => `h${host}.${'x'.repeat(60)}.example.com`),
      ),
    });
  copies('workspaces', one('SELECT * FROM workspaces WHERE is_default = 0'), 999, (at) => ({
    name: `w${at}`.padEnd(200, 'n'),
  }));
  const provider = one('SELECT * FROM model_providers');
  const models = JSON.parse(String(provider['models'])) as object[];
  copies(
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
    insert('users', { ...user, id: member, name: 'u'.repeat(200), is_admin: 0 });
    if (at <= 999)
      insert('members', {
        project_id: projectId,
        user_id: member,
        role: 'viewer',
        created_at: now,
      });
  }
  const key = one('SELECT * FROM api_keys');
  copies('api_keys', key, 999, (at) => ({ hash: `h${at}`, name: 'k'.repeat(200) }));
  const token = one('SELECT * FROM access_tokens WHERE user_id = ?', String(user['id']));
  copies('access_tokens', token, 5_000, (at) => ({ hash: `h${at}`, name: 't'.repeat(200) }));
  copies(
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
      insert('model_usage', {
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
    name: ['e1'],
    version: ['2'],
    task_id: [taskId],
    user_id: [String(user['id'])],
  };
}
