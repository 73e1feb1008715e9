import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packagePath } from '../../src/base/kernel/package-root.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

type Schema = Record<string, unknown>;
interface WithProperties {
  properties: Record<string, Schema>;
  required?: string[];
}

/** Fields with another name or form in the file; null if the file has no such field. */
const IN_THE_FILE: Partial<Record<string, string | null>> = {
  script_language: 'language',
  // Names and files have separate texts in the file.
  script: null,
  workspace_id: null,
  agent_id: null,
  docker_image_id: null,
  params_schema: null,
  result_schema: null,
  task_type_identifier: null,
  // The note is an option of each deployment: `metarun deploy --note`.
  note: null,
};
/** Keywords to compare. Descriptions are not compared because they name different locations. */
const RULES = [
  'default enum maximum minimum exclusiveMinimum maxLength minLength maxItems minItems',
  'uniqueItems pattern format',
].flatMap((line) => line.split(' '));

let server: TestServer;
let api: Record<string, WithProperties>;
const file = JSON.parse(
  readFileSync(packagePath('schemas/metatask.schema.json'), 'utf8'),
) as WithProperties & { $defs: { schedule: WithProperties } };
beforeAll(async () => {
  server = await sharedServer();
  const { body } = await server.call<{ components: { schemas: typeof api } }>(
    'GET',
    '/openapi.json',
    { token: null },
  );
  api = body.components.schemas;
});
afterAll(() => server.stop());

/** Returns the rules for a value and for its items. Null is listed in `type` or in `enum`. */
function selectRules(schema: Schema): Schema {
  const of = (one: Schema): Schema =>
    Object.fromEntries(
      RULES.filter((rule) => one[rule] !== undefined).map((rule) => [
        rule,
        rule === 'enum' ? (one[rule] as unknown[]).filter((value) => value !== null) : one[rule],
      ]),
    );
  const items = schema['items'] as Schema | undefined;
  return items === undefined ? of(schema) : { ...of(schema), items: of(items) };
}

function listTypes(schema: Schema): unknown[] {
  const enumerated = schema['enum'] as unknown[] | undefined;
  const types = [schema['type'] ?? enumerated?.map((value) => typeof value)].flat();
  const named = new Set(types.map(String));
  return [...named].filter((type) => type !== 'null' && type !== 'object').sort();
}

/** Returns the API fields that the file also has, under the names of the file. */
function shared(body: WithProperties): [string, Schema][] {
  return Object.entries(body.properties).flatMap(([field, schema]) => {
    const name = IN_THE_FILE[field] === undefined ? field : IN_THE_FILE[field];
    return name === null ? [] : [[name, schema] as [string, Schema]];
  });
}

describe('the JSON Schema of metatask.yaml', () => {
  it.each([
    ['a meta-task', 'CreateMetaTaskDto', file, 7],
    ['a schedule', 'CreateScheduleDto', file.$defs.schedule, 0],
  ] as const)(
    'the schema of metatask.yaml has the fields and the rules of the API for %s',
    (_name, dto, own, extra) => {
      const body = api[dto];
      if (body === undefined) throw new Error(`there is no ${dto}`);
      const fields = shared(body);
      for (const [name, schema] of fields) {
        const described = own.properties[name];
        const rules = { ...(described && selectRules(described)) };
        const wanted = selectRules(schema);
        // In a folder, the file name of the script determines the language.
        if (name === 'language') delete wanted['default'];
        // The OpenAPI document does not say that a text or a list must not be empty.
        for (const rule of ['minLength', 'minItems', 'maxItems', 'items'])
          if (wanted[rule] === undefined) delete rules[rule];
        expect([name, rules]).toMatchObject([name, wanted]);
        expect([name, Object.keys(rules)]).toEqual([name, Object.keys(wanted)]);
        if (listTypes(schema).length > 0)
          expect([name, described && listTypes(described)]).toEqual([name, listTypes(schema)]);
      }
      // Files, binding names and schedules exist only in the file.
      expect(Object.keys(own.properties)).toHaveLength(fields.length + extra);
      expect(own.required).toEqual(['name']);
    },
  );
});
