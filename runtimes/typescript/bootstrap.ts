/**
 * The contents of an isolate before a script enters it; part of the snapshot that isolates are made from. Results and errors
 * become strings here, inside the isolate: the supervisor never touches a script's object.
 */
import type { GuestError, RunLimits, TaskInfo } from '../../src/sandbox/runtime/protocol.js';
import { TaskCancelled } from './guest/call-errors.js';
import { call } from './guest/calls.js';
import { Logger } from './guest/console.js';
import { apply, assign, freeze, parse, quote, toText } from './guest/intrinsics.js';
import { installHttpGlobals } from './guest/lazy-http.js';
import { Link, type Supervisor } from './guest/link.js';
import { NO_RUN } from './guest/no-run.js';
import { makeReporter } from './guest/reporter.js';
import { installRetryErrors } from './guest/retry-errors.js';
import { JsonError, tooLargeError, toStrictJson } from './guest/strict-json.js';
import { describeThrown } from './guest/thrown.js';
import { Timers } from './guest/timers.js';
import { AbortController, type AbortSignal, onSeen } from './guest/web/abort.js';
import { installWebGlobals } from './guest/web/globals.js';
import { host } from './guest/web/host.js';

/** The compiled script: runs its top level, then passes on its exports `default` and `run`. */
type Program = (exported: (byDefault: unknown, byName: unknown) => void) => Promise<void>;
type Enter = (kind: string, text: string, program?: Program) => void;

/** Shared memory, compilers and garbage collection observers: they are more useful for escapes and timing than for scripts. */
const REMOVED = ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'WeakRef', 'FinalizationRegistry'];

/** Length limit of the advice of an error on a further try, as JSON, in bytes. */
const MAX_ADVICE_BYTES = 1_000;

const scope = globalThis as unknown as Record<string, unknown>;
installWebGlobals(scope);
installHttpGlobals(scope);
installRetryErrors(scope);

scope['__metarun'] = (
  send: Supervisor['send'],
  awaited: Supervisor['awaited'],
  setTimer: Supervisor['setTimer'],
  clearTimer: Supervisor['clearTimer'],
  ask: Supervisor['ask'],
): Enter => {
  delete scope['__metarun'];
  // Not at the top level: V8 crashes if the snapshot that it makes a context from lacks or sets any of these.
  for (const name of REMOVED) delete scope[name];
  Error.stackTraceLimit = 30;
  const supervisor = { send, awaited, setTimer, clearTimer, ask };
  const link = new Link(supervisor);
  const report = (thrown: unknown): void => fail(link, thrown);
  const timers = new Timers(supervisor, report);
  const stop = new AbortController();
  onSeen(stop.signal, () => link.seen());
  link.onCancel = { abort: (reason) => stop.abort(reason), takeWaits: () => timers.takeWaits() };
  assign(host, {
    ask: ask as typeof host.ask,
    compute: (request: unknown[], later: boolean) =>
      later
        ? awaited.applySyncPromise(undefined, request, { arguments: { copy: true } })
        : apply(ask, undefined, request),
    call: async (method: string, args: object) => call(link, method, args),
    report,
    setTimer: timers.after.bind(timers),
  });
  timers.install(scope);
  return (kind, text, program) => {
    if (kind === 'run' && program !== undefined) void run(link, stop.signal, text, program);
    else if (kind === 'reply') link.reply(text);
    else if (kind === 'timer') timers.fire(+text);
    else if (kind === 'cancel') link.cancel();
  };
};

async function run(link: Link, signal: AbortSignal, text: string, program: Program): Promise<void> {
  const input = parse(text) as { task: TaskInfo; params: unknown; limits: RunLimits };
  const logger = new Logger(link, input.limits.max_log_bytes);
  logger.install(scope);
  let result: unknown;
  try {
    let entry: unknown;
    await program((byDefault, byName) => {
      entry = typeof byDefault === 'function' ? byDefault : byName;
    });
    if (typeof entry !== 'function')
      return sendFailure(link, { code: 'script_error', type: '', message: NO_RUN, stack: null });
    const reporter = makeReporter(link, logger, signal, freeze(input.task));
    result = await apply(entry as () => unknown, undefined, [input.params, reporter]);
  } catch (thrown) {
    return fail(link, thrown);
  }
  finish(link, result, input.limits.max_result_bytes);
}

function finish(link: Link, result: unknown, maxBytes: number): void {
  const before = '{"type":"done","result":';
  try {
    const json = toStrictJson(result, 'result', maxBytes);
    const sent = link.end('done', `${before}${json}}`, maxBytes + before.length + 1);
    if (!sent) throw tooLargeError('result', maxBytes);
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) return fail(link, thrown);
    const { message } = thrown;
    sendFailure(link, { code: 'invalid_result', type: '', message, stack: null });
  }
}

function fail(link: Link, thrown: unknown): void {
  const error = describeThrown(thrown);
  sendFailure(link, thrown instanceof TaskCancelled ? { ...error, code: 'cancelled' } : error);
}

function sendFailure(link: Link, { code, type, message, stack, retry }: GuestError): void {
  const at = stack === null ? 'null' : quote(stack);
  const advice = retry === undefined ? '' : `,"retry":${toStrictJson(retry, '', MAX_ADVICE_BYTES)}`;
  const error = `{"code":"${toText(code)}","type":${quote(type)},"message":${quote(message)},"stack":${at}${advice}}`;
  link.end('failed', `{"type":"failed","error":${error}}`);
}
