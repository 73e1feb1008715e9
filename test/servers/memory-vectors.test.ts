/** Tests the search of memories by meaning, with a scripted embedding model. */
import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { refusedStart } from '../support/cli.js';
import { runBody, withBody } from '../support/inline-script.js';
import { sendJson } from '../support/local-server.js';
import {
  LENGTH,
  type OddAnswer,
  scriptedEmbeddings,
  type ScriptedEmbeddings,
} from '../support/scripted-embeddings.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import { loadNumber, sql } from '../support/sql.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const MEMORIES = '/external/v1/projects/default/memories';
const MODEL = `test/e e ${LENGTH}`;

interface Memory {
  id: string;
  text: string;
  created?: boolean;
}

declare const DATABASE: 'sqlite' | 'postgres';

/** Returns all cases on SQLite and one on PostgreSQL, since they do not depend on the database. */
function ofAnyDatabase<Case>(cases: Case[]): Case[] {
  return DATABASE === 'postgres' ? sized(cases, cases.slice(0, 1)) : cases;
}

let provider: ScriptedEmbeddings;
let server: ServerProcess;
let attempts = 0;
beforeAll(async () => {
  provider = await scriptedEmbeddings();
  server = await startServerProcess(provider.env);
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});
afterEach(() => {
  provider.odd = null;
});

const add = async (text: string, more: object = {}): Promise<string> => {
  const body = { text, kind: 'fact', scope: 'project', ...more };
  return (await server.call<Memory>('POST', MEMORIES, { body })).body.id;
};
const texts = async (query: string): Promise<string[]> =>
  (await server.call<Memory[]>('GET', `${MEMORIES}?${query}`)).body.map(({ text }) => text);
const jobs = (): Promise<number> => loadNumber(server, 'SELECT COUNT(*) FROM memory_vector_jobs');
const embedded = (): Promise<boolean> =>
  until('the vectors to be made', async () => (await jobs()) === 0);
const loadVector = async (id: string): Promise<{ model: string; bytes: number | null }> => {
  const [row] = await sql<{ model: string; bytes: number | null }>(
    server,
    `SELECT v.model, LENGTH(v.vector) AS bytes FROM memory_vectors v JOIN memories m ON m.number = v.number WHERE m.id = '${id}'`,
  );
  if (row === undefined) throw new Error('no vector');
  return row;
};
const failed = (): Promise<string> =>
  until('a request to fail', async () => {
    const [job] = await sql<{ error: string | null }>(
      server,
      'SELECT error FROM memory_vector_jobs',
    );
    return job?.error ?? undefined;
  });
/** Makes failed jobs due and adds a memory, which triggers the search for due jobs. */
const tryAgain = async (): Promise<void> => {
  await sql(server, 'UPDATE memory_vector_jobs SET next_at = 0');
  await add(`Attempt ${(attempts += 1)} begins`, { scope: 'agent', scope_id: 'attempts' });
  await embedded();
};

describe('a memory', () => {
  it('a memory is found by its meaning, and the requests count as usage of the project', async () => {
    const id = await add('A sedan of the fleet is crimson');
    await add('The trout swims');
    await embedded();
    expect(await loadVector(id)).toEqual({ model: MODEL, bytes: LENGTH * 4 });
    const [first] = await texts('q=scarlet+automobile');
    expect(first).toBe('A sedan of the fleet is crimson');
    const calls = await sql<{ state: string; task_id: string | null; input_tokens: number }>(
      server,
      `SELECT state, task_id, input_tokens FROM model_calls WHERE model = 'e'`,
    );
    expect(calls.length).toBeGreaterThanOrEqual(2);
    expect(new Set(calls.map(({ state, task_id }) => [state, task_id].join()))).toEqual(
      new Set(['ok,']),
    );
    const tokens = calls.reduce((sum, one) => sum + Number(one.input_tokens), 0);
    expect(
      await loadNumber(server, `SELECT SUM(input_tokens) FROM model_usage WHERE model = 'test/e'`),
    ).toBe(tokens);
  });

  it('a match in words and meaning ranks first, and an excluded word leaves a memory out', async () => {
    await add('The municipality is old', { scope: 'task_type', scope_id: 'towns' });
    await add('The town is small', { scope: 'task_type', scope_id: 'towns' });
    await add('An ant is small', { scope: 'task_type', scope_id: 'towns' });
    await embedded();
    const found = await texts('q=small+city&scope=task_type');
    expect(found[0]).toBe('The town is small');
    expect(new Set(found.slice(0, 3))).toEqual(
      new Set(['The town is small', 'The municipality is old', 'An ant is small']),
    );
    expect(await texts('q=city+-old&scope=task_type')).not.toContain('The municipality is old');
  });

  it('one embedding request serves every search for the same text', async () => {
    const asked = (): number =>
      provider.requests.filter(({ input }) => input.includes('a salmon in between')).length;
    for (let n = 0; n < 3; n += 1) await texts('q=a+salmon+in+between');
    await Promise.all([1, 2, 3].map(() => texts('q="a+salmon"+in+between')));
    expect(asked()).toBe(1);
  });

  it('a memory of another subject or project is not found by its meaning', async () => {
    await add('The bill is overdue', { scope: 'subject', subject: 'c-1' });
    await embedded();
    expect(await texts('q=delayed+invoice&subject=c-2')).toEqual([]);
    expect(await texts('q=delayed+invoice&subject=c-1')).toEqual(['The bill is overdue']);
    await server.call('POST', '/projects', { body: { name: 'Other', slug: 'other' } });
    const elsewhere = await server.call<Memory[]>(
      'GET',
      `${MEMORIES.replace('default', 'other')}?q=delayed+invoice`,
      { token: server.adminToken },
    );
    expect(elsewhere.body).toEqual([]);
  });

  it('a changed memory gets a new vector, and a revoked or purged one has none', async () => {
    const id = await add('It buys a vehicle', { scope: 'agent', scope_id: 'a' });
    await embedded();
    await server.call('PATCH', `${MEMORIES}/${id}`, { body: { text: 'It acquires salmon' } });
    await embedded();
    expect(await texts('q=fish&scope=agent')).toEqual(['It acquires salmon']);
    expect(await loadVector(id)).toMatchObject({ model: MODEL, bytes: LENGTH * 4 });
    await server.call('DELETE', `${MEMORIES}/${id}`);
    expect(await loadVector(id)).toMatchObject({ bytes: null });
    expect(await texts('q=fish&scope=agent')).toEqual([]);
    await server.call('DELETE', `${MEMORIES}/${id}?purge=true`);
    expect(await loadVector(id)).toMatchObject({ bytes: null });
  });
});

describe('a script', () => {
  const memory = { read: ['project', 'task_type'], write: true };

  it('a script finds memories by meaning, and a replay repeats the result without a request', async () => {
    await add('A crimson car is parked');
    await embedded();
    const identifier = await createMetaTask(
      server,
      'typescript',
      withBody(
        'typescript',
        `const found = await reporter.memory.search("scarlet vehicle parks", { limit: 1 });
         await reporter.waitForEvent("go");
         return found[0].text;`,
      ),
      { memory },
    );
    const id = await createTask(server, identifier);
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    const before = provider.requests.length;
    provider.odd = (response) => void response.destroy();
    await server.call('POST', `${TASKS}/${id}/events/go`, { body: {} });
    const task = await taskWhen(server, id);
    expect(task.result).toBe('A crimson car is parked');
    expect(provider.requests).toHaveLength(before);
  });

  it('a paraphrase is not added again, but a text with another name, number or negation is', async () => {
    const remembered = await runBody(
      server,
      'typescript',
      {
        python: '',
        typescript: `const all = [];
          for (const text of params.texts) all.push((await reporter.memory.remember(text)).created);
          return all;`,
      },
      {
        params: {
          texts: [
            'The customer ACME purchases trout',
            'The customer with the name ACME buys salmon',
            'The customer Globex buys salmon',
            'The customer ACME buys 7 salmon',
            'The customer ACME never buys salmon',
          ],
        },
        metaTask: { memory },
      },
    );
    expect(remembered.result).toEqual([true, false, true, true, true]);
  });
});

it('a text with a credential, and a secret that a run has read, go to no provider', async () => {
  const key = 'zq-81-umber';
  await server.call('PUT', '/projects/default/secrets/KEY', { body: { value: key } });
  const task = await runBody(
    server,
    'typescript',
    {
      python: '',
      typescript: `const key = await reporter.secrets.get("KEY");
        await reporter.memory.search("the trout of " + key);
        return await reporter.memory.remember("The password is hunter2!x").catch((error: any) => error.message);`,
    },
    { metaTask: { memory: { read: ['project'], write: true } } },
  );
  expect(task.result).toContain('looks like a credential');
  const sent = JSON.stringify(provider.requests);
  expect(sent).toContain('the trout of');
  expect(sent).not.toContain(key);
  expect(sent).not.toContain('hunter2');
});

describe('a provider', () => {
  it('a provider that is down fails no search, and the vectors are made once it is back', async () => {
    provider.odd = (response) => sendJson(response, 503, { error: { message: 'later' } });
    const id = await add('The late town hall stands', { scope: 'agent', scope_id: 'down' });
    expect(await failed()).toContain('503');
    expect(await texts('q=hall&scope=agent')).toEqual(['The late town hall stands']);
    expect(await loadVector(id)).toEqual({ model: '', bytes: null });
    provider.odd = null;
    await tryAgain();
    expect(await loadVector(id)).toMatchObject({ bytes: LENGTH * 4 });
  });

  const endless: OddAnswer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = (): void => {
      while (!response.destroyed && response.write(`{"data": [${'0, '.repeat(20_000)}`));
    };
    response.on('drain', more);
    more();
  };
  const ODD: [string, OddAnswer, string][] = [
    [
      'other lengths',
      (response, good) => {
        good.data[0]?.embedding.pop();
        sendJson(response, 200, good);
      },
      'where its provider says',
    ],
    [
      'fewer vectors',
      (response, good) => sendJson(response, 200, { ...good, data: good.data.slice(1) }),
      'something else than the wire format',
    ],
    [
      'something that is not a number',
      (response, good) =>
        sendJson(response, 200, JSON.stringify(good).replace('"embedding":[', '"embedding":[NaN,')),
      'cannot be read',
    ],
    [
      'null for a number',
      (response, good) => {
        good.data[0]?.embedding.splice(0, 1, null);
        sendJson(response, 200, good);
      },
      'something else than the wire format',
    ],
    [
      'numbers that are too great',
      (response, good) =>
        sendJson(
          response,
          200,
          JSON.stringify(good).replace(/"embedding":\[[\d.]+/, '"embedding":[1e999'),
        ),
      'something else than the wire format',
    ],
    [
      'zeros',
      (response, good) => {
        for (const one of good.data) one.embedding.fill(0);
        sendJson(response, 200, good);
      },
      'point nowhere',
    ],
    ['no end', endless, 'METARUN_LIMITS.model_response_bytes'],
    ['a page', (response) => void response.end('<html>'), ''],
  ];
  it.each(ofAnyDatabase(ODD))(
    'a provider that answers with %s causes a recorded failure and no vector',
    async (what, odd, says) => {
      provider.odd = odd;
      const id = await add(`The vehicle of ${what} is late`, { scope: 'agent', scope_id: 'odd' });
      const error = await failed();
      expect(error).toContain(says);
      expect(await loadVector(id)).toEqual({ model: '', bytes: null });
      expect((await texts(`q=${encodeURIComponent(what)}&scope=agent`)).length).toBeGreaterThan(0);
      provider.odd = null;
      await tryAgain();
      expect(await loadVector(id)).toMatchObject({ model: MODEL, bytes: LENGTH * 4 });
    },
  );

  const poisons = (): boolean[] =>
    (provider.requests.at(-1)?.input ?? []).map((text) => text.includes('poison'));
  const OF_ONE: [string, OddAnswer][] = [
    [
      'refuses',
      (response, good) =>
        poisons().includes(true)
          ? sendJson(response, 400, { error: { message: 'maximum context length is 1' } })
          : sendJson(response, 200, good),
    ],
    [
      'gives zeros for',
      (response, good) => {
        for (const [index, is] of poisons().entries()) if (is) good.data[index]?.embedding.fill(0);
        sendJson(response, 200, good);
      },
    ],
  ];
  it.each(ofAnyDatabase(OF_ONE))(
    'a provider that %s one text still makes the vectors of the others',
    async (_what, odd) => {
      provider.odd = odd;
      await sql(server, 'UPDATE memory_vector_jobs SET next_at = 0');
      const ids = await Promise.all(
        ['A poison pill', 'A fast car', 'A slow car', 'A loud car'].map((text) =>
          add(text, { scope: 'agent', scope_id: 'refused' }),
        ),
      );
      await embedded();
      const made = await Promise.all(ids.map(loadVector));
      expect(made.map(({ bytes }) => bytes)).toEqual([null, ...Array(3).fill(LENGTH * 4)]);
      expect(await texts('q=poison&scope=agent')).toContain('A poison pill');
    },
  );
});

describe('the setting', () => {
  const REFUSED: [string, Record<string, string>, string][] = [
    ['test/none', {}, 'the provider "test" has no such model; it has e, wide, chat'],
    ['other/e', {}, 'no provider in the file of METARUN_MODEL_PROVIDERS has this name'],
    ['test/chat', {}, 'this model makes no embeddings'],
    ['test/e', { METARUN_MODEL_PROVIDERS: '' }, 'METARUN_MODEL_PROVIDERS names no file'],
    ['e', {}, 'provider/name'],
  ];
  it.each(ofAnyDatabase(REFUSED))(
    'the embedding model %s with %j prevents the start',
    async (model, more, says) => {
      const folder = `${server.dataDir}-refused`;
      const { stderr, code } = await refusedStart({
        ...provider.env,
        ...more,
        METARUN_DATA_DIR: folder,
        METARUN_EMBEDDING_MODEL: model,
      });
      await rm(folder, { recursive: true, force: true });
      expect(code).not.toBe(0);
      expect(stderr).toContain('METARUN_EMBEDDING_MODEL');
      expect(stderr).toContain(says);
    },
  );

  it('a change of the embedding model makes all vectors again, and those that were missing', async () => {
    const before = await loadNumber(
      server,
      `SELECT COUNT(*) FROM memory_vectors WHERE vector IS NOT NULL`,
    );
    server.env['METARUN_EMBEDDING_MODEL'] = '';
    await server.restart();
    const id = await add('The salmon is added without a model');
    expect(await texts('q=trout+sleeps')).not.toContain('The salmon is added without a model');
    const asked = provider.requests.length;
    server.env['METARUN_EMBEDDING_MODEL'] = 'test/wide';
    await server.restart();
    await embedded();
    expect(provider.requests.slice(asked).every(({ model }) => model === 'wide')).toBe(true);
    expect(await loadVector(id)).toEqual({
      model: `test/wide wide ${2 * LENGTH}`,
      bytes: 2 * LENGTH * 4,
    });
    expect(await texts('q=trout+sleeps')).toContain('The salmon is added without a model');
    expect(
      await loadNumber(
        server,
        `SELECT COUNT(*) FROM memory_vectors WHERE vector IS NOT NULL AND LENGTH(vector) = ${2 * LENGTH * 4}`,
      ),
    ).toBe(before + 2);
  });
});
