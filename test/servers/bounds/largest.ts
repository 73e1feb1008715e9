import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { newId } from '../../../src/base/kernel/ids.js';
import type { ServerProcess } from '../../support/server-process.js';
import { fillProject } from '../http-fuzz/projects.js';
import type { Meanings } from '../http-fuzz/schema-values.js';
import { uploadLargest } from './largest-files.js';
import { storeLargestSettings } from './largest-settings.js';
import {
  measureRowBytes,
  escapes,
  KIB,
  LIST_BYTES,
  members,
  MIB,
  type Row,
  RowWriter,
  schema,
} from './row-writer.js';

/**
 * Fills a project with the largest objects that may be stored, up to the length of each list, while the server is
 * stopped. Returns the ids by path parameter.
 */
export async function fillWithLargest(server: ServerProcess): Promise<Meanings> {
  const found = await fillProject(server, 'default', 'large');
  const files = await uploadLargest(server);
  await server.end('SIGTERM');
  const database = new Sqlite(join(server.dataDir, 'metarun.db'), { timeout: 60_000 });
  try {
    const rows = new RowWriter(database, found);
    const stored = database.transaction(() => ({
      ...storeLargestTasks(rows),
      ...storeLargestSettings(rows),
    }))();
    return { ...found, ...stored, path: files };
  } finally {
    database.close();
    await server.restart();
  }
}

/**
 * Stores tasks with all that belongs to them, files, meta-tasks and agents: as many as a list returns (200), or 24 MiB.
 */
function storeLargestTasks(rows: RowWriter): Meanings {
  const now = Date.now();
  const task = rows.one('SELECT * FROM tasks WHERE id = ?', rows.id('task_id'));
  const taskId = String(task['id']);
  const projectId = String(task['project_id']);

  const longTask = {
    params: members(MIB),
    result: members(4 * MIB),
    error_code: 'script_failed',
    error_message: escapes(8_000),
    error_stack: `Error: no\n    at run (main.ts:1:1)\n${escapes(31_000)}`,
    current_phase: escapes(500),
    result_summary: escapes(200),
    name: 'n'.repeat(200),
  };
  rows.copies(
    'tasks',
    { ...task, ...longTask, params: members(100 * KIB), result: members(100 * KIB) },
    210,
    () => ({
      root_id: taskId,
      parent_id: taskId,
    }),
  );
  rows.set('tasks', { ...longTask, step_count: 1_000 }, 'id = ?', taskId);

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
  rows.copies('task_steps', step, 1_000, (at) => ({ position: at, occurrence: at }));
  const answer = JSON.stringify({
    messages: [],
    text: 't'.repeat(500 * KIB),
    finish: 'stop',
    usage: {},
    calls: [],
  });
  const content = [{ type: 'text', text: 'm'.repeat(500 * KIB) }];
  const messages = JSON.stringify({ messages: [{ role: 'user', content }] });
  rows.copies('task_steps', { ...step, kind: 'model', tries: null, attempts: 1 }, 100, (at) => ({
    position: 2_000 + at,
    occurrence: at,
    result: answer,
    detail: messages,
  }));
  const seq = Number(Object.values(rows.one('SELECT MAX(seq) FROM task_events'))[0]);
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
    rows.insert('task_events', {
      ...event,
      seq: seq + at,
      data: line(`line ${at} ${'ab'.repeat(40)}`),
    });
  for (let at = 1; at <= 2_000; at += 1)
    rows.insert('task_events', { ...event, seq: seq + 20_000 + at, data: line('l'.repeat(8_000)) });
  rows.set('event_counters', { seq: seq + 22_000 }, 'project_id = ?', projectId);
  for (let at = 2; at <= 210; at += 1)
    rows.insert('task_attempts', {
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
  const call = rows.one('SELECT * FROM model_calls');
  rows.copies(
    'model_calls',
    { ...call, task_id: taskId, error: JSON.stringify({ code: 'x', message: 'e'.repeat(2_000) }) },
    1_010,
    () => ({}),
  );
  rows.copies(
    'task_files',
    {
      id: newId(),
      project_id: projectId,
      task_id: taskId,
      workspace_id: rows.id('workspace_id'),
      path: '',
      how: 'read',
      version_id: null,
      used_at: now,
    },
    1_010,
    (at) => ({ path: `/${'p'.repeat(200)}/${'q'.repeat(200)}/${at}` }),
  );

  const file = rows.one(`SELECT * FROM files WHERE path = '/headings.md'`);
  const folder = `/${'d'.repeat(250)}`;
  rows.insert('files', {
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
  rows.copies('files', file, 1_010, (at) => ({
    path: `${deep}/${at}.md`,
    parent_path: deep,
    name: `${at}.md`,
  }));
  rows.copies('files', file, 1_010, (at) => ({
    path: `/${String(at).padStart(250, 'f')}`,
    parent_path: '/',
    name: String(at).padStart(250, 'f'),
  }));
  const oldVersion = rows.one('SELECT * FROM file_versions');
  const ended = {
    ...oldVersion,
    file_id: String(file['id']),
    path: '/headings.md',
    blob_id: String(file['blob_id']),
  };
  rows.copies('file_versions', ended, 1_010, (at) => ({ number: 10 + at }));
  rows.copies('file_versions', ended, 1_010, (at) => ({
    file_id: newId(),
    path: `${deep}/gone-${at}.md`,
    ended_by: 'delete',
  }));

  const approval = rows.one('SELECT * FROM approvals');
  rows.copies(
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
  rows.set(
    'approvals',
    { proposal: members(256 * KIB), form: schema(64 * KIB) },
    'id = ?',
    rows.id('approval_id'),
  );
  const link = rows.one('SELECT * FROM approval_links');
  rows.copies('approval_links', link, 300, () => ({ name: 'n'.repeat(100) }));

  const typeRow = rows.one('SELECT * FROM task_types WHERE identifier = ?', rows.id('task_type'));
  const version = rows.one(
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
  rows.copies('task_type_versions', { ...version, ...definition }, 210, (at) => ({
    version: 1 + at,
  }));
  const map = { version: 3, sources: ['main.ts'], sourcesContent: ['x'], x_entry: 'main.ts' };
  const large = JSON.stringify({ ...map, mappings: 'AAAA', z: Array(2 * MIB).fill([]) });
  const inline = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(large).toString('base64')}`;
  rows.set(
    'task_type_versions',
    { script: `// metarun bundle {}\n${inline}\n`, program_source_map: large },
    'task_type_id = ? AND version = 1',
    String(typeRow['id']),
  );
  rows.set(
    'task_types',
    { latest_version: 200, current_version: 2 },
    'id = ?',
    String(typeRow['id']),
  );
  let bytes = 0;
  for (let at = 1; at <= 210; at += 1) {
    const own = newId();
    const large = bytes < LIST_BYTES ? definition : { description: escapes(2_000) };
    bytes += measureRowBytes(large);
    rows.insert('task_types', {
      ...typeRow,
      id: own,
      identifier: `t${at}`,
      current_version: 1,
      latest_version: 1,
    });
    rows.insert('task_type_versions', { ...version, ...large, id: newId(), task_type_id: own });
  }
  for (let at = 1; at <= 50; at += 1)
    rows.insert('task_type_examples', {
      task_type_id: String(typeRow['id']),
      name: `e${at}`,
      project_id: projectId,
      description: escapes(500),
      params: members(64 * KIB),
      updated_by: 'u',
      updated_at: now,
    });
  const agentRow = rows.one('SELECT * FROM agents');
  const agentVersion = rows.one('SELECT * FROM agent_versions');
  const instructions = escapes(100_000);
  rows.copies('agent_versions', { ...agentVersion, instructions }, 210, (at) => ({
    version: 1 + at,
  }));
  for (let at = 1; at <= 210; at += 1) {
    const own = newId();
    rows.insert('agents', { ...agentRow, id: own, identifier: `a${at}` });
    rows.insert('agent_versions', { ...agentVersion, id: newId(), agent_id: own, instructions });
  }
  return { name: ['e1'], version: ['2'], task_id: [taskId] };
}
