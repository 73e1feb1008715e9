import { ConnectionError } from './errors.js';
import { pause } from './pause.js';
import { retryAfterSeconds } from './retry-after.js';

/** Sends requests, and nothing more: for tests, proxies, and runtimes that have a `fetch` of their own. */
export type Fetch = (request: Request) => Promise<Response>;

/** Number of times that a request is sent again, if it may be. */
const RETRIES = 3;
/** The first pause before that; each further one is twice as long. */
const FIRST_PAUSE_MS = 200;
/** The client does not wait longer, even if the server asks for it: the caller decides. */
const MAX_PAUSE_MS = 30_000;
/** The server, or what stands before it, cannot answer now. */
const TRANSIENT = new Set([429, 502, 503, 504]);

/** Sends requests with the credentials to one server, and those again that may be. */
export class Transport {
  constructor(
    /** Without a slash at its end. */
    readonly url: string,
    private readonly token: string,
    private readonly send: Fetch,
  ) {}

  /** Sends a request; again where it got no answer, or none now, and does no harm twice. Throws ConnectionError. */
  readonly fetch: Fetch = (request) =>
    isRepeatable(request) ? this.repeat(request) : this.once(request);

  /** Sends a request of which the caller knows that it does no harm twice. */
  readonly repeat: Fetch = async (request) => {
    for (let sent = 0; ; sent += 1) {
      const last = sent === RETRIES;
      const answer = await this.once(last ? request : request.clone()).catch((error: unknown) => {
        if (last || !(error instanceof ConnectionError)) throw error;
        return null;
      });
      if (answer !== null && (last || !isTransient(answer.status))) return answer;
      const wait = answer === null ? pauseAfter(sent) : pauseOf(answer, sent);
      if (answer !== null && wait > MAX_PAUSE_MS) return answer;
      await answer?.body?.cancel();
      await pause(wait, request.signal);
    }
  };

  /** Sends a request once. */
  readonly once: Fetch = async (request) => {
    // A server must not send its client to another one: the answer that redirects is the answer.
    if (request.redirect !== 'manual') throw new TypeError('No redirect is followed.');
    request.headers.set('Authorization', `Bearer ${this.token}`);
    try {
      return await this.send(request);
    } catch (error) {
      throw request.signal.aborted ? request.signal.reason : this.unreachable(error);
    }
  };

  /** Returns the system's error of a connection, without what was sent over it. */
  unreachable(error: unknown): ConnectionError {
    const cause = causeOf(error);
    const code = typeof cause.code === 'string' ? cause.code : 'no_answer';
    const why = cause.message || code;
    return new ConnectionError(this.url, code, why.replaceAll(this.token, '…'));
  }
}

/** Returns whether the server may answer differently a little later. */
export function isTransient(status: number): boolean {
  return TRANSIENT.has(status);
}

/** ms before the next try after `failures` + 1 of them: longer each time, and never for all at the same moment. */
export function pauseAfter(failures: number, most: number = MAX_PAUSE_MS): number {
  const whole = Math.min(most, FIRST_PAUSE_MS * 2 ** Math.min(failures, 20));
  return whole * (0.5 + Math.random() / 2);
}

function pauseOf(answer: Response, failures: number): number {
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

/** The innermost: what is around it says only that it failed. Of several addresses the first. */
function causeOf(error: unknown): Cause {
  if (!isCause(error)) return { message: String(error) };
  if (Array.isArray(error.errors) && isCause(error.errors[0])) return causeOf(error.errors[0]);
  return isCause(error.cause) ? causeOf(error.cause) : error;
}

/** By its members: the errors of a runtime may be of another realm. */
function isCause(error: unknown): error is Cause {
  return typeof error === 'object' && error !== null && 'message' in error;
}
