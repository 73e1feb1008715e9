import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { HostProcess } from './host-process.js';
import { withoutWaits } from './screen.js';
import { CLI } from './server-process.js';

/** Maximum duration of a command, in ms, in case it hangs. */
const LIMIT_MS = 240_000;

export interface CliOptions {
  cwd?: string;
  /** Variables in addition to PATH and HOME. */
  env?: Record<string, string>;
  /** Path of another installation of the command. */
  program?: string;
  /** Content of standard input; empty by default. */
  stdin?: string;
  /** True if standard output and standard error count as a terminal. Only {@link runCli} supports this. */
  onTerminal?: boolean;
}

export interface CliAnswer {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningCli {
  readonly process: ChildProcessWithoutNullStreams;
  readonly output: { stdout: string; stderr: string };
  /** Resolves once standard output and standard error together contain this text; rejects if the command ends first. */
  says(text: string | RegExp): Promise<void>;
  readonly ended: Promise<CliAnswer>;
}

export function startCli(args: readonly string[], options: CliOptions = {}): RunningCli {
  return start(process.execPath, [resolve(options.program ?? CLI), ...args], options);
}

const host = new HostProcess('command', 'cli-host-program.mjs');

/**
 * Runs `metarun …` to its end, without a terminal, in a process that all commands of this worker share, one at a time.
 * Tests of the process itself, or of concurrent commands, use {@link runCliProcess}.
 */
export function runCli(
  args: readonly string[],
  { cwd = process.cwd(), env, stdin = '', onTerminal = false }: CliOptions = {},
): Promise<CliAnswer> {
  const limitMs = LIMIT_MS;
  const asked = host.ask<CliAnswer>({
    args,
    cwd,
    env: environment(env),
    stdin,
    onTerminal,
    limitMs,
  });
  return asked.then(saidApartFromWaits);
}

/** Runs `metarun …` to its end in a separate process. */
export function runCliProcess(
  args: readonly string[],
  options: CliOptions = {},
): Promise<CliAnswer> {
  return startCli(args, options).ended;
}

/** Starts a server that must refuse to start; fails if it starts. */
export async function refusedStart(env: Record<string, string>): Promise<CliAnswer> {
  const server = startCli(['serve'], { env: { METARUN_PORT: '0', ...env } });
  const kill = (): void => void server.process.kill('SIGKILL');
  server.says('serves http').then(kill, () => undefined);
  const answer = await server.ended;
  if (answer.code !== null) return answer;
  throw new Error(`the server did not refuse to start:\n${answer.stderr}`);
}

/** Removes the lines that a command prints while it waits on a busy machine. */
function saidApartFromWaits(answer: CliAnswer): CliAnswer {
  return { ...answer, stderr: withoutWaits(answer.stderr.split('\n')).join('\n') };
}

function environment(more: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, TERM: 'xterm', ...more };
}

/**
 * Python code that runs the command of its arguments on a pseudo-terminal. Keys are read from standard input, and the
 * screen is written to standard output.
 */
const PTY = `import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])) & 0xFF)`;

/**
 * Starts `metarun …` on a terminal with this many columns; `stdout` is all that the terminal shows. Keys are typed by
 * writing to `process.stdin`: `\r` is Enter, `\x03` Ctrl-C.
 */
export function startOnTerminal(
  args: readonly string[],
  columns: number,
  options: Omit<CliOptions, 'stdin'> = {},
): RunningCli {
  const command = [`stty rows 40 cols ${columns}; exec "$@"`, 'sh', process.execPath, resolve(CLI)];
  return start('/usr/bin/python3', ['-c', PTY, 'sh', '-c', ...command, ...args], options, true);
}

function start(
  command: string,
  args: readonly string[],
  { cwd, env, stdin = '' }: CliOptions,
  typed = false,
): RunningCli {
  const child = spawn(command, args, { cwd, env: environment(env) });
  const output = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  const notify = (): void => listeners.forEach((listener) => listener());
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      notify();
    });
  if (!typed) child.stdin.end(stdin);
  // The command may end without reading its input.
  child.stdin.on('error', () => undefined);
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  let over = false;
  const ended = new Promise<CliAnswer>((resolveEnd) => {
    child.on('close', (code) => {
      over = true;
      clearTimeout(timer);
      notify();
      resolveEnd(saidApartFromWaits({ code, ...output }));
    });
  });
  return {
    process: child,
    output,
    ended,
    says: (text) =>
      new Promise((resolveSaid, reject) => {
        const check = (): void => {
          const all = output.stdout + output.stderr;
          const said = typeof text === 'string' ? all.includes(text) : text.test(all);
          if (!said && !over) return;
          listeners.delete(check);
          if (said) resolveSaid();
          else reject(new Error(`it ended without saying ${String(text)}:\n${all}`));
        };
        listeners.add(check);
        check();
      }),
  };
}
