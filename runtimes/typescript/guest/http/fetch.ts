import {
  create,
  PromiseClass,
  promiseThen,
  RangeErrorClass,
  TypeErrorClass,
  Uint8ArrayClass,
} from '../intrinsics.js';
import { MetarunError, TaskCancelled } from '../call-errors.js';
import type { AbortSignal } from '../web/abort.js';
import { fromBase64, toBase64 } from '../web/base64.js';
import { takeBody } from './body.js';
import { type HeaderPair, headerPairs } from './headers.js';
import { host } from '../web/host.js';
import { type Redirect, Request } from './request.js';
import { type Received, receivedResponse, type Response } from './response.js';

/** Maximum size of a body that the host accepts, so that a call fits into one frame. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** The arguments of the capability `http.request`. */
export interface HttpRequest {
  url: string;
  method: string;
  headers: readonly HeaderPair[];
  body: Uint8Array | null;
  redirect: Redirect;
  /** Timeout in ms; null for no limit except the run's. */
  timeoutMs: number | null;
}

/**
 * Maximum number of requests in progress. The host stops reading frames of a run at 64 pending calls, and each request
 * may need a second call, to abort it.
 */
const MAX_UNDER_WAY = 24;

let lastId = 0;
let underWay = 0;
/** Calls that wait for a slot, in order of arrival. */
const waiting: Record<number, { resume(): void; reject(error: unknown): void }> = create(null);
let last = 0;
let first = 1;

/** Implements https://fetch.spec.whatwg.org/#fetch-method. A network error's `cause` is a MetarunError. */
export async function fetch(input: unknown, init?: object): Promise<Response> {
  const request = new Request(input, init);
  const { url, method, redirect, signal } = request;
  signal.throwIfAborted();
  const headers = headerPairs(request.headers);
  const body = await takeBody(request);
  try {
    return await exchange({ url, method, headers, body, redirect, timeoutMs: null }, signal);
  } catch (error) {
    if (!(error instanceof MetarunError)) throw error;
    throw new TypeErrorClass(`fetch failed: ${error.message}`, { cause: error });
  }
}

/**
 * Sends one request through the host. Rejects with the host's MetarunError, immediately with the reason of `signal` if
 * it aborts, or with RangeError for a body that is too large.
 */
export async function exchange(
  { body, timeoutMs, ...request }: HttpRequest,
  signal: AbortSignal | null,
): Promise<Response> {
  if (body !== null && body.length > MAX_BODY_BYTES)
    throw new RangeErrorClass(`The body of a request may have at most ${MAX_BODY_BYTES} bytes`);
  const id = (lastId += 1);
  const args = {
    ...request,
    id,
    body: body === null ? null : toBase64(body),
    timeout_ms: timeoutMs,
  };
  const answer = await (signal === null ? send(args) : sendUntil(signal, args));
  const received = answer as Received & { body: string };
  return receivedResponse(received, fromBase64(received.body) ?? new Uint8ArrayClass(0));
}

/** Sends a request, and rejects with the reason of `signal` as soon as it aborts; the host then ends the request. */
function sendUntil(signal: AbortSignal, args: { id: number }): Promise<unknown> {
  return new PromiseClass((resolve, reject) => {
    let sent = false;
    let wanted = true;
    const onAbort = (): void => {
      wanted = false;
      reject(signal.reason);
      if (sent) void promiseThen(host.call('http.abort', { id: args.id }), ignore, ignore);
    };
    const done = (settle: (value: unknown) => void) => (value: unknown) => {
      signal.removeEventListener('abort', onAbort);
      settle(value);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const answer = send(args, () => (sent = wanted));
    void promiseThen(answer, done(resolve), done(reject));
  });
}

/** Sends a request once a slot is free, if it is still wanted then. */
async function send(args: object, isWanted = (): boolean => true): Promise<unknown> {
  if (underWay < MAX_UNDER_WAY) underWay += 1;
  else
    await new PromiseClass<void>((resume, reject) => {
      waiting[(last += 1)] = { resume, reject };
    });
  try {
    return isWanted() ? await host.call('http.request', args) : null;
  } catch (error) {
    // A cancel ends all calls that the script waits for.
    while (error instanceof TaskCancelled && first <= last) takeFirst()?.reject(error);
    throw error;
  } finally {
    const following = takeFirst();
    if (following === undefined) underWay -= 1;
    else following.resume();
  }
}

function takeFirst(): (typeof waiting)[number] | undefined {
  const found = waiting[first];
  if (found === undefined) return undefined;
  delete waiting[first];
  first += 1;
  return found;
}

function ignore(): void {}
