import { MetarunClient } from '@metarun/client';

interface Sent {
  method: string;
  /** Path and query, without the origin. */
  url: string;
  headers: Headers;
  /** Parsed if the request is JSON, else its text. */
  body: unknown;
}

export interface AnsweredClient {
  client: MetarunClient;
  sent: Sent[];
  /** Answers to the next requests, in order. */
  answers: (() => Response | Promise<Response>)[];
  answer: (body: unknown, headers?: Record<string, string>, status?: number) => void;
}

export const BASE = 'http://metarun.test';

/** Returns a client of the project `p` that answers each request with the next of `answers`. */
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
      // The client would retry after a broken connection.
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
