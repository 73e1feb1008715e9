import { ConnectionError } from './errors.js';
import { pause } from './pause.js';
import { retryAfterSeconds } from './retry-after.js';

/** A function that only sends requests: for tests, proxies, and runtimes with their own `fetch`. */
export type Fetch = (request: Request) => Promise<Response>;

/** Maximum number of retries of a repeatable request. */
const RETRIES = 3;
/** Pause before the first retry; doubles with each further one. */
const FIRST_PAUSE_MS = 200;
/** Longest pause of the client, even if the server requests a longer one: then the caller decides. */
const MAX_PAUSE_MS = 30_000;
/** Status codes of a server, or a proxy in front of it, that is temporarily unable to respond. */
const TRANSIENT = new Set([429, 502, 503, 504]);

/** Sends requests with the credentials to one server and retries the repeatable ones. */
export class Transport {
  constructor(
    /** Base URL without a trailing slash. */
    readonly url: string,
    private readonly token: string,
    private readonly send: Fetch,
  ) {}

  /**
   * Sends a request; a repeatable one is retried after a missing or temporary error response. Throws ConnectionError.
   */
  readonly fetch: Fetch = (request) =>
    isRepeatable(request) ? this.repeat(request) : this.once(request);

  /** Sends a request that the caller knows to be repeatable, with retries. */
  readonly repeat: Fetch = async (request) => {
    for (let sent = 0; ; sent += 1) {
      const last = sent === RETRIES;
      const answer = await this.once(last ? request : request.clone()).catch((error: unknown) => {
        if (last || !(error instanceof ConnectionError)) throw error;
        return null;
      });
      if (answer !== null && (last || !isTransient(answer.status))) return answer;
      const wait = answer === null ? pauseAfter(sent) : resolvePause(answer, sent);
      if (answer !== null && wait > MAX_PAUSE_MS) return answer;
      await answer?.body?.cancel();
      await pause(wait, request.signal);
    }
  };

  readonly once: Fetch = async (request) => {
    // A server must not redirect the client to another server: a redirect is returned as the response.
    if (request.redirect !== 'manual') throw new TypeError('No redirect is followed.');
    request.headers.set('Authorization', `Bearer ${this.token}`);
    try {
      return await this.send(request);
    } catch (error) {
      throw request.signal.aborted ? request.signal.reason : this.unreachable(error);
    }
  };

  /** Returns the system's error of a connection, without the data sent over it. */
  unreachable(error: unknown): ConnectionError {
    const cause = findInnermostCause(error);
    const code = typeof cause.code === 'string' ? cause.code : 'no_answer';
    const why = cause.message || code;
    return new ConnectionError(this.url, code, why.replaceAll(this.token, '…'));
  }
}

/** Returns whether a retry may yield a different response. */
export function isTransient(status: number): boolean {
  return TRANSIENT.has(status);
}

/**
 * Returns the pause before the next attempt in ms. It grows with `failures` and is random, so that clients do not
 * retry at the same moment.
 */
export function pauseAfter(failures: number, most: number = MAX_PAUSE_MS): number {
  const whole = Math.min(most, FIRST_PAUSE_MS * 2 ** Math.min(failures, 20));
  return whole * (0.5 + Math.random() / 2);
}

function resolvePause(answer: Response, failures: number): number {
  const seconds = retryAfterSeconds(answer);
  return seconds === null ? pauseAfter(failures) : seconds * 1000;
}

function isRepeatable({ method, headers }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || headers.has('Idempotency-Key');
}

interface Cause {
  message: string;
  code?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/**
 * Returns the innermost cause, as outer errors only say that the request failed; of several addresses, the first
 * error.
 */
function findInnermostCause(error: unknown): Cause {
  if (!isCause(error)) return { message: String(error) };
  if (Array.isArray(error.errors) && isCause(error.errors[0]))
    return findInnermostCause(error.errors[0]);
  return isCause(error.cause) ? findInnermostCause(error.cause) : error;
}

/** Checks the members rather than the class, since errors of a runtime may come from another realm. */
function isCause(error: unknown): error is Cause {
  return typeof error === 'object' && error !== null && 'message' in error;
}
