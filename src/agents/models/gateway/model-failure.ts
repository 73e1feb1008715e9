import { MetarunError } from '../../../base/kernel/errors.js';
import type { Json } from '../../../base/kernel/json.js';
import { Redaction } from '../../../base/redaction/redaction.js';
import { ConnectError } from '../../../sandbox/egress/connect-error.js';
import { ModelFailure, type ModelFailureCode } from '../model-gateway.js';
import { type AnswerProblem, messageIn, findAnswerProblem } from './answer-problem.js';

/** Maximum length of a message in characters. */
const MAX_MESSAGE = 2_000;

const AGAIN_STATUSES = [408, 409, 425, 429];
const TOO_LONG =
  /context[_ ](length|size|window)|maximum context|prompt is too long|too many (input |prompt )?tokens|input (token count|is too long|length)|exceeds? (the )?(available context|maximum number of (input )?tokens|model's maximum)|reduce the length/i;
const REFUSED =
  /content[_ ](filter|policy)|responsible_?ai|safety (system|settings)|prohibited_content|prompt was (blocked|flagged)/i;
/** Words in a provider's error within a stream after which the same request may succeed later. */
const TRANSIENT =
  /overloaded|rate.?limit|too many requests|server.?error|internal|unavailable|timeout|timed out|try again|temporar|api_error|exhausted|capacity|^5\d\d$|^429$/i;
const BILLING = /insufficient_quota|billing|credit balance/i;

/** Provider and model of a request, and the values to redact. */
export interface FailurePlace {
  provider: string;
  model: string;
  values: readonly string[];
}

/** Error of the library for an answer with an error status. */
interface CallError extends Error {
  statusCode?: number;
  responseHeaders?: Record<string, string>;
  responseBody?: unknown;
  isRetryable?: boolean;
}

/** Beginning of a failed answer. `isStream`: the answer consists of server-sent events. */
export interface AnswerText {
  body: string;
  isStream: boolean;
}

/**
 * Converts any error of a request to a failure that names provider and model. `answer`: the text received with a
 * success status.
 */
export function toModelFailure(
  error: unknown,
  place: FailurePlace,
  answer: AnswerText | null = null,
): ModelFailure {
  const known = findFailure(error);
  const who = `The model "${place.model}" of the provider "${place.provider}"`;
  const call = findStatusError(error);
  if (call !== null && call.statusCode >= 300 && answer === null) return answered(who, call, place);
  const said = typeof call?.responseBody === 'string' ? call.responseBody : null;
  const body = answer ?? (said === null ? null : { body: said, isStream: false });
  const problem = body === null ? null : findAnswerProblem(body.body, body.isStream);
  if (problem !== null && (known === null || problem !== 'unreadable'))
    return wrong(who, problem, error, place);
  if (known !== null) {
    const { code, again, retryAfterMs: after, message } = known;
    const text = /^[A-Z]/.test(message) ? message : `${who} ${message}`;
    return new ModelFailure(safe(text, place), { code, again, retryAfterMs: after, cause: error });
  }
  const connection = findIn(error, (one) => (one instanceof MetarunError ? one : null));
  if (connection !== null) {
    const again = !(connection instanceof ConnectError) || connection.reason !== 'denied';
    return new ModelFailure(safe(`${who} was not reached: ${connection.message}`, place), {
      again,
      cause: error,
    });
  }
  return call === null ? streamed(who, error, place) : unreadable(who, error, place);
}

/** Returns the failure for a problem in an answer with a success status. */
function wrong(
  who: string,
  problem: AnswerProblem,
  error: unknown,
  place: FailurePlace,
): ModelFailure {
  if (typeof problem === 'object') return sentError(who, problem.said, error, place);
  return unreadable(who, error, place, problem === 'unreadable');
}

/** Returns the failure for an answer with an error status. */
function answered(
  who: string,
  error: CallError & { statusCode: number },
  place: FailurePlace,
): ModelFailure {
  const { statusCode: status, responseHeaders = {} } = error;
  const said = saidBy(error);
  const text = (advice: string): string =>
    safe(
      `${who} was refused with the status ${status}${said === '' ? '' : `: ${said}`}.${advice}`,
      place,
    );
  const isOfContent = status === 400 || status === 413 || status === 422;
  const failure = (advice: string, code: ModelFailureCode = 'model_error'): ModelFailure =>
    new ModelFailure(text(advice), { code, isOfContent, cause: error });
  if (status < 400)
    return failure(' Redirects are not followed: name the final address in base_url.');
  if (status === 401 || status === 403)
    return failure(' Check the key of the provider, and what it may do.');
  if (status === 404)
    return failure(' Check base_url of the provider, and the name of the model there.');
  if (isOfContent && TOO_LONG.test(said)) return failure('', 'too_long');
  if (status === 400 && REFUSED.test(said)) return failure('', 'model_refused');
  if (status === 402 || (status === 429 && BILLING.test(said)))
    return failure(' Check the account at the provider.');
  if (status >= 500 || AGAIN_STATUSES.includes(status))
    return new ModelFailure(text(''), {
      again: true,
      retryAfterMs: retryAfterMs(responseHeaders),
      cause: error,
    });
  return failure('');
}

/** Returns the failure for an error within an answer: from the provider, the connection, or unreadable data. */
function streamed(who: string, error: unknown, place: FailurePlace): ModelFailure {
  const said = describe(error);
  const name = readErrorName(error);
  if (/JSONParse|EmptyResponse|NoContent|NoOutput/.test(name) || /without a finish/i.test(said))
    return new ModelFailure(safe(`${who} sent an answer that cannot be read: ${said}.`, place), {
      again: true,
      cause: error,
    });
  // Errors in the provider's own words are recognised by their text; an unspecific error is the library's, about an
  // answer that it rejects.
  if (/TypeValidation|InvalidResponse|^Error$/.test(name)) return unreadable(who, error, place);
  return sentError(who, said, error, place);
}

/** Returns the failure for an error that the provider reports within an answer. */
function sentError(who: string, said: string, error: unknown, place: FailurePlace): ModelFailure {
  const text = (what: string): string => safe(`${who} ${what}: ${said}.`, place);
  const code = TOO_LONG.test(said) ? 'too_long' : REFUSED.test(said) ? 'model_refused' : null;
  if (code !== null) return new ModelFailure(text('refused the request'), { code, cause: error });
  return new ModelFailure(text('sent an error'), {
    again: TRANSIENT.test(said) || said === '',
    cause: error,
  });
}

/** Returns the failure for an answer that is truncated or of another format. */
function unreadable(
  who: string,
  error: unknown,
  place: FailurePlace,
  cut = isOfJson(error),
): ModelFailure {
  const what = cut
    ? 'sent an answer that cannot be read, or is not whole'
    : 'answered in something else than the wire format of its kind: check base_url and kind of the provider';
  return new ModelFailure(safe(`${who} ${what}.`, place), { again: cut, cause: error });
}

function isOfJson(error: unknown): boolean {
  return findIn(error, (one) => (readErrorName(one).includes('JSONParse') ? true : null)) ?? false;
}

function readErrorName(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

function findStatusError(error: unknown): (CallError & { statusCode: number }) | null {
  return findIn(error, (one) =>
    one instanceof Error && 'statusCode' in one && typeof one.statusCode === 'number'
      ? (one as CallError & { statusCode: number })
      : null,
  );
}

function findFailure(error: unknown): ModelFailure | null {
  return findIn(error, (one) => (one instanceof ModelFailure ? one : null));
}

/** Applies a function to an error and its causes until it returns a value. */
function findIn<T>(error: unknown, look: (one: unknown) => T | null): T | null {
  let one = error;
  for (let depth = 0; depth < 8 && one !== undefined && one !== null; depth += 1) {
    const found = look(one);
    if (found !== null) return found;
    one =
      one instanceof Error
        ? (('lastError' in one ? one.lastError : undefined) ?? one.cause)
        : undefined;
  }
  return null;
}

/** Returns the provider's own message from the body of its answer. */
function saidBy(error: CallError): string {
  const { responseBody } = error;
  const body = typeof responseBody === 'string' ? responseBody : JSON.stringify(responseBody ?? '');
  try {
    const said = messageIn(JSON.parse(body) as Json);
    if (said !== '') return said;
  } catch {
    // Some proxies do not answer in JSON.
  }
  const words = body
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return words.slice(0, MAX_MESSAGE);
}

function describe(error: unknown): string {
  if (error instanceof Error) {
    // The code of an error is more specific than its message.
    const data = 'data' in error ? messageIn((error.data ?? null) as Json) : '';
    if (data !== '') return data.replace(/\.$/, '');
    const cause =
      error.cause instanceof Error && !error.message.includes(error.cause.message)
        ? ` (${error.cause.message})`
        : '';
    return `${error.message}${cause}`.replace(/\.$/, '');
  }
  if (typeof error === 'string') return error;
  const json = messageIn(error as Json);
  return json === '' ? JSON.stringify(error ?? '').slice(0, MAX_MESSAGE) : json;
}

/** Returns a message of limited length with secrets redacted. */
export function safe(message: string, { values }: Pick<FailurePlace, 'values'>): string {
  const text = Redaction.of(values).apply(message).replaceAll('\0', ' ').toWellFormed();
  return text.length <= MAX_MESSAGE ? text : `${text.slice(0, MAX_MESSAGE - 1).toWellFormed()}…`;
}

/** Returns the pause that a provider requests in ms; null if none is given or it is unreadable. */
export function retryAfterMs(headers: Readonly<Record<string, string>>): number | null {
  const ms = headers['retry-after-ms'];
  if (ms !== undefined && /^\d{1,9}(\.\d+)?$/.test(ms)) return Math.ceil(Number(ms));
  const after = headers['retry-after']?.trim();
  if (after === undefined) return null;
  if (/^\d{1,7}(\.\d+)?$/.test(after)) return Math.ceil(Number(after) * 1000);
  const date = Date.parse(after);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
