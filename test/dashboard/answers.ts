/** An answer of the server with its status and headers. */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** A request of a page, such as `PATCH schedules/s1 If-Match: "5"`, and its body. */
export type Asked = readonly [request: string, body?: unknown];

/**
 * Answers of the server by request, such as `GET tasks/*`: bodies, replies, or functions that make them. Paths without
 * a leading slash are relative to the project. `GET tasks?parent_id` matches requests with this parameter, before
 * others.
 */
export type Answers = Readonly<Record<string, unknown>>;

/** Returns the state of an object with its ETag. */
export function tagged(body: object, etag: string): Reply {
  return new Reply(200, body, { etag });
}

/** Returns an error response. */
export function refusal(
  status: number,
  code: string,
  detail: string,
  errors: readonly { pointer: string; message: string }[] = [],
): Reply {
  const body = {
    type: 'about:blank',
    title: code,
    status,
    code,
    detail,
    request_id: 'r-1',
    errors,
  };
  return new Reply(status, body, { 'content-type': 'application/problem+json' });
}

/** Answers a request and records it. A request without an answer gets 404. */
export async function answerTo(
  request: Request,
  answers: Answers,
  requests: Asked[],
): Promise<Response> {
  const { method, headers } = request;
  const { pathname, searchParams } = new URL(request.url);
  const path = decodeURIComponent(
    pathname.replace(/^\/external\/v1/, '').replace(/^\/projects\/[^/]+\/(?=.)/, ''),
  );
  const text = await request.text();
  const conditions = ['If-Match', 'If-None-Match'].flatMap((name) =>
    headers.has(name) ? [` ${name}: ${headers.get(name)}`] : [],
  );
  const query = [...searchParams].map(([name, value]) => `${name}=${value}`).join('&');
  const asked = `${method} ${path}${query && `?${query}`}${conditions.join('')}`;
  const body = text === '' ? undefined : parseBody(text);
  requests.push(body === undefined ? [asked] : [asked, body]);
  const found = Object.keys(answers)
    .filter((key) => isMeant(key, method, path, searchParams))
    .toSorted((one, other) => exactness(other) - exactness(one))[0];
  const answer = found === undefined ? missing(asked) : answers[found];
  return toResponse(typeof answer === 'function' ? await answer(asked, body) : answer);
}

function missing(asked: string): Reply {
  return refusal(404, 'not_found', `A test has no answer to ${asked}.`);
}

function toResponse(answer: unknown): Response {
  if (answer instanceof Response) return answer.clone();
  const { status, body, headers } = answer instanceof Reply ? answer : new Reply(200, answer);
  if (body === undefined) return new Response(null, { status: 204, headers });
  const content = { 'content-type': 'application/json', ...headers };
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: content,
  });
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isMeant(key: string, method: string, path: string, query: URLSearchParams): boolean {
  const [wanted = '', names] = key.slice(method.length + 1).split('?');
  if (!key.startsWith(`${method} `)) return false;
  if (names !== undefined && !names.split('&').every((name) => query.has(name))) return false;
  const parts = wanted.split('/');
  const own = path.split('/');
  return (
    (parts.at(-1) === '**' ? own.length >= parts.length : own.length === parts.length) &&
    parts.every((part, index) => part === '**' || part === '*' || part === own[index])
  );
}

/** Returns how specific a key is: the number of its path parts and parameters, without stars. */
function exactness(key: string): number {
  return key.split(/[ /?&]/).filter((part) => !part.startsWith('*')).length;
}
