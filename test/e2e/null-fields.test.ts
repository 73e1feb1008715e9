import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sent } from '../support/http.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  example?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
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

/** Nesting of members that are tried. */
const MAX_DEPTH = 4;
const SAMPLES: Record<string, unknown> = { string: 'a', integer: 1, number: 1, boolean: true };

let server: TestServer;
let bodies: Body[];
let schemas: Record<string, Schema>;
beforeAll(async () => {
  server = await sharedServer();
  const { body } = await server.call<Document>('GET', '/openapi.json', { token: null });
  schemas = body.components.schemas;
  bodies = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId: id, requestBody }]) => {
      const json = requestBody?.content['application/json'];
      if (!json) return [];
      const example = { ...json.example, ...IN_PLACE[id] };
      return [{ id, method: method.toUpperCase(), path, schema: json.schema, example }];
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

/** Returns a schema without references; of alternatives, the one with members. */
function resolve(schema: Schema): Schema {
  if (schema.$ref !== undefined) return resolve(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const parts = (schema.allOf ?? schema.anyOf ?? schema.oneOf ?? []).map(resolve);
  return (
    parts.find(({ properties }) => properties) ??
    parts.find(({ items }) => items) ??
    parts[0] ??
    schema
  );
}

/** Returns a value of a schema with its required members only. */
function sample(given: Schema): unknown {
  const {
    example,
    default: usual,
    enum: options,
    type,
    properties,
    required,
    items,
  } = {
    ...resolve(given),
    ...(given.example !== undefined && { example: given.example }),
  };
  const stated = example ?? usual ?? options?.[0];
  if (stated !== undefined) return stated;
  if (items) return [sample(items)];
  if (properties)
    return Object.fromEntries(
      (required ?? []).map((name) => [name, sample(properties[name] ?? {})]),
    );
  return SAMPLES[[type ?? 'string'].flat()[0] ?? ''] ?? {};
}

/** Yields copies of a value, each with null in another of its optional members, at any depth. */
function* withNull(
  given: Schema,
  value: unknown,
  at = '',
): Generator<{ at: string; copy: unknown }> {
  if (at.split('/').length > MAX_DEPTH) return;
  const { properties = {}, required = [], items } = resolve(given);
  if (items) {
    const [first = sample(items), ...rest] = Array.isArray(value) ? (value as unknown[]) : [];
    for (const one of withNull(items, first, `${at}/0`))
      yield { ...one, copy: [one.copy, ...rest] };
  }
  const whole = isObject(value) ? value : (sample(given) as Record<string, unknown>);
  for (const [name, member] of Object.entries(properties)) {
    const place = `${at}/${name}`;
    if (!required.includes(name)) yield { at: place, copy: { ...whole, [name]: null } };
    for (const one of withNull(member, whole[name] ?? sample(member), place))
      yield { ...one, copy: { ...whole, [name]: one.copy } };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

it('null in an optional field of any body is taken or refused, and never breaks the server', async () => {
  const values = await makeAll();
  let count = 0;
  const broken: string[] = [];
  for (const { method, path, schema, example } of bodies) {
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name);
    for (const { at, copy } of withNull(schema, example)) {
      count += 1;
      const named =
        typeof example['name'] === 'string' ? { name: `${example['name']}${count}` } : {};
      const body = at === '/name' ? copy : { ...(copy as object), ...named };
      const { status } = await server.call(method, url, { body });
      if (status >= 500) broken.push(`${method} ${path} ${at}: ${status}`);
    }
  }
  expect(count).toBeGreaterThan(250);
  expect(broken).toEqual([]);
});
