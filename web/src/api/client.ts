import type { paths } from '@metarun/client';
import createClient from 'openapi-fetch';
import { SERVER } from './addresses.js';
import { takeEarly } from './early-answers.js';
import { toRequestError, unanswered } from './request-error.js';

/** Client of the API, authenticated by the cookie of the browser. */
export const api = createClient<paths, 'application/json' | 'application/problem+json'>({
  baseUrl: SERVER.replace(/\/$/, ''),
  credentials: 'same-origin',
  fetch: (request: Request) => takeEarly(request) ?? fetch(request),
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Returns the body of a response. Throws a RequestError if the request fails. */
export async function readBody<T>(request: Promise<Answer<T>>): Promise<T> {
  return (await readAnswer(request)).body;
}

/** Returns the body of a response together with the response, for its headers. Throws as {@link readBody} does. */
export async function readAnswer<T>(
  request: Promise<Answer<T>>,
): Promise<{ body: T; response: Response }> {
  const { data, error, response } = await request.catch(() => {
    throw unanswered();
  });
  if (!response.ok) throw toRequestError(error, response);
  return { body: data as T, response };
}
