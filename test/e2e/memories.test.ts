import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type TestServer } from '../support/server.js';
import { sql } from '../support/sql.js';
import { dump } from '../support/database-dump.js';

const MEMORIES = '/external/v1/projects/default/memories';

interface Memory {
  id: string;
  text: string | null;
  scope: string;
  scope_id: string | null;
  status: string;
  score?: number;
}

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const add = (text: string, more: object = {}): Promise<Answer<Memory>> =>
  server.call<Memory>('POST', MEMORIES, {
    body: { text, kind: 'fact', scope: 'project', ...more },
  });
const list = async (query: string): Promise<Memory[]> =>
  (await server.call<Memory[]>('GET', `${MEMORIES}?${query}`)).body;
const texts = async (query: string): Promise<(string | null)[]> =>
  (await list(query)).map(({ text }) => text);

describe('a memory', () => {
  it('a memory is added, read with its source, found by its words, changed and revoked', async () => {
    const { status, body: made } = await add('ACME wants its invoices in German', {
      kind: 'preference',
      scope: 'task_type',
      scope_id: 'invoices',
    });
    expect([status, made]).toEqual([
      201,
      expect.objectContaining({ scope_id: 'invoices', status: 'active', trust: 'high', uses: 0 }),
    ]);
    expect((await server.call('GET', `${MEMORIES}/${made.id}`)).body).toMatchObject({
      ...made,
      sources: [{ task_id: null, task_deleted: false, quote: null }],
      used_by: [],
    });
    expect(await texts('q=which+language+do+invoices+have')).toEqual([
      'ACME wants its invoices in German',
    ]);
    const changed = await server.call<Memory>('PATCH', `${MEMORIES}/${made.id}`, {
      body: { text: 'ACME wants its bills in French' },
    });
    expect(changed.body.text).toBe('ACME wants its bills in French');
    expect(await texts('q=invoices')).toEqual([]);
    expect(await texts('q=bills')).toEqual(['ACME wants its bills in French']);
    expect((await server.call('DELETE', `${MEMORIES}/${made.id}`)).body).toEqual({
      revoked: 1,
      purged: 0,
      tasks_that_used_them: [],
    });
    expect(await texts('q=bills')).toEqual([]);
    expect(await list('status=revoked&scope_id=invoices')).toHaveLength(1);
    const again = await server.call('PATCH', `${MEMORIES}/${made.id}`, { body: { text: 'x' } });
    expect([again.status, again.body]).toEqual([
      409,
      expect.objectContaining({ code: 'conflict' }),
    ]);
  });

  it('a memory exists once per scope, whatever its case and punctuation', async () => {
    const first = await add('Parcels leave on Fridays.');
    const second = await add('parcels LEAVE, on fridays');
    expect([first.status, second.status, second.body.id]).toEqual([201, 200, first.body.id]);
    const elsewhere = await add('Parcels leave on Fridays.', { scope: 'subject', subject: 'c-1' });
    expect(elsewhere.status).toBe(201);
  });

  it('a revoked memory is not kept again', async () => {
    const { body } = await add('Refunds take a week');
    await server.call('DELETE', `${MEMORIES}/${body.id}`);
    const again = await add('refunds take a WEEK!', { scope: 'task_type', scope_id: 'refunds' });
    expect([again.status, again.body]).toEqual([
      422,
      expect.objectContaining({
        code: 'invalid_memory',
        detail: expect.stringContaining('revoked'),
      }),
    ]);
  });

  it.each([
    ['The password is hunter2!x', {}, 'invalid_memory'],
    ['', {}, 'validation_failed'],
    ['x'.repeat(501), {}, 'validation_failed'],
    ['A fact', { scope: 'subject' }, 'validation_failed'],
    ['A fact', { scope: 'task_type' }, 'validation_failed'],
    ['A fact', { subject: 'c-1' }, 'validation_failed'],
    ['A fact', { scope_id: 'invoices' }, 'validation_failed'],
  ])('a memory is refused: %# (%j)', async (text, more, code) => {
    const { status, body } = await add(text, more);
    expect([status, body]).toEqual([422, expect.objectContaining({ code })]);
  });

  it('a memory about a subject is found by it, and the name of the subject is not stored', async () => {
    await add('Pays by bank transfer', { scope: 'subject', subject: 'customer-88112233' });
    await add('Pays in cash', { scope: 'subject', subject: 'customer-2' });
    expect(await texts('subject=customer-88112233')).toEqual(['Pays by bank transfer']);
    expect(await texts('q=pays&subject=customer-88112233')).toEqual(['Pays by bank transfer']);
    expect((await dump(server)).includes('customer-88112233')).toBe(false);
  });

  it('a scope has 10,000 memories at most, until one is revoked', async () => {
    const place = { scope: 'task_type', scope_id: 'full' };
    const { body } = await add('One of many', place);
    const columns =
      'project_id, scope, scope_id, subject_hash, kind, text, status, trust, created_via, created_by, uses, created_at, updated_at';
    await sql(
      server,
      `WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
       INSERT INTO memories (id, hash, ${columns})
       SELECT 'full ' || i, 'full ' || i, ${columns} FROM memories, n WHERE id = '${body.id}'`,
    );
    expect((await add('The last that fits', place)).status).toBe(201);
    const refused = await add('One too many', place);
    expect([refused.status, refused.body]).toEqual([
      422,
      expect.objectContaining({ code: 'memory_limit' }),
    ]);
    await server.call('DELETE', `${MEMORIES}/${body.id}`);
    expect((await add('One too many', place)).status).toBe(201);
    await sql(server, `DELETE FROM memories WHERE id LIKE 'full %'`);
  });

  it('an expired memory is not found', async () => {
    await add('The zeppelin lands at noon', { expires_at: '2020-01-01T00:00:00Z' });
    expect(await texts('q=zeppelin')).toEqual([]);
  });

  it('a memory of another project can be neither found, changed nor revoked', async () => {
    const { body } = await add('Only here');
    await server.call('POST', '/projects', { body: { name: 'Other', slug: 'other' } });
    const other = MEMORIES.replace('default', 'other');
    const admin = { token: server.adminToken };
    expect((await server.call('GET', `${other}?q=here`, admin)).body).toEqual([]);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const refused = await server.call(method, `${other}/${body.id}`, {
        ...admin,
        ...(method === 'PATCH' && { body: { kind: 'fact' } }),
      });
      expect(refused.status).toBe(404);
    }
    const revoked = await server.call('POST', `${other}/revoke`, {
      ...admin,
      body: { scope: 'project' },
    });
    expect(revoked.body).toMatchObject({ revoked: 0 });
    expect((await server.call('GET', `${MEMORIES}/${body.id}`)).body).toMatchObject({
      status: 'active',
    });
  });
});

describe('the list', () => {
  it('the list pages memories newest first, and the export has a line for each', async () => {
    const made = [];
    for (let n = 0; n < 5; n += 1)
      made.push((await add(`Row ${n} of the table`, { scope: 'agent', scope_id: 'a' })).body.id);
    const first = await server.call<Memory[]>('GET', `${MEMORIES}?scope=agent&limit=3`);
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await server.call<Memory[]>('GET', next);
    expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(made.toReversed());
    const response = await fetch(`${server.url}${MEMORIES}/export?scope=agent`, {
      headers: { authorization: `Bearer ${server.apiKey}` },
    });
    expect(response.headers.get('content-type')).toContain('application/jsonl');
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as Memory).id)).toEqual(made);
  });
});

describe('revocation', () => {
  it('a revocation that names no memories is refused', async () => {
    expect((await server.call('POST', `${MEMORIES}/revoke`, { body: {} })).status).toBe(422);
  });

  it('a revocation by subject covers more memories than fit into one transaction', async () => {
    for (let n = 0; n < 230; n += 1)
      await add(`Visit ${n} was fine`, { scope: 'subject', subject: 'c-9' });
    const { body } = await server.call('POST', `${MEMORIES}/revoke`, { body: { subject: 'c-9' } });
    expect(body).toMatchObject({ revoked: 230 });
    expect(await texts('q=visit&subject=c-9')).toEqual([]);
  });

  it('a purge leaves nothing of the text in a dump of the database', async () => {
    const { body } = await add('Quagmire marsupials yodel');
    await add('Quokka stays', { scope: 'task_type', scope_id: 'animals' });
    expect((await dump(server)).includes('Quagmire')).toBe(true);
    await server.call('DELETE', `${MEMORIES}/${body.id}?purge=true`);
    const left = (await dump(server)).toLowerCase();
    const found = ['quagmire', 'marsupials', 'yodel', 'quokka'].filter((word) =>
      left.includes(word),
    );
    expect(found).toEqual(['quokka']);
    expect((await server.call('GET', `${MEMORIES}/${body.id}`)).body).toMatchObject({
      text: null,
      status: 'revoked',
    });
    expect((await add('Quagmire marsupials yodel')).body).toMatchObject({ code: 'invalid_memory' });
  });
});

it('a search ranks alike on both databases: a match of rare words comes first', async () => {
  await server.call('POST', '/projects', { body: { name: 'Ranked', slug: 'ranked' } });
  const memories = MEMORIES.replace('default', 'ranked');
  const token = server.adminToken;
  const addTo = (text: string): Promise<unknown> =>
    server.call('POST', memories, { token, body: { text, kind: 'fact', scope: 'project' } });
  for (let n = 0; n < 12; n += 1) await addTo(`Parcel ${n} has a label, and the label a number`);
  // Listed in the expected order of the results; stored in another order.
  const expected = [
    'Where a parcel stands for long, a quagga may come at night from the hills and eat what is written on it',
    'The label of a parcel is yellow',
    'The quagga, the quagga and nothing but the quagga',
    'A quagga label on the parcel',
    'A quagga eats grass',
    'One label',
  ];
  for (const text of expected.toReversed()) await addTo(text);
  const query = 'q=label+quagga+"a+parcel"';
  const answer = await server.call<Memory[]>('GET', `${memories}?${query}`, { token });
  const found = answer.body.map(({ text }) => text);
  expect(found.slice(0, expected.length)).toEqual(expected);
  expect(found).toHaveLength(expected.length + 12);
});

it('the statistics count the memories that were kept and refused', async () => {
  const { body } = await server.call<{ refused: Record<string, number>; candidates: number }>(
    'GET',
    `${MEMORIES}/stats`,
  );
  expect(body).toMatchObject({
    refused: { secret: 1, revoked: 2 },
    known: 1,
    memories: { active: expect.any(Number), revoked: expect.any(Number) },
    use_rate: 0,
  });
});

it('the events name each change of a memory without its text', async () => {
  const rows = await sql<{ data: string }>(
    server,
    `SELECT data FROM task_events WHERE type = 'memory' AND project_id = (SELECT id FROM projects WHERE slug = 'default')`,
  );
  const changes = new Set(rows.map(({ data }) => (JSON.parse(data) as { change: string }).change));
  expect(changes).toEqual(new Set(['added', 'revoked']));
  expect(JSON.stringify(rows)).not.toContain('Quokka');
});
