import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError } from '../support/http.js';
import { type Code, runBody, withBody } from '../support/inline-script.js';
import { LANGUAGES } from '../support/scripts.js';
import { type TestServer } from '../support/server.js';
import { sql } from '../support/sql.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

const MEMORIES = '/external/v1/projects/default/memories';
const ALL = ['project', 'task_type', 'agent', 'subject'];

type Memory = Wire['MemoryDto'];

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const add = async (text: string, more: object = {}): Promise<string> => {
  const body = { text, kind: 'fact', scope: 'project', ...more };
  return (await server.call<Memory>('POST', MEMORIES, { body })).body.id;
};
const read = async (id: string): Promise<Memory> =>
  (await server.call<Memory>('GET', `${MEMORIES}/${id}`)).body;
const found = (task: { result: unknown }): Partial<Memory>[] => task.result as Partial<Memory>[];

const SEARCH: Code = {
  python: 'return reporter.memory.search(params["q"], **params.get("options", {}))',
  typescript: 'return await reporter.memory.search(params.q, params.options);',
};
const REMEMBER: Code = {
  python: 'return reporter.memory.remember(params["text"], **params.get("options", {}))',
  typescript: 'return await reporter.memory.remember(params.text, params.options);',
};

describe.each(LANGUAGES)('a script in %s', (language) => {
  const search = async (q: string, memory: object | null, more: object = {}, options = {}) =>
    runBody(server, language, SEARCH, {
      params: { q, options, ...more },
      metaTask: { memory, memory_subject: '/customer' },
    });

  it('a script finds only the memories that it may read, and none of another subject', async () => {
    const word = `walrus${language}`;
    await add(`The ${word} sleeps`, { scope: 'subject', subject: 'one' });
    await add(`A ${word} sings`, { scope: 'subject', subject: 'two' });
    const id = await add(`Every ${word} swims`);
    const both = await search(word, { read: ['project', 'subject'] }, { customer: 'one' });
    expect(new Set(found(both).map(({ text }) => text))).toEqual(
      new Set([`Every ${word} swims`, `The ${word} sleeps`]),
    );
    const anonymous = await search(word, { read: ALL });
    expect(found(anonymous).map(({ text }) => text)).toEqual([`Every ${word} swims`]);
    expect(found(anonymous)[0]).toMatchObject({
      id,
      kind: 'fact',
      trust: 'high',
      origin: 'person',
    });
    expect(await read(id)).toMatchObject({
      uses: 2,
      used_by: [{ task_id: anonymous.id }, { task_id: both.id }],
    });
  });

  it('a script whose meta-task lacks a memory setting gets an error that names it', async () => {
    const none = await search('anything', null);
    expect([none.error_message, none.status]).toEqual([
      expect.stringContaining('"read" of its field "memory"'),
      'failed',
    ]);
    const other = await search('anything', { read: ['task_type'] }, {}, { scope: 'project' });
    expect(other.error_message).toContain('the scope "project": add it to "read"');
    const write = await runBody(server, language, REMEMBER, {
      params: { text: 'Whales sing' },
      metaTask: { memory: { read: ['project'] } },
    });
    expect(write.error_message).toContain('set "write" of its field "memory"');
    const subject = await search('anything', { read: ['subject'] }, {}, { scope: 'subject' });
    expect(subject.error_message).toContain('"memory_subject"');
  });

  it('a script remembers a text once for its meta-task, and forgets it', async () => {
    const code: Code = {
      python:
        'first = reporter.memory.remember("Carriers need a day", kind="procedure", expires_in=3600)\nagain = reporter.memory.remember("carriers need a DAY")\nseen = reporter.memory.search("carriers")\nreporter.memory.forget(first["id"])\nreturn [first, again, seen, reporter.memory.search("carriers")]',
      typescript:
        'const first = await reporter.memory.remember("Carriers need a day", { kind: "procedure", expiresIn: 3600 });\nconst again = await reporter.memory.remember("carriers need a DAY");\nconst seen = await reporter.memory.search("carriers");\nawait reporter.memory.forget(first.id);\nreturn [first, again, seen, await reporter.memory.search("carriers")];',
    };
    const task = await runBody(server, language, code, {
      metaTask: { memory: { read: ['task_type'], write: true } },
    });
    const [first, again, seen, after] = task.result as [Memory, Memory, Memory[], Memory[]];
    expect([first, again]).toEqual([
      { id: first.id, status: 'active', created: true },
      { id: first.id, status: 'active', created: false },
    ]);
    expect(seen).toMatchObject([{ id: first.id, kind: 'procedure', origin: 'script' }]);
    expect(after).toEqual([]);
    expect(await read(first.id)).toMatchObject({
      status: 'revoked',
      scope: 'task_type',
      created_by: task.task_type,
      expires_at: expect.any(String),
      sources: [{ task_id: task.id, attempt: 1, step_id: expect.any(String) }],
    });
    await sql(server, 'DELETE FROM memory_tombstones');
  });

  it('a memory from a script with a network waits for acceptance, and a secret is refused', async () => {
    const metaTask = { network: 'open', memory: { read: ['task_type'], write: true } };
    const kept = await runBody(server, language, REMEMBER, {
      params: { text: `Prices of ${language} rise in May` },
      metaTask,
    });
    expect(kept.result).toMatchObject({ status: 'pending', created: true });
    await server.call('PUT', '/projects/default/secrets/TOKEN', {
      body: { value: 'plainwordsonly' },
    });
    const said = await runBody(
      server,
      language,
      {
        python:
          'return reporter.memory.remember("They say " + reporter.secrets.get("TOKEN") + " often")',
        typescript:
          'return await reporter.memory.remember("They say " + (await reporter.secrets.get("TOKEN")) + " often");',
      },
      { metaTask },
    );
    expect(said.error_message).toContain('looks like a credential');
  });

  it('a replay gives a script its first search results, except for purged texts', async () => {
    const word = `narwhal${language}`;
    const stays = await add(`One ${word} dives`);
    const goes = await add(`Two ${word} dive deep`);
    const identifier = await createMetaTask(
      server,
      language,
      withBody(
        language,
        {
          python: `found = reporter.memory.search("${word}")\nreporter.wait_for_event("go")\nreturn found`,
          typescript: `const found = await reporter.memory.search("${word}");\nawait reporter.waitForEvent("go");\nreturn found;`,
        }[language],
      ),
      { memory: { read: ['project'] } },
    );
    const id = await createTask(server, identifier);
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    await add(`Three ${word} dive`);
    await server.call('DELETE', `${MEMORIES}/${goes}?purge=true`);
    await server.call('POST', `${TASKS}/${id}/events/go`, { body: {} });
    const task = await taskWhen(server, id);
    const given = found(task).map((one) => [one.id, one.text]);
    expect(new Map(given as [string, string][])).toEqual(
      new Map([
        [stays, `One ${word} dives`],
        [goes, ''],
      ]),
    );
  });
});

it('a text that is purged during a search is in no record', async () => {
  // Purges and searches run concurrently: in any order, no record may contain a purged text.
  const identifier = await createMetaTask(
    server,
    'typescript',
    withBody(
      'typescript',
      'return (await reporter.memory.search("bathyscaphe", { limit: 50 })).length;',
    ),
    { memory: { read: ['project'] } },
  );
  for (let round = 0; round < 5; round += 1) {
    for (let n = 0; n < 10; n += 1) await add(`bathyscaphe ${round} has hatch ${n}`);
    const tasks = Array.from({ length: 6 }, () => createTask(server, identifier));
    const purge = server.call('POST', `${MEMORIES}/revoke`, {
      body: { scope: 'project', created_after: '2020-01-01T00:00:00Z', purge: true },
    });
    for (const id of await Promise.all(tasks)) await taskWhen(server, id);
    await purge;
    const rows = await sql<{ result: string }>(
      server,
      `SELECT result FROM task_steps WHERE kind = 'memory' AND result LIKE '%hatch%'`,
    );
    expect(rows).toEqual([]);
  }
});

it('no task is given memories that were revoked by their source task', async () => {
  const memory = { read: ['task_type'], write: true };
  const identifier = await createMetaTask(
    server,
    'typescript',
    withBody(
      'typescript',
      `for (const text of params.texts ?? []) await reporter.memory.remember(text);
       return (await reporter.memory.search("foghorn", { limit: 50 })).map(({ text }) => text).toSorted();`,
    ),
    { memory },
  );
  const run = async (texts: string[] = []): Promise<{ id: string; result: unknown }> => {
    const id = await createTask(server, identifier, { texts });
    return { id, result: (await taskWhen(server, id)).result };
  };
  const bad = ['A foghorn is silent at night', 'Each foghorn has a cousin in Malta'];
  const good = 'The foghorn stands on the pier';
  const { id: source } = await run(bad);
  expect(await run([good])).toMatchObject({ result: [...bad, good].toSorted() });
  const user = await run();
  expect(user.result).toHaveLength(3);
  const revoked = await server.call<{ tasks_that_used_them: string[] }>(
    'POST',
    `${MEMORIES}/revoke`,
    { body: { task_id: source } },
  );
  expect(revoked.body).toMatchObject({ revoked: 2, purged: 0 });
  expect(revoked.body.tasks_that_used_them).toEqual(expect.arrayContaining([source, user.id]));
  const later = await Promise.all(Array.from({ length: 20 }, () => run()));
  expect(later.map(({ result }) => result)).toEqual(later.map(() => [good]));
  // A purged text is not stored again.
  expect((await run([bad[0] ?? ''])).result).toBeNull();
});

it('no task is given memories that were revoked by subject', async () => {
  const identifier = await createMetaTask(
    server,
    'typescript',
    withBody(
      'typescript',
      'return (await reporter.memory.search("lighthouse", { limit: 50 })).length;',
    ),
    { memory: { read: ['task_type', 'subject'] }, memory_subject: '/customer' },
  );
  for (let n = 0; n < 20; n += 1)
    await add(`The lighthouse has ${n} steps`, { scope: 'subject', subject: 'keeper' });
  const run = async (): Promise<unknown> =>
    (await taskWhen(server, await createTask(server, identifier, { customer: 'keeper' }))).result;
  expect(await run()).toBe(20);
  await server.call('POST', `${MEMORIES}/revoke`, { body: { subject: 'keeper' } });
  const later = await Promise.all(Array.from({ length: 20 }, run));
  expect(later).toEqual(later.map(() => 0));
});

it.each([
  [{ memory: { read: ['all'] } }, '/memory/read'],
  [{ memory: { read: ['project', 'project'] } }, '/memory/read'],
  [{ memory: { write: 1 } }, '/memory/write'],
  [{ memory: { reads: [] } }, '/memory'],
  [{ memory: { read: ['subject'] } }, '/memory_subject'],
  [{ memory_subject: 'customer' }, '/memory_subject'],
])('a meta-task with %j is refused', async (more, pointer) => {
  const body = { name: 'x', script: null, ...more };
  const answer = await server.call<{ errors: { pointer: string }[] }>(
    'POST',
    '/projects/default/task-types/',
    { body },
  );
  expect([readError(answer), answer.body.errors[0]?.pointer]).toEqual([
    '422 validation_failed',
    pointer,
  ]);
});
