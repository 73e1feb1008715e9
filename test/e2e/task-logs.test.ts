/** Tests log lines of tasks: pages from both ends, around a time, by text, and as a file. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError } from '../support/http.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask, createTask, type LogLine, TASKS, taskWhen } from '../support/tasks.js';

/** Fails once. Each of the two attempts logs 30 lines and a special one in the middle. */
const SCRIPT = `import time
def run(params, reporter):
    attempt = reporter.task.attempt
    for number in range(30):
        level = "error" if number % 10 == 9 else "info"
        reporter.log(f"line {number}", level=level)
        if number == 14:
            time.sleep(0.3)
            reporter.log('Größe "42"\\tof 100%_', level="warning")
    if attempt == 1:
        raise ValueError("once more")
`;

let server: TestServer;
let id: string;
let logs: string;
let all: LogLine[];
beforeAll(async () => {
  server = await sharedServer();
  const retries = { max_attempts: 2, retry_delay_seconds: 0 };
  id = await createTask(server, await createMetaTask(server, 'python', SCRIPT, retries));
  await taskWhen(server, id);
  logs = `${TASKS}/${id}/logs`;
  all = (await get('?limit=1000')).body;
});
afterAll(() => server.stop());

function get(query: string) {
  return server.call<LogLine[]>('GET', `${logs}${query}`);
}

async function loadTexts(query: string): Promise<string[]> {
  return (await get(query)).body.map(({ text }) => text);
}

/** Returns all pages of log lines. */
async function loadPages(query: string): Promise<LogLine[][]> {
  const pages: LogLine[][] = [];
  for (let path: string | undefined = `${logs}${query}`; path !== undefined;) {
    const page: Awaited<ReturnType<typeof get>> = await server.call<LogLine[]>('GET', path);
    pages.push(page.body);
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return pages;
}

describe('log lines', () => {
  it('log lines are read from the end, newest first, by pages', async () => {
    const pages = await loadPages('?before=0&limit=25');
    expect(pages.map((page) => page.length)).toEqual([25, 25, 12]);
    expect(pages.flat()).toEqual(all.toReversed());
    expect(await loadPages(`?before=${all[5]?.seq}`)).toEqual([all.slice(0, 5).toReversed()]);
  });

  it('log lines are read from the start, and the last page leads to no other', async () => {
    const pages = await loadPages('?limit=31');
    expect(pages.map((page) => page.length)).toEqual([31, 31]);
    expect(pages.flat()).toEqual(all);
  });

  it('log lines are read around a time', async () => {
    const middle = all.findIndex(({ level }) => level === 'warning');
    const time = all[middle]?.time ?? '';
    const { body } = await get(`?limit=10&around=${encodeURIComponent(time)}`);
    expect(body).toEqual(all.slice(middle - 5, middle + 5));
    const pages = await loadPages(`?limit=20&around=${encodeURIComponent(time)}`);
    expect(pages.flat()).toEqual(all.slice(middle - 10));
    expect(await loadTexts('?limit=2&around=2001-01-01T00:00:00Z')).toEqual(['line 0', 'line 1']);
    expect(await loadTexts('?limit=4&around=2101-01-01T00:00:00Z')).toEqual(['line 28', 'line 29']);
  });

  it.each([
    ['größe', 2],
    ['GRÖSSE', 0],
    ['"42"', 2],
    ['42"\tOF', 2],
    ['100%_', 2],
    ['1000', 0],
    ['n', 60],
    ['t', 0],
    ['LINE 2', 22],
    ['\\t', 0],
  ])('log lines are found by their text: %j', async (q, count) => {
    const { body, headers } = await get(`?limit=1000&q=${encodeURIComponent(q)}`);
    expect(body).toEqual(all.filter(({ text }) => text.toLowerCase().includes(q.toLowerCase())));
    expect(body).toHaveLength(count);
    const counts = [...(headers.get('x-levels') ?? '').matchAll(/=(\d+)/g)];
    expect(counts.reduce((sum, [, found]) => sum + Number(found), 0)).toBe(count);
    const fromTheEnd = await loadPages(`?limit=7&before=0&q=${encodeURIComponent(q)}`);
    expect(fromTheEnd.flat()).toEqual(body.toReversed());
  });

  it('log lines are filtered by attempt, and counted by level on the first page only', async () => {
    const { body, headers } = await get('?attempt=2&level=error&limit=1');
    expect(body).toMatchObject([{ attempt: 2, text: 'line 9' }]);
    expect(headers.get('x-levels')).toBe('debug=0,info=27,warning=1,error=3');
    expect((await get('?before=0')).headers.get('x-levels')).toBe(
      'debug=0,info=54,warning=2,error=6',
    );
    const later = await get(`?cursor=${body[0]?.seq}`);
    expect(later.headers.get('x-levels')).toBeNull();
    expect(await loadTexts('?attempt=3')).toEqual([]);
  });

  it('the log comes as a file, whole or filtered', async () => {
    const Accept = 'text/plain';
    const file = await server.call('GET', logs, { headers: { Accept } });
    expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(file.headers.get('content-disposition')).toContain(`${id.slice(-8)}.log"`);
    const lines = file.text.split('\n');
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info {4}line 0$/);
    expect(lines.filter((line) => line.startsWith('---'))).toEqual(['--- attempt 2 ---']);
    expect(lines).toHaveLength(62 + 1 + 1);
    const errors = await server.call('GET', `${logs}?level=error&attempt=1`, {
      headers: { Accept },
    });
    expect(errors.text.trim().split('\n')).toHaveLength(3);
    const head = await server.call('HEAD', logs, { headers: { Accept } });
    expect([head.status, head.text]).toEqual([200, '']);
    const refused = await server.call('GET', `${logs}?before=0`, { headers: { Accept } });
    expect(readError(refused)).toBe('422 validation_failed');
    const gone = TASKS + '/00000000-0000-7000-8000-000000000000/logs';
    expect((await server.call('GET', gone, { headers: { Accept } })).status).toBe(404);
  });

  it.each([
    'limit=5001',
    'limit=0',
    'before=-1',
    'before=x',
    'cursor=3&before=4',
    'before=0&around=2026-01-01T00:00:00Z',
    'around=yesterday',
    'around=2026-01-01',
    'q=',
    `q=${'x'.repeat(201)}`,
    'attempt=0',
    'level=loud',
    'order=newest',
  ])('the log refuses the query ?%s', async (query) => {
    expect(readError(await get(`?${query}`))).toBe('422 validation_failed');
  });
});
