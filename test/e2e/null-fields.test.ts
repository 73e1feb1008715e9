import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sent } from '../support/http.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

interface Schema {
  $ref?: string;
  properties?: Record<string, object>;
  required?: string[];
}
interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Schema; example: Record<string, unknown> }> };
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}
interface Body {
  id: string;
  method: string;
  path: string;
  schema: Schema;
  example: Record<string, unknown>;
}

const RUNNABLE = { task_type_identifier: 'word-count', params: { text: 'one two' } };
/** Replacements, by operation, for values of the examples that refer to objects missing from this project. */
const IN_PLACE: Record<string, object> = {
  MetaTasks_change: { workspace_id: undefined },
  Memories_create: { scope: 'project', scope_id: undefined },
  Schedules_create: RUNNABLE,
};

let server: TestServer;
let bodies: Body[];
beforeAll(async () => {
  server = await sharedServer();
  const { body } = await server.call<Document>('GET', '/openapi.json', { token: null });
  bodies = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId: id, requestBody }]) => {
      const json = requestBody?.content['application/json'];
      if (!json) return [];
      const name = json.schema.$ref?.split('/').at(-1) ?? '';
      const schema = body.components.schemas[name] ?? json.schema;
      const example = { ...json.example, ...IN_PLACE[id] };
      return [{ id, method: method.toUpperCase(), path, schema, example }];
    }),
  );
});
afterAll(() => server.stop());

/** Creates the object of an operation's example and returns one field of the answer. */
async function make(operation: string, field = 'id'): Promise<string> {
  const { method, path, example } = bodies.find(({ id }) => id === operation) as Body;
  const url = path.replace('{project_id}', 'default');
  const made = await sent<Record<string, string>>(server, method, url, example);
  return made[field] ?? '';
}

/**
 * Creates an object for each path parameter and returns its value, so that each body is not only checked but also used.
 */
async function makeAll(): Promise<Record<string, string>> {
  await make('Files_write', 'path');
  const { body: versions } = await server.call<{ id: string }[]>(
    'GET',
    '/external/v1/projects/default/files/versions?path=/reports/2026.md',
  );
  const task_type = await make('MetaTasks_create', 'identifier');
  return {
    project_id: 'default',
    user_id: await make('Users_create'),
    version_id: versions[0]?.id ?? '',
    workspace_id: await make('Workspaces_create'),
    provider_id: await make('ModelProviders_create'),
    server_id: await make('McpServers_create'),
    agent: await make('Agents_create', 'identifier'),
    memory_id: await make('Memories_create'),
    schedule_id: await make('Schedules_create'),
    webhook_id: await make('Webhooks_create'),
    task_id: await make('Tasks_create'),
    task_type,
    tool: 'search',
    name: 'ANY_NAME',
  };
}

it('null in an optional field of any body is taken or refused, and never breaks the server', async () => {
  const values = await makeAll();
  let count = 0;
  const broken: string[] = [];
  for (const { method, path, schema, example } of bodies) {
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name);
    for (const field of Object.keys(schema.properties ?? {})) {
      if (schema.required?.includes(field)) continue;
      count += 1;
      const named =
        typeof example['name'] === 'string' ? { name: `${example['name']}${count}` } : {};
      const body = { ...example, ...named, [field]: null };
      const { status } = await server.call(method, url, { body });
      if (status >= 500) broken.push(`${method} ${path} ${field}: ${status}`);
    }
  }
  expect(count).toBeGreaterThan(150);
  expect(broken).toEqual([]);
});
