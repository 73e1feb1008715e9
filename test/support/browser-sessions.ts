import { sent } from './http.js';
import type { Answer, TestServer } from './server.js';
import type { Wire } from './wire.js';

export type Session = Wire['SessionDto'];

/** The header that a browser adds to requests from the server's own pages. */
export const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

/** Returns the cookie of an answer in the form in which a browser sends it back. */
export function readCookie(answer: Answer): string {
  const [pair = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return pair;
}

/** Returns functions that send requests to a server as browsers do. */
export function createBrowsers(server: () => TestServer) {
  return {
    signIn: async (
      body: object = { token: server().adminToken },
      headers: Record<string, string> = {},
    ): Promise<{ cookie: string; session: Session; answer: Answer }> => {
      const answer = await server().call<Session>('POST', '/auth/sessions', {
        token: null,
        body,
        headers,
      });
      if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
      return { cookie: readCookie(answer), session: answer.body, answer };
    },

    /** Sends a request as a page of the dashboard does, unless `headers` say otherwise. */
    byCookie: (
      cookie: string,
      method: string,
      path: string,
      options: { body?: unknown; headers?: Record<string, string> } = {},
    ): Promise<Answer> => {
      const { body, headers = OWN_PAGE } = options;
      const sent = { ...headers, Cookie: cookie };
      return server().call(method, path, { token: null, body, headers: sent });
    },

    newToken: (body: object = {}): Promise<{ id: string; token: string }> =>
      sent(server(), 'POST', '/auth/tokens', { name: 'of a browser', ...body }),
  };
}
