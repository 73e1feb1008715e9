// A process that the test files of a worker share. It runs CLI commands one after the other, each with its own
// arguments, environment, folder and input, so that their modules are loaded and compiled only once. It answers the
// requests of cli.ts.
import { writeSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../dist/server/program.js';
import { answerRequests } from './host-requests.mjs';

/** Key under which `fetch` stores its connections, which are closed with each command. */
const CONNECTIONS = Symbol.for('undici.globalDispatcher.1');
const CLI = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));
const HERE = process.cwd();
const exit = process.exit.bind(process);

/** Thrown in place of `process.exit`. */
class Exit extends Error {
  constructor(code) {
    super();
    this.code = code;
  }
}

/** Ends the current command with an uncaught error; null if none is running. */
let fail = null;

/** The end of the previous command. Commands run one at a time, as folder and environment belong to the process. */
let last = Promise.resolve();

async function run({ args, cwd, env, stdin, onTerminal, limitMs }) {
  let code;
  const hangs = setTimeout(() => {
    writeSync(2, `metarun ${args.join(' ')} takes too long\n`);
    exit(1);
  }, limitMs);
  const before = countListeners([process, process.stdout, process.stderr]);
  const failed = Promise.withResolvers();
  fail = failed.reject;
  // It may be rejected before the command is awaited.
  failed.promise.catch(() => undefined);
  const [stdout, stderr] = [process.stdout, process.stderr].map((stream) =>
    captured(stream, onTerminal),
  );
  try {
    become({ args, cwd, env, stdin });
    code = (await Promise.race([runProgram(args), failed.promise])) ?? process.exitCode ?? 0;
  } catch (error) {
    code = error instanceof Exit ? error.code : 1;
    if (!(error instanceof Exit)) process.stderr.write(String(error?.stack ?? error));
  }
  fail = null;
  leave(before, code);
  clearTimeout(hangs);
  await endConnections();
  return { code, stdout: stdout(), stderr: stderr() };
}

/** Sets the arguments, environment, folder and input of this process to those of a command. */
function become({ args, cwd, env, stdin }) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, CLI, ...args];
  process.exitCode = undefined;
  process.exit = (code = process.exitCode ?? 0) => {
    throw new Exit(code);
  };
  const input = Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]);
  Object.defineProperty(process, 'stdin', { value: input, configurable: true });
}

/** Cleans up like the end of the process. */
function leave(before, code) {
  for (const [emitter, known] of before)
    for (const event of emitter.eventNames())
      for (const listener of emitter.rawListeners(event)) {
        if (known.get(event)?.includes(listener)) continue;
        emitter.off(event, listener);
        if (emitter === process && event === 'exit') listener(code);
      }
  process.exitCode = undefined;
  process.exit = exit;
  process.chdir(HERE);
}

/**
 * Captures the output of a stream, which may count as a terminal. Returns a function that stops this and returns the
 * text.
 */
function captured(stream, onTerminal) {
  const chunks = [];
  if (onTerminal) Object.assign(stream, { isTTY: true, columns: 120 });
  stream.write = (chunk, encoding, callback = encoding) => {
    chunks.push(Buffer.from(chunk));
    if (typeof callback === 'function') process.nextTick(callback);
    return true;
  };
  return () => {
    // Restores the members of the class.
    for (const own of ['write', 'isTTY', 'columns']) delete stream[own];
    return Buffer.concat(chunks).toString();
  };
}

async function endConnections() {
  const connections = globalThis[CONNECTIONS];
  if (connections === undefined) return;
  globalThis[CONNECTIONS] = new connections.constructor();
  await connections.destroy();
}

function countListeners(emitters) {
  return new Map(
    emitters.map((emitter) => [
      emitter,
      new Map(emitter.eventNames().map((event) => [event, emitter.rawListeners(event)])),
    ]),
  );
}

await answerRequests((question) => {
  const ended = last.then(() => run(question));
  last = ended.catch(() => undefined);
  return ended;
});
// Ignores the consequences of an ended command, which would have ended with its process.
process.on('uncaughtException', (error) => {
  if (fail === null) writeSync(2, `after a command: ${error?.stack ?? error}\n`);
  // The running command may handle the exception itself.
  else if (error instanceof Exit || process.listenerCount('uncaughtException') === 1) fail(error);
});
