import { execa } from 'execa';
import { watchProgram } from '../runtime/ask-program.js';
import { EngineError } from './engine-error.js';
import { MAX_OUTPUT_BYTES } from './container-spec.js';

/** Maximum number of characters of an engine's message that an error repeats. */
const MAX_WORDS = 500;
/** Messages of the engines about a missing image. */
const NO_IMAGE =
  /no such image|image not known|no such object|failed to find image|unable to find image/i;
/** Exit code of an engine for its own failures. */
const ENGINE_FAILED = 125;

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  /** Arguments before the command itself: METARUN_CONTAINER_ARGS. */
  before: readonly string[];
  /**
   * Time limit (ms) for commands that wait for other programs; without it, the command is ended once it makes no
   * progress.
   */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
  env: Readonly<Record<string, string>>;
  /** Maximum output to keep; more is an error. */
  maxBytes?: number;
}

/**
 * Runs the engine's program to its end. Rejects with an EngineError if it is missing or takes too long, and with the
 * signal's reason if that aborts.
 */
export async function engineCommand(
  program: string,
  args: readonly string[],
  { before, timeoutMs, signal, env, maxBytes = MAX_OUTPUT_BYTES }: CommandOptions,
): Promise<CommandResult> {
  signal?.throwIfAborted();
  const running = execa(program, [...before, ...args], {
    cwd: '/',
    env,
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    stripFinalNewline: false,
    maxBuffer: maxBytes,
    killSignal: 'SIGKILL',
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    ...(signal === undefined ? {} : { cancelSignal: signal }),
  });
  const watch = timeoutMs === undefined ? watchProgram(running) : null;
  const result = await running;
  watch?.stop();
  signal?.throwIfAborted();
  const { timedOut, exitCode, isMaxBuffer, stdout, stderr } = result;
  const what = `\`${program} ${args[0] ?? ''}\``;
  if (watch?.reason != null)
    throw new EngineError('timed_out', `${what} was given up: ${watch.reason}.`);
  if (timedOut && timeoutMs !== undefined)
    throw new EngineError('timed_out', `${what} did not end within ${timeoutMs / 1_000} s.`);
  if (isMaxBuffer) throw new EngineError('failed', `${what} wrote more than ${maxBytes} bytes.`);
  if (result.code === 'ENOENT')
    throw new EngineError('not_running', `${program} is not installed, or not on the PATH.`);
  if (exitCode === undefined)
    throw new EngineError('not_running', `${what} could not be run: ${result.shortMessage ?? ''}`);
  return { code: exitCode, stdout, stderr };
}

/** Returns the error for a failed command, with the engine's message. */
export function engineFailure({
  code,
  stderr,
}: Pick<CommandResult, 'code' | 'stderr'>): EngineError {
  return new EngineError(
    NO_IMAGE.test(stderr) ? 'no_image' : 'failed',
    extractErrorLine(stderr, code),
  );
}

/** Returns whether a container ended because the engine could not start it. */
export function isOfEngine({ code, stderr }: Pick<CommandResult, 'code' | 'stderr'>): boolean {
  return (
    code === ENGINE_FAILED ||
    ([126, 127].includes(code) && /^Error: |^docker: |level=fatal/m.test(stderr))
  );
}

/** Returns the last line that names an error, since an engine may first report failed attempts. */
function extractErrorLine(stderr: string, code: number): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const line =
    lines.findLast((one) => /error|fatal|denied|unauthorized/i.test(one)) ??
    lines.findLast(Boolean);
  const words = line?.replace(/^(Error|docker): /, '') ?? `It ended with exit code ${code}.`;
  return words.slice(0, MAX_WORDS).toWellFormed();
}
