/**
 * Checks that each request function of the dashboard sends all of its arguments, and that the key of a query contains
 * all of them.
 */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';

interface Query {
  queryKey: readonly unknown[];
  queryFn: (context: object) => Promise<unknown>;
  initialPageParam?: unknown;
}
type Asking = (...args: unknown[]) => Query | Promise<unknown>;

const FOLDER = '../../web/src/api/';
const FILES = readdirSync(new URL(FOLDER, import.meta.url)).filter((name) =>
  /^(?!(types|client|conditions|asked-again|early-answers)\.)[a-z-]+\.ts$/.test(name),
);
const TEXTS = ['a', 'b'];
const FLAGS = [true, false];
const VERSIONED = [
  { identifier: 'a', current_version: 1, archived_at: null },
  { identifier: 'a', current_version: 2, archived_at: null },
];
const TAGGED = [
  { path: '/a', etag: '"1"', name: 'a', hash: '1' },
  { path: '/a', etag: '"2"', name: 'a', hash: '2' },
];
const TYPES = [{ type: 'a' }, { type: 'b' }];
const LEVELS = [{ level: 'info' }, { level: 'error' }];
/** Two values of each argument that is not a text, or one if it is not sent unchanged. */
const VALUES: Record<string, readonly (readonly unknown[])[]> = {
  'agents.agentsQuery': [TEXTS, FLAGS, TEXTS],
  'agents.changeAgent': [TEXTS, VERSIONED, TEXTS],
  'agents.restoreAgentVersion': [TEXTS, VERSIONED, TEXTS],
  'agents.setAgentArchived': [TEXTS, VERSIONED, FLAGS],
  'approvals.approvalsQuery': [TEXTS, ['waiting', 'decided']],
  'audit.auditQuery': [TEXTS, [{ user: 'a' }, { user: 'b' }]],
  // The query filters the answers by the last argument.
  'audit.lastChangeQuery': [TEXTS, TEXTS, ['a']],
  'file-changes.deleteFile': [TEXTS, TEXTS, TAGGED],
  'file-changes.moveFile': [TEXTS, TEXTS, TAGGED, TEXTS],
  // The size belongs to the version.
  'file-content.beginningQuery': [TEXTS, TEXTS, [1]],
  'file-content.linesAtQuery': [TEXTS, TEXTS, TEXTS, [1_000, 2_000]],
  'logs.lineAt': [TEXTS, TEXTS, LEVELS, TEXTS],
  'logs.logFile': [TEXTS, TEXTS, LEVELS],
  'mcp-servers.acceptMcpTool': [TEXTS, TEXTS, TAGGED],
  'meta-tasks.changeMetaTask': [TEXTS, VERSIONED, TEXTS],
  'meta-tasks.metaTasksQuery': [TEXTS, FLAGS, TEXTS],
  'meta-tasks.restoreVersion': [TEXTS, VERSIONED, TEXTS],
  'meta-tasks.setArchived': [TEXTS, VERSIONED, FLAGS],
  'runs.runsQuery': [TEXTS, TYPES],
  'schedules.pauseSchedule': [TEXTS, TEXTS, TEXTS],
  'schedules.resumeSchedule': [TEXTS, TEXTS, TEXTS],
  'session.signOut': [FLAGS],
  'stats.statsQuery': [TEXTS, TYPES],
};

let requests: Request[] = [];

beforeAll(() => {
  jest.spyOn(Date, 'now').mockReturnValue(0);
  const document = { baseURI: 'http://server/ui/' };
  const answer = (request: Request | URL, init?: RequestInit): Promise<Response> => {
    requests.push(new Request(request, init));
    return Promise.resolve(Response.json([]));
  };
  Object.assign(globalThis, { document, window: {}, fetch: answer });
});

afterAll(() => {
  jest.restoreAllMocks();
});

/** Returns the requests of a call, or of the first or the given page of a query, and the key of a query. */
async function askedBy(ask: Asking, args: readonly unknown[], page?: unknown) {
  requests = [];
  let query: Query | null = null;
  const call = async (): Promise<void> => {
    const made = ask(...args);
    if (!('queryKey' in made)) return void (await made);
    query = made;
    const { signal } = new AbortController();
    await made.queryFn({ pageParam: page ?? made.initialPageParam, signal });
  };
  // Its handling of empty answers does not matter.
  await call().catch(() => undefined);
  const texts = requests.map(
    async (one) => `${one.method} ${one.url} ${one.headers.get('if-match')} ${await one.text()}`,
  );
  return { sent: await Promise.all(texts), query: query as Query | null };
}

it.each(FILES)('the functions of %s send all that they are given', async (file) => {
  const functions = (await import(`${FOLDER}${file.replace(/ts$/, 'js')}`)) as Record<
    string,
    Asking
  >;
  for (const [name, ask] of Object.entries(functions)) {
    if (typeof ask !== 'function') continue;
    const where = file.replace(/ts$/, name);
    const values = VALUES[where] ?? Array.from({ length: ask.length }, () => TEXTS);
    const args = values.map(([one], index) => (one === 'a' ? `a${index}` : one));
    const { sent, query } = await askedBy(ask, args);
    if (sent.length === 0) continue;
    const same: string[] = [];
    for (const [index, [, other]] of values.entries()) {
      if (other === undefined) continue;
      const next = await askedBy(ask, args.with(index, other));
      if (String(next.sent) === String(sent)) same.push(`the request for argument ${index}`);
      if (query !== null && JSON.stringify(next.query?.queryKey) === JSON.stringify(query.queryKey))
        same.push(`the key for argument ${index}`);
    }
    if (query !== null && 'initialPageParam' in query) {
      const next = await askedBy(
        ask,
        args,
        query.initialPageParam === null ? '7' : { cursor: '7' },
      );
      if (String(next.sent) === String(sent)) same.push('the request for the next page');
    }
    expect({ where, same }).toEqual({ where, same: [] });
  }
});
