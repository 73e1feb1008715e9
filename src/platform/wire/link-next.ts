import type { Response } from 'express';

/** Name of the application setting with the path under which clients reach it. */
export const PUBLIC_PATH = 'public path';

/**
 * Sets the `Link` header (RFC 8288) to the next page of a list: the requested URL with these query parameters changed;
 * null removes a parameter. Readers of the header expect `rel` in quotes.
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
