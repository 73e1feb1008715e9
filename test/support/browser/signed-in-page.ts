import type { Page } from 'playwright-core';
import type { TestServer } from '../server.js';
import type { Watched } from './watched-page.js';

/**
 * Opens a page of the dashboard. Signs the browser in first by `token`, by default the administrator's, if it is not
 * signed in.
 */
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
