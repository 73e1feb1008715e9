/** Tests that names reject control characters and characters that are invisible or change the direction of text. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runScript } from '../support/tasks.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { sql } from '../support/sql.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      { operationId?: string; requestBody?: { content: Record<string, { schema?: Schema }> } }
    >
  >;
  components: { schemas: Record<string, Schema> };
}

/**
 * Texts in requests that are not names or have stricter rules than a pattern, by operation and place, with the reason.
 */
const OTHERWISE: readonly (readonly [RegExp, string])[] = [
  [
    /\/(content|description|instructions|note|comment|question|script|text|value|payload)$/,
    'is read as text',
  ],
  [
    /^(?:Bulk_\w+ \/(?:filter|ids)|(?:Memories_revoke|Webhooks_redeliverAll|Approvals_decide) )/,
    'chooses what there is',
  ],
  [/\/(from|to|path|dir_path)$/, 'is a path, which has rules of its own'],
  [
    /\/(url|base_url|token_url|issuer|hosts\/\*|allowed_hosts\/\*)$/,
    'is a URL or a host, and parsed',
  ],
  [/\/(task_type_identifier|task_types\/\*|model|memory_model)$/, 'is found by what it names'],
  [/\/(knowledge\/\*|approve\/\*|tools\/\*|secret)$/, 'is found by what it names, or parsed'],
  [/^McpServers_\w+ \/auth\//, 'is read by server-reader.ts'],
  [/\/(cron|time_zone|charset|platform|reference|slug)$/, 'is parsed'],
  [/^SignIn_create \//, 'is a credential'],
  [/\/models\/\*\/model$/, 'is read by provider-reader.ts'],
];

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

it('each text of a request that can be a name refuses hidden characters', async () => {
  const { body } = await server.call<Document>('GET', '/openapi.json');
  const open = new Set<string>();
  const walk = (given: Schema, at: string, depth = 0): void => {
    const schema = body.components.schemas[given.$ref?.split('/').at(-1) ?? ''] ?? given;
    const { properties = {}, items, pattern, format, anyOf = [], oneOf = [], allOf = [] } = schema;
    if (depth > 8) return;
    for (const part of [...anyOf, ...oneOf, ...allOf]) walk(part, at, depth + 1);
    for (const [name, part] of Object.entries(properties)) walk(part, `${at}/${name}`, depth + 1);
    if (items !== undefined) walk(items, `${at}/*`, depth + 1);
    const isText = [schema.type].flat().includes('string') && schema.enum === undefined;
    if (!isText || format !== undefined) return;
    const refuses =
      pattern !== undefined &&
      ['\u202e', '\u001b', '\u200b', '\u{e0041}'].every(
        (hidden) => !new RegExp(pattern, 'u').test(`a${hidden}`),
      );
    if (!refuses) open.add(at);
  };
  for (const methods of Object.values(body.paths))
    for (const { operationId = '', requestBody } of Object.values(methods))
      for (const { schema = {} } of Object.values(requestBody?.content ?? {}))
        walk(schema, `${operationId} `);
  expect([...open].filter((at) => OTHERWISE.every(([known]) => !known.test(at)))).toEqual([]);
  for (const [known, why] of OTHERWISE)
    expect({ why, is: [...open].some((at) => known.test(at)) }).toEqual({ why, is: true });
});

const HIDDEN = [
  'a\u001b[2J',
  'a\u009b2J',
  'a\nb',
  'invoice\u202excod.exe',
  'a\u2066b',
  'a\u200f',
  'a\u200bb',
  'a\u{e0041}',
];

it.each<[string, string, (name: string) => object, string]>([
  ['POST', '/projects', (name) => ({ name }), '/name'],
  ['POST', '/users', (name) => ({ name }), '/name'],
  ['POST', '/auth/tokens', (name) => ({ name }), '/name'],
  ['POST', '/projects/default/api-keys', (name) => ({ name }), '/name'],
  ['POST', '/projects/default/workspaces', (name) => ({ name }), '/name'],
  ['POST', '/projects/default/task-types', (name) => ({ name }), '/name'],
  ['POST', '/projects/default/task-types', (name) => ({ name: 'x', phases: [name] }), '/phases'],
  ['POST', '/projects/default/agents', (name) => ({ name }), '/name'],
  [
    'POST',
    '/projects/default/schedules',
    (name) => ({ name, task_type_identifier: 'x', every_seconds: 60 }),
    '/name',
  ],
  [
    'POST',
    '/external/v1/projects/default/tasks',
    (name) => ({ task_type_identifier: 'x', name }),
    '/name',
  ],
  [
    'POST',
    '/external/v1/projects/default/tasks/batch',
    (name) => ({ tasks: [{ task_type_identifier: 'x', name }] }),
    '/tasks/0/name',
  ],
  [
    'PUT',
    '/external/v1/projects/default/files/content',
    (path) => ({ path, content: '' }),
    '/path',
  ],
  [
    'PUT',
    '/external/v1/projects/default/files/content',
    (name) => ({ path: `/${name}/a`, content: '' }),
    '/path',
  ],
  ['POST', '/external/v1/projects/default/files/move', (to) => ({ from: '/a', to }), '/to'],
  ['POST', '/external/v1/projects/default/files/copy', (to) => ({ from: '/a', to }), '/to'],
  ['PUT', '/projects/default/secrets/{name}', () => ({ value: 'v' }), ''],
])('%s %s refuses hidden characters in a name', async (method, path, body, pointer) => {
  for (const name of HIDDEN) {
    const url = path.replace('{name}', encodeURIComponent(name));
    const answer = await server.call<{ errors: { pointer: string }[] }>(method, url, {
      body: body(name),
    });
    expect({ name, status: answer.status }).toEqual({ name, status: 422 });
    if (pointer !== '') expect(answer.body.errors.map((error) => error.pointer)).toContain(pointer);
  }
});

it('an upload refuses hidden characters in the name of a file', async () => {
  const form = new FormData();
  form.append('file', new Blob(['x']), 'invoice\u202excod.exe');
  const url = `${server.url}/external/v1/projects/default/files/upload`;
  const headers = { Authorization: `Bearer ${server.adminToken}` };
  const { status } = await fetch(url, { method: 'POST', body: form, headers });
  expect(status).toBe(422);
});

it('a file that has hidden characters in its name from before is read, written, moved and deleted', async () => {
  const files = '/external/v1/projects/default/files';
  for (const name of ['old', 'older'])
    await server.call('PUT', `${files}/content`, {
      body: { path: `/${name}`, content: 'x' },
    });
  const marked = (name: string): string => `/${name}\u202e`;
  for (const name of ['old', 'older'])
    await sql(
      server,
      `UPDATE files SET path = '${marked(name)}', name = '${marked(name).slice(1)}' WHERE path = '/${name}'`,
    );
  const at = encodeURIComponent(marked('old'));
  const write = { path: marked('old'), content: 'y' };
  expect((await server.call('PUT', `${files}/content`, { body: write })).status).toBe(200);
  const read = await server.call<{ content: string }>('GET', `${files}/content?path=${at}`);
  expect(read.body.content).toBe('y');
  expect((await server.call('DELETE', `${files}?path=${at}`)).status).toBe(204);
  const move = { from: marked('older'), to: '/plain' };
  expect((await server.call('POST', `${files}/move`, { body: move })).status).toBeLessThan(300);
});

it('a phase that a script reports with hidden characters is shown with them written out', async () => {
  const script = "def run(params, reporter):\n    reporter.set_phase('Load\\x1b[2J\\u202e')\n";
  const task = await runScript(server, 'python', script);
  expect(task).toMatchObject({ status: 'success', current_phase: 'Load\\u001b[2J\\u202e' });
});
