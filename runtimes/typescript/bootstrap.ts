/**
 * The contents of an isolate before a script enters it, and a part of the snapshot that isolates are created from.
 * Results and errors become strings here, inside the isolate: the supervisor never touches a script's object.
 */
import { call } from './guest/calls.js';
import { Logger, ofRun } from './guest/console.js';
import { makeConsole } from './guest/console-object.js';
import { apply, assign, parse } from './guest/intrinsics.js';
import { installHttpGlobals } from './guest/lazy-http.js';
import { makeLeftBehind } from './guest/left-behind.js';
import { Link, type Supervisor } from './guest/link.js';
import { installRetryErrors } from './guest/retry-errors.js';
import { fail, type Program, type RunInput, runProgram } from './guest/program.js';
import { Timers, timersInWords } from './guest/timers.js';
import { AbortController, onSeen } from './guest/web/abort.js';
import { installLazily, installWebGlobals } from './guest/web/globals.js';
import { host } from './guest/web/host.js';

/** Name of this file, as the runner sets it. */
const FILENAME = 'bootstrap.js';

type Enter = (kind: string, text: string, program?: Program) => void;

/**
 * Globals that are removed: shared memory, compilers and garbage collection observers are more useful for escapes and
 * timing attacks than for scripts.
 */
const REMOVED = ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'WeakRef', 'FinalizationRegistry'];

const scope = globalThis as unknown as Record<string, unknown>;
installWebGlobals(scope);
installHttpGlobals(scope);
installRetryErrors(scope);
installLazily(scope, ['console'], makeConsole);

scope['__metarun'] = (
  send: Supervisor['send'],
  awaited: Supervisor['awaited'],
  setTimer: Supervisor['setTimer'],
  clearTimer: Supervisor['clearTimer'],
  ask: Supervisor['ask'],
  end: Supervisor['end'],
): Enter => {
  delete scope['__metarun'];
  // Done here and not at the top level: V8 crashes if the snapshot from which it creates a context lacks or sets any of
  // these.
  for (const name of REMOVED) delete scope[name];
  Error.stackTraceLimit = 30;
  const supervisor = { send, end, awaited, setTimer, clearTimer, ask };
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
    if (kind === 'run' && program !== undefined) {
      const input = parse(text) as RunInput;
      const logger = new Logger(link, input.limits.max_log_bytes, FILENAME);
      ofRun.log = logger;
      void runProgram(program, input, { link, logger, signal: stop.signal });
    } else if (kind === 'reply') link.reply(text);
    else if (kind === 'timer') timers.fire(+text);
    else if (kind === 'cancel') link.cancel();
    else if (kind === 'lost') ofRun.log.write('error', text);
    else if (kind === 'done' || kind === 'failed')
      makeLeftBehind().nameLeftBehind(link, timersInWords(timers.awaited), kind);
  };
};
