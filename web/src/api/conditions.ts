import { texts } from '../texts/en/editing.js';
import { readAnswer } from './client.js';
import { RequestError } from './request-error.js';

const OVERTAKEN = 412;

/** A state of a resource with its ETag, which a conditional change refers to. */
export type Tagged<T> = T & { readonly etag: string };

/** Returns the body of a response with its ETag. Throws as {@link readBody} does. */
export async function readTaggedBody<T extends object>(
  request: Parameters<typeof readAnswer<T>>[0],
): Promise<Tagged<T>> {
  const { body, response } = await readAnswer<T>(request);
  return { ...body, etag: response.headers.get('etag') ?? '*' };
}

/** Returns the header by which the server refuses a request if the ETag of the resource has changed. */
export function ifMatch(etag: string): { headers: { 'If-Match': string } } {
  return { headers: { 'If-Match': etag } };
}

/** Returns the ETag of a meta-task or an agent, which consists of its version and whether it is archived. */
export function versionTag(one: { current_version: number; archived_at: string | null }): string {
  return `"${one.current_version}${one.archived_at === null ? '' : '-archived'}"`;
}

/** Returns the error of a change that is not sent because another one came first. */
export function overtaken(): RequestError {
  return new RequestError(texts.notDone, OVERTAKEN, 'precondition_failed', null);
}

/** Returns whether a change was refused because another one came first. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof RequestError && error.status === OVERTAKEN;
}
