import { execa } from 'execa';
import { watchProgram } from '../runtime/ask-program.js';
import { EngineError } from './engine-error.js';
import { MAX_OUTPUT_BYTES } from './container-spec.js';

/** Characters of an engine's words that an error repeats. */
const MAX_WORDS = 500;
/** The engines' words for an image that is not there. */
const NO_IMAGE =
  /no such image|image not known|no such object|failed to find image|unable to find image/i;
/** An engine's own exit code for its own failure, and those of a shell for a program that cannot be started. */
const ENGINE_FAILED = 125;

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  /** Arguments before the command itself: METARUN_CONTAINER_ARGS. */
  before: readonly string[];
  /** The time that what the command does for others may take (ms); without it, the command is given up when it does not advance. */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
  env: Readonly<Record<string, string>>;
  /** Output that is kept; more is an error. */
  maxBytes?: number;
}

/**
 * Runs the program of an engine to its end. Rejects with an EngineError if it is missing or late, with the signal's reason once
 * that aborts.
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

/** Returns the error for a command that has failed, in the engine's words. */
export function engineFailure({
  code,
  stderr,
}: Pick<CommandResult, 'code' | 'stderr'>): EngineError {
  return new EngineError(NO_IMAGE.test(stderr) ? 'no_image' : 'failed', wordsOf(stderr, code));
}

/** Returns whether a container's end was that of the engine, which could not start it. */
export function isOfEngine({ code, stderr }: Pick<CommandResult, 'code' | 'stderr'>): boolean {
  return (
    code === ENGINE_FAILED ||
    ([126, 127].includes(code) && /^Error: |^docker: |level=fatal/m.test(stderr))
  );
}

/** Returns the last line that says something, since an engine may write of its attempts before. */
function wordsOf(stderr: string, code: number): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const line =
    lines.findLast((one) => /error|fatal|denied|unauthorized/i.test(one)) ??
    lines.findLast(Boolean);
  const words = line?.replace(/^(Error|docker): /, '') ?? `It ended with exit code ${code}.`;
  return words.slice(0, MAX_WORDS).toWellFormed();
}
