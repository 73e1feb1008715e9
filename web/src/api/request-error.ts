import { texts } from '../texts/en.js';

/** An answer that is an error, or that did not come. */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  constructor(
    message: string,
    /** 0 where no answer came. */
    readonly status: number,
    readonly code: string,
    readonly requestId: string | null,
  ) {
    super(message);
  }

  get isSignedOut(): boolean {
    return this.status === 401;
  }
}

/** Returns the problem that an error body or a failed request is. */
export function requestErrorOf(error: unknown, response?: Response): RequestError {
  if (error instanceof RequestError) return error;
  if (response === undefined) return new RequestError(texts.unreachable, 0, 'unreachable', null);
  const member = (name: string): string | null => {
    const value: unknown =
      typeof error === 'object' && error !== null ? Reflect.get(error, name) : null;
    return typeof value === 'string' ? value : null;
  };
  const detail = member('detail') ?? `${response.status} ${response.statusText}`;
  return new RequestError(
    detail,
    response.status,
    member('code') ?? 'unknown',
    member('request_id'),
  );
}
