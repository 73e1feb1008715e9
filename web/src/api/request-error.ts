import { texts } from '../texts/en.js';

/** The problem with a part of a request; the pointer leads into its body. */
export interface Issue {
  pointer: string;
  message: string;
}

/** An answer that is an error, or that did not come. */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  constructor(
    message: string,
    /** 0 where no answer came; -1 for a mistake of the page itself. */
    readonly status: number,
    readonly code: string,
    readonly requestId: string | null,
    readonly issues: readonly Issue[] = [],
    /** The pause that the server asks for, ms; null where it asks for none. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }

  get isSignedOut(): boolean {
    return this.status === 401;
  }

  /** Returns what is wrong with a part of the body, or with something in it. */
  issueAt(pointer: string): string | undefined {
    return this.issues.find((issue) => isWithin(issue, pointer))?.message;
  }
}

/** Returns whether an issue is one of a part of the body, or of something in it. */
export function isWithin(issue: Issue, pointer: string): boolean {
  return issue.pointer === pointer || issue.pointer.startsWith(`${pointer}/`);
}

/** Returns the problem of a request to which no answer came. */
export function unanswered(): RequestError {
  return new RequestError(texts.unreachable, 0, 'unreachable', null);
}

/** Returns the problem that an error body is; of what else was thrown, a mistake of the page. */
export function requestErrorOf(error: unknown, response?: Response): RequestError {
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
    issuesOf(error),
    pauseOf(response.headers.get('retry-after')),
  );
}

/** Returns the time of a header Retry-After in seconds, as the server sends it, in ms. */
function pauseOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : null;
}

function issuesOf(error: unknown): Issue[] {
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
