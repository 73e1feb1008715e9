/** Tests the schema that is inferred from the types of a script's params, and its effect on tasks. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requireProblem } from '../support/http.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { newMetaTask, type MetaTask, TYPES } from '../support/meta-tasks.js';
import { createTask, runScript, TASKS, taskWhen } from '../support/tasks.js';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const PYTHON = `from dataclasses import dataclass, field
from typing import List, Literal, Optional

@dataclass
class Child:
    id: int

@dataclass
class Params:
    """The people to greet."""
    names: List[str]
    count: int = 1
    mood: Literal["warm", "cold"] = "warm"
    child: Optional[Child] = None
    extra: dict = field(default_factory=dict)

def run(params: Params, reporter):
    child = params.child and params.child.id
    return [params.names, params.count, params.mood, child, params.extra]
`;
const TYPESCRIPT = `interface Child {
  /** @integer */
  id: number;
}
/** The people to greet. */
interface Params {
  names: string[];
  /** @integer */
  count: number;
  mood: 'warm' | 'cold';
  child?: Child | null;
  extra?: object;
}
export default function run({ names, count = 1, mood = 'warm', child = null, extra = {} }: Params) {
  return [names, count, mood, child && child.id, extra];
}
`;
const SCRIPTS = [
  ['python', PYTHON],
  ['typescript', TYPESCRIPT],
] as const;
const untyped = (body = 'return params') => `def run(params, reporter):\n    ${body}\n`;

async function patched(id: string, body: object): Promise<MetaTask> {
  const answer = await server.call<MetaTask>('PATCH', `${TYPES}/${id}`, { body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

async function refusal(identifier: string, params: object): Promise<string[]> {
  const body = { task_type_identifier: identifier, params };
  const { status, code, errors } = requireProblem(await server.call('POST', TASKS, { body }));
  return [`${status} ${code}`, ...errors.map(({ pointer, message }) => `${pointer} ${message}`)];
}

describe.each(SCRIPTS)('params with types in %s', (script_language, script) => {
  let identifier: string;
  beforeAll(async () => {
    ({ identifier } = await newMetaTask(server, { name: 'Typed', script_language, script }));
  });

  it('a params schema is inferred from the types of the script', async () => {
    const { body } = await server.call<MetaTask>('GET', `${TYPES}/${identifier}`);
    expect(body.params_schema_inferred).toBe(true);
    expect(body.params_schema).toMatchObject({
      type: 'object',
      description: 'The people to greet.',
      properties: {
        names: { type: 'array', items: { type: 'string' } },
        count: { type: 'integer', default: 1 },
        mood: { enum: ['warm', 'cold'], default: 'warm' },
        child: { anyOf: [{ $ref: '#/$defs/Child' }, { type: 'null' }] },
      },
      required: ['names'],
      additionalProperties: false,
      $defs: { Child: { required: ['id'] } },
    });
  });

  it.each<[object, string[]]>([
    [{}, ['/params/names is required']],
    [{ names: 'Ada' }, ['/params/names must be array, not string']],
    [{ names: ['Ada', 7] }, ['/params/names/1 must be string, not number']],
    [{ names: [], count: '2' }, ['/params/count must be integer, not string']],
    [{ names: [], count: 1.5 }, ['/params/count must be integer, not a fraction']],
    [{ names: [], mood: 'hot' }, ['/params/mood must be one of "warm", "cold"']],
    [{ names: [], nmaes: 1 }, ['/params/nmaes is not a known property: did you mean "names"?']],
    [{ names: [], child: 1 }, ['/params/child must be object or null, not number']],
    [{ names: [], child: { id: 'x' } }, ['/params/child/id must be integer, not string']],
    [{ names: [], child: {} }, ['/params/child/id is required']],
    [
      { count: null, mood: 1 },
      [
        '/params/names is required',
        '/params/count must be integer, not null',
        '/params/mood must be one of "warm", "cold"',
      ],
    ],
  ])('an inferred schema refuses the params %j', async (params, messages) => {
    expect(await refusal(identifier, params)).toEqual(['422 invalid_params', ...messages]);
  });

  it('typed params reach the script with its defaults', async () => {
    const plain = await createTask(server, identifier, { names: ['Ada'] });
    expect((await taskWhen(server, plain)).result).toEqual([['Ada'], 1, 'warm', null, {}]);
    const given = { names: [], count: 2, mood: 'cold', child: { id: 3 }, extra: { a: [1] } };
    const full = await taskWhen(server, await createTask(server, identifier, given));
    expect(full.result).toEqual([[], 2, 'cold', 3, { a: [1] }]);
    expect(full.params).toEqual(given);
  });
});

describe('which schema counts', () => {
  const own = { type: 'object', required: ['other'] };

  it('a schema of the meta-task takes precedence over an inferred one', async () => {
    const created = await newMetaTask(server, { name: 'Own', script: PYTHON, params_schema: own });
    expect([created.params_schema, created.params_schema_inferred]).toEqual([own, false]);
    expect(await refusal(created.identifier, { names: [] })).toEqual([
      '422 invalid_params',
      '/params/other is required',
    ]);
  });

  it('no schema is inferred for a script without types, or without a script', async () => {
    const first = await newMetaTask(server, { name: 'Untyped', script: untyped() });
    expect([first.params_schema, first.params_schema_inferred]).toEqual([null, false]);
    const second = await newMetaTask(server, { name: 'Empty' });
    expect([second.params_schema, second.params_schema_inferred]).toEqual([null, false]);
  });

  it('an inferred schema follows every change of the script', async () => {
    const { id, version } = await newMetaTask(server, { name: 'Follows', script: untyped() });
    const typed = await patched(id, { script: PYTHON });
    expect([typed.version, typed.params_schema_inferred]).toEqual([version + 1, true]);
    const other = await patched(id, { script: PYTHON.replace('names: List[str]', 'who: str') });
    expect(other.params_schema).toMatchObject({ required: ['who'] });
    const renamed = await patched(id, { name: 'Renamed' });
    expect(renamed.params_schema).toEqual(other.params_schema);
    const bare = await patched(id, { script: untyped() });
    expect([bare.params_schema, bare.params_schema_inferred]).toEqual([null, false]);
    const restored = await server.call<MetaTask>('POST', `${TYPES}/${id}/versions/2/restore`);
    expect(restored.body.params_schema).toEqual(typed.params_schema);
    expect(restored.body.params_schema_inferred).toBe(true);
  });

  it('a PATCH with params_schema replaces the inferred schema, and null brings it back', async () => {
    const created = await newMetaTask(server, { name: 'Patched', script: PYTHON });
    const { id, identifier } = created;
    expect(await patched(id, { params_schema: null })).toEqual({ ...created, warnings: [] });
    const given = await patched(id, { params_schema: own });
    expect([given.version, given.params_schema, given.params_schema_inferred]).toEqual([
      2,
      own,
      false,
    ]);
    const kept = await patched(id, { script: PYTHON.replace('The people', 'Everybody') });
    expect([kept.params_schema, kept.params_schema_inferred]).toEqual([own, false]);
    const open = await patched(id, { params_schema: {} });
    expect([open.params_schema, open.params_schema_inferred]).toEqual([{}, false]);
    const task = await taskWhen(server, await createTask(server, identifier, { whatever: 1 }));
    expect(task).toMatchObject({
      error_code: 'script_error',
      error_message: expect.stringMatching(
        /^TypeError: params: .*unexpected keyword argument 'whatever'/,
      ),
    });
    const back = await patched(id, { params_schema: null });
    expect(back.params_schema).toMatchObject({ description: 'Everybody to greet.' });
    expect(back.params_schema_inferred).toBe(true);
    const { body } = await server.call<MetaTask[]>('GET', `${TYPES}/${id}/versions?fields=all`);
    expect(body.map((version) => version.params_schema_inferred)).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
  });

  it('the params of a task are checked by the schema of its version', async () => {
    const { id, identifier } = await newMetaTask(server, { name: 'Versions', script: PYTHON });
    await patched(id, { script: untyped() });
    const task = await createTask(server, identifier, { anything: true });
    expect((await taskWhen(server, task)).result).toEqual({ anything: true });
    await server.call('POST', `${TYPES}/${id}/versions/1/restore`);
    expect(await refusal(identifier, { names: [], anything: true })).toHaveLength(2);
  });

  it('types that are too large for a schema leave the script without one, and it still runs', async () => {
    const fields = Array.from({ length: 2_000 }, (_, index) => `  f${index}?: string;`).join('\n');
    const script = `interface Params {\n${fields}\n}\nexport default (params: Params) => 'ran';\n`;
    const task = await runScript(server, 'typescript', script, { params: { other: 1 } });
    expect(task.result).toBe('ran');
  });

  it('a client cannot set params_schema_inferred', async () => {
    const body = { name: 'x', params_schema_inferred: true };
    const { errors } = requireProblem(await server.call('POST', `${TYPES}/`, { body }));
    expect(errors).toEqual([
      {
        pointer: '/params_schema_inferred',
        message: 'params_schema_inferred is not a known field',
      },
    ]);
  });
});
