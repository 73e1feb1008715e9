import type { Request, Response } from 'express';

/** Tells the client where the next page of a list is; `cursor` null = there is none. */
export function linkNext(request: Request, response: Response, cursor: string | null): void {
  if (cursor === null) return;
  const page = new URL(request.originalUrl, 'http://localhost');
  page.searchParams.set('cursor', cursor);
  response.setHeader('Link', `<${page.pathname}${page.search}>; rel="next"`);
}
