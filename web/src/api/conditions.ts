import { answerOf } from './client.js';
import { RequestError } from './request-error.js';

const OVERTAKEN = 412;

/** A state that was read, with the ETag by which a change says which state it means. */
export type Tagged<T> = T & { readonly etag: string };

/** Returns the body of an answer with its ETag. Throws a RequestError as `bodyOf` does. */
export async function taggedBodyOf<T extends object>(
  request: Parameters<typeof answerOf<T>>[0],
): Promise<Tagged<T>> {
  const { body, response } = await answerOf<T>(request);
  return { ...body, etag: response.headers.get('etag') ?? '*' };
}

/** Returns the option of a request that is refused where the thing has another ETag by now. */
export function ifMatch(etag: string): { headers: { 'If-Match': string } } {
  return { headers: { 'If-Match': etag } };
}

/** Returns the ETag of a meta-task or of an agent: the number of its version, and whether it is archived. */
export function versionTag(one: { current_version: number; archived_at: string | null }): string {
  return `"${one.current_version}${one.archived_at === null ? '' : '-archived'}"`;
}

/** Returns whether a change was refused because another one came first. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof RequestError && error.status === OVERTAKEN;
}
