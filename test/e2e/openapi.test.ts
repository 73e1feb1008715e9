import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isHeadless } from '../support/headless.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { runScript, TASKS } from '../support/tasks.js';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  summary?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: {
    required?: boolean;
    content: Record<string, { schema: unknown; example?: object }>;
  };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}
interface Document {
  openapi: string;
  servers: { url: string; description: string }[];
  info: { title: string; version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, object>;
    responses: Record<string, object>;
    securitySchemes: Record<string, { type: string; scheme: string }>;
  };
}

const EVENTFUL = `def run(params, reporter):
    reporter.set_phase('Working')
    reporter.set_progress(50)
    reporter.log('a line')
    reporter.step('one', lambda: 1)
`;
const UUID = '00000000-0000-7000-8000-000000000000';
/** Paths that are documented but not part of the interface. */
const PUBLIC = /^\/(health|metrics|scale)/;
/** This operation takes its credentials in the body. */
const SIGN_IN = 'post /auth/sessions';

let server: TestServer;
let document: Document;
let operations: { method: string; path: string; operation: Operation }[];
beforeAll(async () => {
  server = await sharedServer();
  const { body } = await server.call('GET', '/openapi.json', { token: null });
  document = body as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
});
afterAll(() => server.stop());

/** Yields every object of the document that is or contains a schema, with its location. */
function* nodes(value: unknown, at = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  yield [at, value as Record<string, unknown>];
  for (const [key, child] of Object.entries(value)) yield* nodes(child, `${at}/${key}`);
}

/** Rules beyond the linter's strictest preset, and rules that this interface deliberately breaks. */
const RULES = {
  // The specification gives GET and POST …/task-types/ a trailing slash.
  'no-path-trailing-slash': 'off',
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
  'no-invalid-schema-examples': { severity: 'error', allowAdditionalProperties: false },
  'no-invalid-parameter-examples': { severity: 'error', allowAdditionalProperties: false },
  'no-http-verbs-in-paths': 'off',
  'operation-singular-tag': 'error',
  'operation-tag-defined': 'error',
  'tag-description': 'error',
  'no-ambiguous-paths': 'error',
  'no-identical-paths': 'error',
  'operation-operationId-url-safe': 'error',
} as const;

/** Returns whether a path template also matches another path. */
function covers(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
}

describe('the OpenAPI document', () => {
  it('the OpenAPI document passes a strict linter', async () => {
    const config = await createConfig({ extends: ['recommended-strict'], rules: RULES });
    const source = JSON.stringify(document);
    const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
    const problems = found.map(
      ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
    );
    expect(problems).toEqual([]);
  });

  it('the document names its server, and each operation its errors, credentials and example', () => {
    expect(document.servers).toEqual([{ url: '.', description: expect.any(String) }]);
    for (const { method, path, operation } of operations) {
      const name = `${method} ${path}`;
      expect([name, operation.security]).toEqual([name, expect.any(Array)]);
      expect([name, operation.responses['4XX']]).toEqual([name, expect.anything()]);
      const body = operation.requestBody?.content['application/json'];
      if (body)
        expect([name, body]).toEqual([
          name,
          expect.objectContaining({ example: expect.any(Object) }),
        ]);
    }
  });

  it('the document describes the events of a stream as they are sent', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'https://metarun.test/openapi', components: document.components });
    const task = await runScript(server, 'python', EVENTFUL);
    const response = await fetch(`${server.url}${TASKS}/${task.id}/events`, {
      headers: { authorization: `Bearer ${server.apiKey}` },
    });
    const events = (await response.text())
      .split('\n\n')
      .map((frame) => Object.fromEntries(frame.split('\n').map((line) => line.split(/: (.*)/s))))
      .filter((frame): frame is Record<string, string> => 'data' in frame)
      .map((frame) => ({ ...frame, data: JSON.parse(frame['data'] ?? '') as unknown }));
    const schema = { $ref: 'https://metarun.test/openapi#/components/schemas/TaskStreamEvent' };
    for (const event of events)
      expect([event, ajv.validate(schema, event), ajv.errors]).toEqual([event, true, null]);
    const names = new Set(events.map((event) => Reflect.get(event, 'event') as unknown));
    expect(names).toEqual(new Set(['hello', 'status', 'phase', 'progress', 'log', 'step']));
  });

  it('the document is of version 3.1 and uses nothing of 3.0', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    const old = [...nodes(document)].filter(
      ([, node]) => 'nullable' in node || typeof node['exclusiveMinimum'] === 'boolean',
    );
    expect(old.map(([at]) => at)).toEqual([]);
  });

  it('all schemas are JSON Schema 2020-12, and every reference resolves', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'https://metarun.test/openapi', components: document.components });
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      expect([name, ajv.validateSchema(schema), ajv.errors]).toEqual([name, true, null]);
      expect(() =>
        ajv.compile({ $ref: `https://metarun.test/openapi#/components/schemas/${name}` }),
      ).not.toThrow();
    }
    const known = [
      ...Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`),
      ...Object.keys(document.components.responses).map((name) => `#/components/responses/${name}`),
    ];
    const references = [...nodes(document)]
      .map(([, node]) => node['$ref'])
      .filter((value) => value !== undefined);
    for (const reference of references) expect(known).toContain(reference);
    expect(known).not.toContain('#/components/schemas/Object');
  });

  it('every operation has a unique id, a summary, its parameters and its responses', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { method, path, operation } of operations) {
      const name = `${method} ${path}`;
      expect([name, operation.summary]).toEqual([name, expect.any(String)]);
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => String(parameter));
      expect([name, inPath.map((parameter) => parameter.name).sort()]).toEqual([
        name,
        wanted.sort(),
      ]);
      expect(inPath.every((parameter) => parameter.required === true)).toBe(true);
      for (const parameter of operation.parameters ?? [])
        expect([
          name,
          parameter.name,
          parameter.schema['type'] ?? parameter.schema['enum'],
        ]).toEqual([name, parameter.name, expect.anything()]);
      expect(Object.keys(operation.responses).some((status) => /^2\d\d$/.test(status))).toBe(true);
      for (const response of Object.values(operation.responses))
        if (!('$ref' in response)) expect(response.description).toEqual(expect.any(String));
      const problem = operation.responses['default']?.content?.['application/problem+json'];
      expect([name, problem]).toEqual([name, { schema: { $ref: '#/components/schemas/Problem' } }]);
      if (operation.requestBody) expect(Object.keys(operation.requestBody.content)).toHaveLength(1);
    }
  });

  it('every description of the API stands alone', () => {
    const texts = [...nodes(document)]
      .filter(([at]) => !/\/examples?(?:\/|$)/.test(at))
      .flatMap(([at, node]) =>
        ['summary', 'description'].map((name) => ({ at: `${at}/${name}`, text: node[name] })),
      )
      .filter((one): one is { at: string; text: string } => typeof one.text === 'string');
    expect(texts.length).toBeGreaterThan(1000);
    const headless = texts.filter(({ text }) => isHeadless(text));
    expect(headless.map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
  });

  it('the described tags are exactly those that operations use', () => {
    const used = operations.flatMap(({ operation }) => operation.tags ?? []);
    expect(new Set(document.tags.map(({ name }) => name))).toEqual(new Set(used));
    for (const { description } of document.tags) expect(description).not.toBe('');
  });

  it('each operation names the credentials that it takes', () => {
    expect(Object.keys(document.components.securitySchemes).sort()).toEqual([
      'access_token',
      'api_key',
    ]);
    for (const { method, path, operation } of operations) {
      const schemes = (operation.security ?? []).flatMap((one) => Object.keys(one)).sort();
      const wanted =
        PUBLIC.test(path) || `${method} ${path}`.toLowerCase() === SIGN_IN
          ? []
          : path.startsWith('/external/') || path === '/auth/me'
            ? ['access_token', 'api_key']
            : ['access_token'];
      expect([path, schemes]).toEqual([path, wanted]);
    }
  });

  it('each documented operation exists: without credentials it is 401, or public', async () => {
    for (const { method, path } of operations) {
      const url = path.replaceAll(/\{\w+\}/g, UUID);
      const { status } = await server.call(method, url, { token: null });
      const signsIn = `${method} ${path}`.toLowerCase() === SIGN_IN;
      const wanted = signsIn ? 422 : PUBLIC.test(path) ? 200 : 401;
      expect([method, path, status]).toEqual([method, path, wanted]);
    }
  });

  it('any other method on a documented path is answered with 405', async () => {
    for (const [path, methods] of Object.entries(document.paths))
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (method.toLowerCase() in methods) continue;
        // The server also reads the last part of …/tasks/batch as an id.
        if (operations.some((one) => one.method === method && covers(one.path, path))) continue;
        const { status, headers } = await server.call(method, path.replaceAll(/\{\w+\}/g, UUID));
        expect([method, path, status]).toEqual([method, path, 405]);
        const allowed = headers.get('allow')?.toLowerCase().split(', ') ?? [];
        expect(allowed).toEqual(expect.arrayContaining(Object.keys(methods)));
      }
  });

  it('a real task, meta-task, list and error match their schemas', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'https://metarun.test/openapi', components: document.components });
    const check = (name: string, value: unknown): void => {
      const valid = ajv.validate(
        { $ref: `https://metarun.test/openapi#/components/schemas/${name}` },
        value,
      );
      expect([name, valid, ajv.errors]).toEqual([name, true, null]);
      const { properties } = document.components.schemas[name] as { properties: object };
      expect(Object.keys(value as object).sort()).toEqual(Object.keys(properties).sort());
    };
    const type = await server.call('POST', '/projects/default/task-types/', {
      body: {
        name: 'Described',
        script: 'def run(params, reporter):\n    return [1, None, "x"]\n',
      },
    });
    check('MetaTaskDto', type.body);
    const tasks = '/external/v1/projects/default/tasks';
    const created = await server.call('POST', tasks, {
      body: { task_type_identifier: 'described' },
    });
    check('TaskDto', created.body);
    const list = await server.call('GET', tasks);
    for (const task of list.body as unknown[]) check('TaskDto', task);
    const { id } = created.body as { id: string };
    check('TaskDetailDto', (await server.call('GET', `${tasks}/${id}`)).body);
    check('Problem', (await server.call('GET', `${tasks}/nobody`)).body);
  });
});
