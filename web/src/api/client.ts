import type { paths } from '@metarun/client';
import createClient from 'openapi-fetch';
import { SERVER } from './addresses.js';
import { takeEarly } from './early-answers.js';
import { requestErrorOf, unanswered } from './request-error.js';

/** The API, as the browser's cookie allows. */
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

/** Returns the body of an answer. Throws a RequestError where it is an error, or where none came. */
export async function bodyOf<T>(request: Promise<Answer<T>>): Promise<T> {
  return (await answerOf(request)).body;
}

/** The same together with the response, whose headers say more. */
export async function answerOf<T>(
  request: Promise<Answer<T>>,
): Promise<{ body: T; response: Response }> {
  const { data, error, response } = await request.catch(() => {
    throw unanswered();
  });
  if (!response.ok) throw requestErrorOf(error, response);
  return { body: data as T, response };
}
