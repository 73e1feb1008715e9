import { type LocalServer, sendJson, serve } from '../support/local-server.js';

/** An API on 127.0.0.1 that lists issues like GitHub. */
export interface IssuesApi extends LocalServer {
  /** Host and port, as `allowed_hosts` expects them. */
  host: string;
  /** Value of `since` in each request for a first page. */
  readonly since: (string | null)[];
}

const DAY = '2026-01-0';

/**
 * Starts an API with two pages of three issues, one of them a pull request. The first request for a second page must be
 * repeated after a second.
 */
export async function startIssuesApi(): Promise<IssuesApi> {
  const since: (string | null)[] = [];
  let putOff = false;
  const server = await serve((request, response) => {
    const { url } = server;
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    const issue = (number: number, more: object = {}): object => ({
      number,
      title: `Issue ${number}`,
      state: 'open',
      updated_at: `${DAY}${number}T10:00:00Z`,
      ...more,
    });
    if (pathname === '/page2' && !putOff) {
      putOff = true;
      return sendJson(response.setHeader('retry-after', '1'), 429, {});
    }
    if (pathname === '/page2') return sendJson(response, 200, [issue(3)]);
    if (pathname !== '/repos/acme/shop/issues')
      return sendJson(response, 404, { message: 'Not Found' });
    since.push(searchParams.get('since'));
    putOff = false;
    if (searchParams.has('since')) return sendJson(response, 200, []);
    response.setHeader('link', `<${url}/page2>; rel="next"`);
    return sendJson(response, 200, [issue(1), issue(2, { pull_request: {} })]);
  });
  return { ...server, host: `127.0.0.1:${server.port}`, since };
}
