import { createServer } from 'node:http';
import { listen } from './web-server.js';

/** An API on 127.0.0.1 that lists issues as GitHub does. */
export interface IssuesApi {
  url: string;
  /** host:port, as `allowed_hosts` names it. */
  host: string;
  /** The `since` of each request for a first page. */
  readonly since: (string | null)[];
  close(): Promise<void>;
}

const DAY = '2026-01-0';

/** Two pages of three issues, one of them a pull request; the first request for a second page is put off for a second. */
export async function startIssuesApi(): Promise<IssuesApi> {
  const since: (string | null)[] = [];
  let putOff = false;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    const send = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    const issue = (number: number, more: object = {}): object => ({
      number,
      title: `Issue ${number}`,
      state: 'open',
      updated_at: `${DAY}${number}T10:00:00Z`,
      ...more,
    });
    if (pathname === '/page2' && !putOff) {
      putOff = true;
      return send(429, {}, { 'retry-after': '1' });
    }
    if (pathname === '/page2') return send(200, [issue(3)]);
    if (pathname !== '/repos/acme/shop/issues') return send(404, { message: 'Not Found' });
    since.push(searchParams.get('since'));
    putOff = false;
    if (searchParams.has('since')) return send(200, []);
    return send(200, [issue(1), issue(2, { pull_request: {} })], {
      link: `<${url}/page2>; rel="next"`,
    });
  });
  const host = `127.0.0.1:${await listen(server)}`;
  const url = `http://${host}`;
  return {
    url,
    host,
    since,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
