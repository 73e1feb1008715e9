/** Replaces the package `node-fetch` with the isolate's own `fetch`. */
class FetchError extends Error {
  override readonly name = 'FetchError';
}

class AbortError extends Error {
  override readonly name = 'AbortError';
}

const { fetch, Headers, Request, Response, FormData, Blob, File } = globalThis;

export { AbortError, Blob, FetchError, File, FormData, Headers, Request, Response, fetch };
export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);
export default fetch;
