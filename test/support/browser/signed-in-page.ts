import type { Page } from 'playwright-core';
import type { TestServer } from '../server.js';
import type { Watched } from './watched-page.js';

/** Signs a browser in by a token, that of the administrator by default, unless it is, and opens a page of the dashboard. */
export async function signedInPage(
  server: TestServer,
  watched: Watched,
  path: string,
  token = server.adminToken,
): Promise<Page> {
  if ((await watched.context.cookies()).length === 0) {
    const answer = await watched.context.request.post(`${server.url}/auth/sessions`, {
      data: { token },
      headers: { Origin: server.url },
    });
    if (!answer.ok()) throw new Error(await answer.text());
  }
  return watched.newPage(path);
}
