import type { Page } from 'playwright-core';
import type { TestServer } from '../server.js';
import type { Watched } from './watched-page.js';

/** Signs a browser in, and returns its page at `path` of the dashboard. */
export async function signedInPage(
  server: TestServer,
  watched: Watched,
  path: string,
): Promise<Page> {
  const { body } = await server.call<{ url: string }>('POST', '/auth/login-codes');
  const page = await watched.newPage(body.url.slice(server.url.length));
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  await page.goto(path);
  return page;
}
