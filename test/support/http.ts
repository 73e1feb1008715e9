import { connect } from 'node:net';
import type { Answer, CallOptions, TestServer } from './server.js';
import type { Wire } from './wire.js';

export type ProblemBody = Wire['Problem'];

/**
 * Returns the body of an answer, which must be a complete problem document that does not come from a failure of the
 * server.
 */
export function requireProblem(answer: Answer): ProblemBody {
  const body = answer.body as ProblemBody;
  const { headers, status } = answer;
  const type = headers.get('content-type') ?? '';
  const host = /\/(tmp|work|home|root|usr)\/|node_modules|\bat .*(\.[cm]?[jt]s|node:\S+):\d+:\d+/;
  const problems = Object.entries({
    'its status is not a 4xx': status < 400 || status >= 500,
    'it is not problem+json': !type.startsWith('application/problem+json'),
    'its "status" is another one': body.status !== status,
    'its "type" is another one': body.type !== `urn:metarun:error:${body.code}`,
    'its "request_id" is another one': body.request_id !== headers.get('x-request-id'),
    'its members are others':
      Object.keys(body).sort().join() !== 'code,detail,errors,request_id,status,title,type',
    'it has no words': body.title === '' || body.detail === '',
    'it shows the host': host.test(body.detail),
  }).flatMap(([problem, holds]) => (holds ? [problem] : []));
  if (problems.length > 0)
    throw new Error(`${problems.join('; ')}: ${answer.status} ${answer.text.slice(0, 500)}`);
  return body;
}

/** Returns all rows of a paged list; throws if a page is refused. */
export async function loadRows<Row>(
  server: Pick<TestServer, 'call'>,
  path: string,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | null = path; next !== null;) {
    const { status, text, body, headers }: Answer<Row[]> = await server.call<Row[]>('GET', next);
    if (status !== 200) throw new Error(`GET ${next}: ${status} ${text}`);
    rows.push(...body);
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null;
  }
  return rows;
}

/** Sends a request and returns the body of its answer; throws if it is refused. */
export async function sent<Body>(
  server: Pick<TestServer, 'call'>,
  method: string,
  path: string,
  body?: object,
  options: Omit<CallOptions, 'body'> = {},
): Promise<Body> {
  const answer = await server.call<Body>(method, path, { ...options, body });
  if (answer.status < 300) return answer.body;
  throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
}

/** Returns the status and the code of an error answer, such as `422 validation_failed`. */
export function readError(answer: Answer): string {
  return `${answer.status} ${requireProblem(answer).code}`;
}

/** Sends bytes unchanged on a new connection, and returns everything that is received until it is closed. */
export function sendRaw(
  server: TestServer,
  parts: (string | Uint8Array)[],
  options: { hangUp?: boolean; timeoutMs?: number } = {},
): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname);
    const timer = setTimeout(() => socket.destroy(), options.timeoutMs ?? 5_000);
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (received += chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(received);
    });
    for (const part of parts) socket.write(part);
    if (options.hangUp) socket.end();
  });
}
