import type { GuestError, RunLimits, TaskInfo } from '../../../src/sandbox/runtime/protocol.js';
import { TaskCancelled } from './call-errors.js';
import { type Logger, ofRun } from './console.js';
import { apply, freeze, quote, toText, Uint8ArrayClass } from './intrinsics.js';
import type { Link } from './link.js';
import { NO_RUN } from './no-run.js';
import { makeReporter } from './reporter.js';
import { JsonError, tooLargeError, toStrictJson } from './strict-json.js';
import { makeThrown } from './thrown.js';
import type { AbortSignal } from './web/abort.js';
import { makeUtf8 } from './web/utf8.js';

/** The compiled script: runs its top level, then passes on its exports `default` and `run`. */
export type Program = (exported: (byDefault: unknown, byName: unknown) => void) => Promise<void>;

/** The parts of a `run` frame that a script receives. */
export interface RunInput {
  task: TaskInfo;
  params: unknown;
  limits: RunLimits;
}

interface Guest {
  link: Link;
  logger: Logger;
  /** The value of `reporter.signal`. */
  signal: AbortSignal;
}

/** Maximum size of an error's retry advice as JSON, in bytes. */
const MAX_ADVICE_BYTES = 1_000;

/** Maximum number of UTF-8 bytes for a UTF-16 unit. */
const MAX_UTF8 = 3;

/** Runs a script and reports how it ended. Never rejects. */
export async function runProgram(
  program: Program,
  { task, params, limits }: RunInput,
  { link, logger, signal }: Guest,
): Promise<void> {
  let result: unknown;
  try {
    let entry: unknown;
    await program((byDefault, byName) => {
      entry = typeof byDefault === 'function' ? byDefault : byName;
    });
    if (typeof entry !== 'function')
      return sendFailure(link, { code: 'script_error', type: '', message: NO_RUN, stack: null });
    const reporter = makeReporter(link, logger, signal, freeze(task));
    result = await apply(entry as () => unknown, undefined, [params, reporter]);
  } catch (thrown) {
    return fail(link, thrown);
  }
  finish(link, result, limits.max_result_bytes);
}

/** Ends the run with the value that its script has thrown; if the outcome is already final, only logs it. */
export function fail(link: Link, thrown: unknown): void {
  const error = makeThrown().describeThrown(thrown);
  if (link.isFinal) return logLost('Uncaught exception', error);
  sendFailure(link, thrown instanceof TaskCancelled ? { ...error, code: 'cancelled' } : error);
}

/** Logs an error that does not change the outcome of the run. */
export function logLost(what: string, { type, message, stack }: GuestError): void {
  const error = stack ?? (type === '' ? message : `${type}: ${message}`);
  ofRun.log.write('error', `${what}: ${error}`);
}

/** Ends the run as failed. */
export function sendFailure(link: Link, { code, type, message, stack, retry }: GuestError): void {
  const at = stack === null ? 'null' : quote(stack);
  const advice = retry === undefined ? '' : `,"retry":${toStrictJson(retry, '', MAX_ADVICE_BYTES)}`;
  const error = `{"code":"${toText(code)}","type":${quote(type)},"message":${quote(message)},"stack":${at}${advice}}`;
  link.end('failed', `{"type":"failed","error":${error}}`);
}

function finish(link: Link, result: unknown, maxBytes: number): void {
  try {
    const json = toStrictJson(result, 'result', maxBytes);
    if (json.length * MAX_UTF8 > maxBytes && !fitsUtf8(json, maxBytes))
      throw tooLargeError('result', maxBytes);
    link.end('done', `{"type":"done","result":${json}}`);
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) return fail(link, thrown);
    const { message } = thrown;
    sendFailure(link, { code: 'invalid_result', type: '', message, stack: null });
  }
}

function fitsUtf8(text: string, maxBytes: number): boolean {
  const { read } = makeUtf8().encodeUtf8Into(text, new Uint8ArrayClass(maxBytes));
  return read === text.length;
}
