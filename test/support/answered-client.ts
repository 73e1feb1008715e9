import { MetarunClient } from '@metarun/client';

interface Sent {
  method: string;
  /** With the query, without the server. */
  url: string;
  headers: Headers;
  /** Parsed where it is JSON. */
  body: unknown;
}

export interface AnsweredClient {
  client: MetarunClient;
  /** The requests so far. */
  sent: Sent[];
  /** The next answers in their order. */
  answers: (() => Response | Promise<Response>)[];
  /** Adds an answer with a JSON body. */
  answer: (body: unknown, headers?: Record<string, string>, status?: number) => void;
}

export const BASE = 'http://metarun.test';

/** Returns a client of the project `p` whose requests get the answers that a test gives. */
export function answeredClient(): AnsweredClient {
  const sent: Sent[] = [];
  const answers: AnsweredClient['answers'] = [];
  const client = new MetarunClient({
    url: BASE,
    token: 'mrt_x',
    project: 'p',
    fetch: async (request) => {
      const { method, url, headers } = request;
      const text = await request.clone().text();
      const json = headers.get('Content-Type')?.includes('json') === true;
      const body: unknown = json ? JSON.parse(text) : text;
      sent.push({ method, url: url.slice(BASE.length), headers, body });
      const next = answers.shift();
      // Not a broken connection, which would be made again.
      return next === undefined ? new Response('no further answer', { status: 400 }) : next();
    },
  });
  return {
    client,
    sent,
    answers,
    answer: (body, headers = {}, status = 200) => {
      const type = { 'Content-Type': 'application/json' };
      answers.push(
        () => new Response(JSON.stringify(body), { status, headers: { ...type, ...headers } }),
      );
    },
  };
}
