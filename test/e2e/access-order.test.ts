/**
 * Tests that a caller without the role of an operation is refused for that reason, even if the request is otherwise
 * wrong.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRaw, sent } from '../support/http.js';
import { SCOPES } from '../../src/access/auth/roles.js';
import { type TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

interface Operation {
  method: string;
  path: string;
  /** Required role or scope by kind of credentials; undefined where any role or scope is accepted. */
  needs: Map<string, string | undefined>;
}
interface Caller {
  token: string;
  kind: 'access_token' | 'api_key';
  has: readonly string[];
}

const HAS_BODY = /^(POST|PUT|PATCH)$/;
/** Query with every kind of error; the body is wrong separately. */
const WRONG_QUERY = 'no_such=1&limit=none&cursor=%ff&x=%00';
const WRONG_HEADERS = {
  'content-encoding': 'gzip',
  'if-match': 'none',
  'idempotency-key': '"',
  prefer: 'wait=long',
  range: 'bytes=x',
};
const WRONG_BODIES: Record<string, [type: string, body: string]> = {
  'no JSON': ['application/json', '{'],
  'an unknown field': ['application/json', '{"no_such":1}'],
  'another type': ['text/plain', 'no JSON'],
  'broken multipart': ['multipart/form-data; boundary=b', '--b\r\nbroken'],
};

let server: TestServer;
let operations: Operation[];
let callers: Caller[];
beforeAll(async () => {
  server = await sharedServer();
  const { paths } = await sent<{
    paths: Record<string, Record<string, { security: Record<string, string[]>[] }>>;
  }>(server, 'GET', '/openapi.json');
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path,
      needs: new Map(
        security.flatMap((one) => Object.entries(one)).map(([kind, [need]]) => [kind, need]),
      ),
    })),
  );
  const roles = ['viewer', 'author', 'admin'];
  const members = roles.map(async (role, index): Promise<Caller> => {
    const token = await memberToken('default', role);
    return { token, kind: 'access_token', has: roles.slice(0, index + 1) };
  });
  const keys = SCOPES.map(async (lacking): Promise<Caller> => {
    const has = SCOPES.filter((scope) => scope !== lacking);
    const path = '/projects/default/api-keys';
    const body = { name: `no ${lacking}`, scopes: has };
    const { key: token } = await sent<{ key: string }>(server, 'POST', path, body);
    return { token, kind: 'api_key', has };
  });
  callers = await Promise.all([...members, ...keys]);
});
afterAll(() => server.stop());

async function memberToken(project: string, role: string): Promise<string> {
  const member = { name: `a ${role} of ${project}`, role };
  const path = `/projects/${project}/members`;
  const { user_id } = await sent<{ user_id: string }>(server, 'POST', path, member);
  const token = { name: 'tests', user_id, role: 'admin' };
  return (await sent<{ token: string }>(server, 'POST', '/auth/tokens', token)).token;
}

/** Returns the callers that an operation refuses. */
function kept({ needs }: Operation): Caller[] {
  return callers.filter(({ kind, has }) => {
    if (!needs.has(kind)) return true;
    const need = needs.get(kind);
    return need !== undefined && !has.includes(need);
  });
}

/** Sends requests with an error in every part. Returns those that are not answered with the expected status. */
async function oddAnswers(
  { method, path }: Operation,
  token: string | null,
  status: number,
  project = 'default',
): Promise<string[]> {
  const url = `${path.replace('{project_id}', project).replaceAll(/\{\w+\}/g, 'none')}?${WRONG_QUERY}`;
  const bodies = HAS_BODY.test(method) ? Object.entries(WRONG_BODIES) : [['none', null] as const];
  const odd = bodies.map(async ([what, body]) => {
    const content = body === null ? {} : { 'content-type': body[0] };
    const headers = { ...WRONG_HEADERS, ...content };
    const answer = await server.call(method, url, { token, headers, body: body?.[1] });
    return answer.status === status ? [] : [`${method} ${path}, ${what}: ${answer.text}`];
  });
  return (await Promise.all(odd)).flat();
}

describe('the order of checks', () => {
  it('a caller without the role or scope gets 403 from every operation, however wrong the request is', async () => {
    const guarded = operations.filter((one) => one.needs.size > 0 && kept(one).length > 0);
    expect(guarded.length).toBeGreaterThan(150);
    for (const operation of guarded)
      for (const { token } of kept(operation).slice(0, 4))
        expect(await oddAnswers(operation, token, 403)).toEqual([]);
  });

  it('a caller of another project gets 404 from every operation, however wrong the request is', async () => {
    await sent(server, 'POST', '/projects', { name: 'Other', slug: 'order-other' });
    const token = await memberToken('order-other', 'admin');
    for (const operation of operations.filter(({ path }) => path.includes('{project_id}')))
      expect(await oddAnswers(operation, token, 404)).toEqual([]);
  });

  it('a caller without credentials gets 401 from every operation, however wrong the request is', async () => {
    for (const operation of operations.filter(({ needs }) => needs.size > 0))
      expect(await oddAnswers(operation, null, 401)).toEqual([]);
  });

  it('a caller without the role gets 403 from every operation before a large body is sent', async () => {
    for (const operation of operations.filter(({ method }) => HAS_BODY.test(method))) {
      const caller = operation.needs.size > 0 ? kept(operation)[0] : undefined;
      if (caller === undefined) continue;
      const { method, path } = operation;
      const url = path.replace('{project_id}', 'default').replaceAll(/\{\w+\}/g, 'none');
      const answer = await sendRaw(
        server,
        [
          `${method} ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${caller.token}\r\n`,
          'Content-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n{',
        ],
        { timeoutMs: 3_000 },
      );
      expect([method, url, answer]).toEqual([
        method,
        url,
        expect.stringMatching(/^HTTP\/1\.1 403 /),
      ]);
    }
  });
});
