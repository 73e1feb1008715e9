import { sent } from './http.js';
import type { Answer, TestServer } from './server.js';
import type { Wire } from './wire.js';

export type Session = Wire['SessionDto'];

/** The header of a request that a page of the server itself makes. */
export const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

/** Returns the cookie that an answer sets, as a browser sends it back. */
export function readCookie(answer: Answer): string {
  const [pair = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return pair;
}

/** The requests of browsers to a server. */
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

    /** A request of a page of the dashboard, unless `headers` say otherwise. */
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
