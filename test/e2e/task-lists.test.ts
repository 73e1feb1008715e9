import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requireProblem } from '../support/http.js';
import type { Answer, TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { NO_OP } from '../support/scripts.js';
import { sql } from '../support/sql.js';
import {
  createMetaTask,
  createTask,
  TASK_FIELDS,
  type TaskDetail,
  TASKS,
  taskWhen,
} from '../support/tasks.js';

/** Number of rows, more than the server reads and sorts at once. */
const COPIES = 5_000;
const ADA = `user:${uuid(1)}`;
const KEY = `api_key:${uuid(2)}`;
const SCHEDULE = uuid(3);
const PARENT = uuid(4);
const ORIGINAL = uuid(5);

function uuid(n: number): string {
  return `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

/** Columns in which the rows differ, as SQL of `n`, which counts from 1. */
const VARIED = {
  task_type: `CASE WHEN n % 3 = 0 THEN 'odd' ELSE 'even' END`,
  task_type_version: `1 + (n / 2000)`,
  name: `CASE WHEN n % 700 = 1 THEN 'Żółw_' || n WHEN n % 2 = 0 THEN 'night-' || n ELSE 'Night-' || n END`,
  status: `CASE WHEN n % 50 = 7 THEN 'failed' WHEN n % 400 = 9 THEN 'cancelled' WHEN n % 997 = 3 THEN 'waiting' ELSE 'success' END`,
  error_code: `CASE WHEN n % 50 = 7 THEN CASE WHEN n % 100 = 7 THEN 'script_error' ELSE 'timeout' END WHEN n % 400 = 9 THEN 'cancelled' END`,
  created_by: `CASE WHEN n % 5 = 0 THEN NULL WHEN n % 5 = 4 THEN '${KEY}' ELSE '${ADA}' END`,
  schedule_id: `CASE WHEN n % 5 = 0 AND n % 10 = 0 OR n % 500 = 4 THEN '${SCHEDULE}' END`,
  parent_id: `CASE WHEN n % 35 = 5 THEN '${PARENT}' END`,
  rerun_of: `CASE WHEN n % 800 = 2 THEN '${ORIGINAL}' END`,
  created_at: `1700000000000 + n / 3`,
  finished_at: `CASE WHEN n % 997 <> 3 THEN 1700000000000 + (n * 7919) % 6000 END`,
};

type Row = { [column in keyof typeof VARIED]: string | null } & { id: string };

let server: TestServer;
let rows: Row[];
beforeAll(async () => {
  server = await sharedServer();
  await server.call('PATCH', '/projects/default/retention', { body: { tasks_days: 0 } });
  const identifier = await createMetaTask(server, 'typescript', NO_OP.typescript);
  const { id } = await taskWhen(server, await createTask(server, identifier));
  const columns = Object.keys(VARIED).join(', ');
  await sql(
    server,
    `WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${COPIES})
     INSERT INTO tasks (id, project_id, version_id, progress, params, attempt, crashes, fence, priority, run_at, ${columns})
     SELECT '10000000-0000-7000-8000-' || CAST(100000000000 + n AS text), project_id, version_id, 0, '{}', 1, 0, 1, 0,
       run_at, ${Object.values(VARIED).join(', ')} FROM c CROSS JOIN tasks WHERE id = '${id}'`,
  );
  await sql(server, `DELETE FROM tasks WHERE id = '${id}'`);
  const own = `project_id = (SELECT id FROM projects WHERE slug = 'default')`;
  rows = await sql<Row>(server, `SELECT id, ${columns} FROM tasks WHERE ${own}`);
  expect(rows).toHaveLength(COPIES);
});
afterAll(() => server.stop());

/** Returns all ids of a list, following the Link headers. */
async function ids(query: string): Promise<string[]> {
  const found: string[] = [];
  let path: string | undefined = `${TASKS}?${query}`;
  while (path !== undefined) {
    const { status, body, headers }: Answer<{ id: string }[]> = await server.call('GET', path);
    expect(status).toBe(200);
    found.push(...body.map(({ id }) => id));
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return found;
}

type Order = 'created' | 'finished';

/** Returns the ids of the rows for which `is` holds, in the expected order. */
function expected(order: Order, is: (row: Row) => boolean): string[] {
  const time = order === 'created' ? 'created_at' : 'finished_at';
  return rows
    .filter((row) => is(row) && row[time] !== null)
    .toSorted(
      (one, other) => Number(other[time]) - Number(one[time]) || (one.id < other.id ? 1 : -1),
    )
    .map(({ id }) => id);
}

const FILTERS: [query: string, is: (row: Row) => boolean][] = [
  ['status=failed,cancelled', ({ status }) => status === 'failed' || status === 'cancelled'],
  ['status=failed&status=waiting', ({ status }) => status === 'failed' || status === 'waiting'],
  ['status=success', ({ status }) => status === 'success'],
  ['task_type=odd,even', () => true],
  ['task_type=odd', ({ task_type: type }) => type === 'odd'],
  [
    'task_type=odd,none&status=failed,success',
    ({ task_type: type, status }) =>
      type === 'odd' && (status === 'failed' || status === 'success'),
  ],
  ['task_type=none', () => false],
  [
    'task_type=even&version=2',
    ({ task_type: type, task_type_version: version }) => type === 'even' && Number(version) === 2,
  ],
  [
    'task_type=even&version=1&status=cancelled',
    ({ task_type: type, task_type_version: version, status }) =>
      type === 'even' && Number(version) === 1 && status === 'cancelled',
  ],
  ['error_code=timeout', ({ error_code: code }) => code === 'timeout'],
  [
    'error_code=script_error&task_type=odd&created_by=' + ADA,
    ({ error_code: code, task_type: type, created_by: by }) =>
      code === 'script_error' && type === 'odd' && by === ADA,
  ],
  ['name_prefix=night-1', ({ name }) => name?.startsWith('night-1') === true],
  ['name_prefix=Night-', ({ name }) => name?.startsWith('Night-') === true],
  ['name_prefix=' + encodeURIComponent('Żółw_'), ({ name }) => name?.startsWith('Żółw_') === true],
  ['name_prefix=%25', () => false],
  [
    'name_prefix=night&status=success&q=-44',
    ({ name, status }) =>
      name?.startsWith('night') === true && status === 'success' && name.includes('-44'),
  ],
  [`created_by=${ADA}`, ({ created_by: by }) => by === ADA],
  [
    `created_by=${KEY.toUpperCase().replace('API_KEY', 'api_key')}`,
    ({ created_by: by }) => by === KEY,
  ],
  [
    `created_by=schedule:${SCHEDULE}`,
    ({ created_by: by, schedule_id: schedule }) => by === null && schedule === SCHEDULE,
  ],
  [`schedule_id=${SCHEDULE}`, ({ schedule_id: schedule }) => schedule === SCHEDULE],
  [`created_by=task:${PARENT}`, ({ parent_id: parent }) => parent === PARENT],
  [
    `parent_id=${PARENT}&status=failed,success`,
    ({ parent_id: parent, status }) =>
      parent === PARENT && (status === 'failed' || status === 'success'),
  ],
  [
    'roots=true&status=success',
    ({ parent_id: parent, status }) => parent === null && status === 'success',
  ],
  [`rerun_of=${ORIGINAL}`, ({ rerun_of: original }) => original === ORIGINAL],
  [
    'created_after=2023-11-14T22:13:20.500Z&created_before=2023-11-14T22:13:21Z&status=success,failed&task_type=even',
    ({ created_at: at, status, task_type: type }) =>
      Number(at) > 1_700_000_000_500 &&
      Number(at) < 1_700_000_001_000 &&
      type === 'even' &&
      (status === 'success' || status === 'failed'),
  ],
  ['', () => true],
];

describe.each<Order>(['created', 'finished'])('the list of tasks in the order %s', (order) => {
  it.each(FILTERS)(
    'the list with ?%s has every match and nothing else, by pages',
    async (query, is) => {
      const all = expected(order, is);
      expect(await ids(`${query}&order=${order}&limit=200`)).toEqual(all);
      // A small page in the middle, by an offset.
      const { body, headers } = await server.call<{ id: string }[]>(
        'GET',
        `${TASKS}?${query}&order=${order}&limit=7&offset=20`,
      );
      expect(body.map(({ id }) => id)).toEqual(all.slice(20, 27));
      const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
      expect(next !== undefined).toBe(all.length > 27);
      if (next === undefined) return;
      const further = await server.call<{ id: string }[]>('GET', next);
      expect(further.body.map(({ id }) => id)).toEqual(all.slice(27, 34));
    },
  );
});

it('the list gives tasks by their ids and leaves out unknown ones', async () => {
  const some = [rows[3]?.id, rows[4_000]?.id].map(String).toSorted().toReversed();
  expect((await ids(`id=${some.join(',')},${uuid(77)}`)).toSorted().toReversed()).toEqual(some);
  expect(await ids(`id=${some[0]}&status=pending`)).toEqual([]);
});

it('the list has the ten fields, and more of them with fields=all', async () => {
  const [basic] = (await server.call<TaskDetail[]>('GET', `${TASKS}?limit=1`)).body;
  expect(Object.keys(basic ?? {}).toSorted()).toEqual(TASK_FIELDS);
  const [whole] = (await server.call<TaskDetail[]>('GET', `${TASKS}?limit=1&fields=all`)).body;
  expect(whole).toMatchObject(basic ?? {});
  for (const member of ['params', 'result', 'error_stack'])
    expect(whole).not.toHaveProperty(member);
  const detail = await server.call<TaskDetail>('GET', `${TASKS}/${basic?.id}`);
  expect(detail.body).toMatchObject(whole ?? {});
});

it.each([
  ['version=2', '?version: needs a task_type'],
  ['version=2&task_type=a,b', '?version: needs a task_type'],
  ['version=0&task_type=a', 'version must be a whole number'],
  ['created_by=ada', 'created_by must be one of user, api_key, schedule, task'],
  ['created_by=user:1', 'created_by must be one of user'],
  ['rerun_of=1', 'rerun_of'],
  ['order=name', 'order must be one of'],
  ['fields=params', 'fields must be one of'],
  ['overdue=yes', 'overdue must be true or false'],
  ['status=failed,done', 'status must be one of'],
  ['status=', 'status must be one of'],
  ['name_prefix=', 'name_prefix'],
  ['id=1', 'id must have UUIDs'],
  [`id=${Array.from({ length: 201 }, (_, n) => uuid(n)).join(',')}`, 'id may name 200 at most'],
  [`task_type=${Array.from({ length: 21 }, (_, n) => `a${n}`).join(',')}`, 'task_type may name 20'],
])('the list of tasks refuses ?%s', async (query, words) => {
  const { status, detail } = requireProblem(await server.call('GET', `${TASKS}?${query}`));
  expect([status, detail]).toEqual([422, expect.stringContaining(words)]);
});

it('the cursor of one order is refused in another', async () => {
  const { headers } = await server.call('GET', `${TASKS}?order=finished&limit=5`);
  const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
  const other = next.replace('order=finished', 'order=created');
  expect(other).not.toBe(next);
  expect(requireProblem(await server.call('GET', other))).toMatchObject({
    status: 422,
    detail: expect.stringContaining('with the same order'),
  });
});
