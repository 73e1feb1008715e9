import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { HostProcess } from './host-process.js';
import { withoutWaits } from './screen.js';
import { CLI } from './server-process.js';

/** The most time that a command may take, in case it hangs. */
const LIMIT_MS = 240_000;

export interface CliOptions {
  cwd?: string;
  /** Beside PATH and HOME. */
  env?: Record<string, string>;
  /** Another installation of the command. */
  program?: string;
  /** The text that standard input has before it ends; empty by default. */
  stdin?: string;
  /** Standard output and standard error count as a terminal; of {@link runCli} alone. */
  onTerminal?: boolean;
}

export interface CliAnswer {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A command that runs. */
export interface RunningCli {
  readonly process: ChildProcessWithoutNullStreams;
  /** The output so far. */
  readonly output: { stdout: string; stderr: string };
  /** Resolves once standard output and standard error together have this; rejects when it ends before. */
  says(text: string | RegExp): Promise<void>;
  readonly ended: Promise<CliAnswer>;
}

/** Starts `metarun …` without a terminal. */
export function startCli(args: readonly string[], options: CliOptions = {}): RunningCli {
  return start(process.execPath, [resolve(options.program ?? CLI), ...args], options);
}

const host = new HostProcess('command', 'cli-host-program.mjs');

/**
 * Runs `metarun …` to its end, without a terminal, in a process that the commands of this worker share: one runs at a time. What
 * is about the process itself, or runs beside another command, has a process of its own.
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

/** Runs `metarun …` to its end as a process of its own. */
export function runCliProcess(
  args: readonly string[],
  options: CliOptions = {},
): Promise<CliAnswer> {
  return startCli(args, options).ended;
}

/** Starts the server where it must refuse to; fails if it starts. */
export async function refusedStart(env: Record<string, string>): Promise<CliAnswer> {
  const server = startCli(['serve'], { env: { METARUN_PORT: '0', ...env } });
  const kill = (): void => void server.process.kill('SIGKILL');
  server.says('serves http').then(kill, () => undefined);
  const answer = await server.ended;
  if (answer.code !== null) return answer;
  throw new Error(`the server did not refuse to start:\n${answer.stderr}`);
}

/** Leaves out what a command says on a busy machine while it waits. */
function saidApartFromWaits(answer: CliAnswer): CliAnswer {
  return { ...answer, stderr: withoutWaits(answer.stderr.split('\n')).join('\n') };
}

function environment(more: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, TERM: 'xterm', ...more };
}

/** Python: runs the command of its arguments on a terminal; standard input has its keys, and standard output what it shows. */
const PTY = `import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])) & 0xFF)`;

/**
 * Starts `metarun …` on a terminal of so many columns: all that it shows is `stdout`. Keys are typed by writing to
 * `process.stdin`: `\r` is Enter, `\x03` Ctrl-C.
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
  // It may end without having read it.
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
