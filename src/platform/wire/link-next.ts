import type { Response } from 'express';

/** The setting of the application with the path below which clients reach it. */
export const PUBLIC_PATH = 'public path';

/**
 * Sends the client the URL of the next page of a list, in the `Link` header (RFC 8288): the requested URL with these members
 * of its query changed; null removes a member. Readers of the header expect `rel` in quotes.
 */
export function linkNext(
  response: Response,
  next: Readonly<Record<string, string | number | null>>,
): void {
  const page = new URL(response.req.originalUrl, 'http://localhost');
  for (const [name, value] of Object.entries(next))
    if (value === null) page.searchParams.delete(name);
    else page.searchParams.set(name, String(value));
  const below: unknown = response.app.get(PUBLIC_PATH);
  const path = `${typeof below === 'string' ? below : ''}${page.pathname}`;
  response.setHeader('Link', `<${path}${page.search}>; rel="next"`);
}
