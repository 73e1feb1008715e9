import { texts } from '../texts/en.js';

/** A problem with a part of a request. The pointer leads into its body. */
export interface Issue {
  pointer: string;
  message: string;
}

/** An error response, or a request that got no response. */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  constructor(
    message: string,
    /** HTTP status; 0 if no response arrived, -1 for an error in the page itself. */
    readonly status: number,
    readonly code: string,
    readonly requestId: string | null,
    readonly issues: readonly Issue[] = [],
    /** Pause that the server asks for, in ms; null if it asks for none. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }

  get isSignedOut(): boolean {
    return this.status === 401;
  }

  /** Returns the message for the first issue at or below a pointer. */
  issueAt(pointer: string): string | undefined {
    return this.issues.find((issue) => isWithin(issue, pointer))?.message;
  }
}

/** Returns whether an issue is located at or below a pointer. */
export function isWithin(issue: Issue, pointer: string): boolean {
  return issue.pointer === pointer || issue.pointer.startsWith(`${pointer}/`);
}

/** Returns the error of a request that got no response. */
export function unanswered(): RequestError {
  return new RequestError(texts.unreachable, 0, 'unreachable', null);
}

/** Fetches what the client of the API has no operation for. Throws a RequestError if the request fails. */
export async function fetchOrThrow(address: URL | string, init: RequestInit): Promise<Response> {
  const answer = await fetch(address, init).catch(() => {
    throw unanswered();
  });
  if (!answer.ok) throw toRequestError(await answer.json().catch(() => null), answer);
  return answer;
}

/**
 * Returns the error that a response body describes. Without a response, anything that was thrown is an error of the
 * page.
 */
export function toRequestError(error: unknown, response?: Response): RequestError {
  if (error instanceof RequestError) return error;
  if (response === undefined) {
    const why = error instanceof Error ? error.message : String(error);
    return new RequestError(texts.ownMistake(why), -1, 'page_error', null);
  }
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
    readIssues(error),
    parseRetryAfter(response.headers.get('retry-after')),
  );
}

/** Parses a Retry-After header in seconds, the format that the server uses. Returns ms. */
function parseRetryAfter(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : null;
}

function readIssues(error: unknown): Issue[] {
  const listed: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'errors') : null;
  return Array.isArray(listed) ? listed.filter(isIssue) : [];
}

function isIssue(value: unknown): value is Issue {
  if (typeof value !== 'object' || value === null) return false;
  return (
    typeof Reflect.get(value, 'pointer') === 'string' &&
    typeof Reflect.get(value, 'message') === 'string'
  );
}
