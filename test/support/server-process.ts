import { type ChildProcess, spawn } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { createCaller, newInstallation, type TestServer } from './server.js';

/** Path of the installed command. */
export const CLI = 'dist/server/cli.js';
/** The command as separate modules, so that preloaded code can replace the packages that they use. */
export const MODULES = 'dist/modules/cli.js';

const START_MS = 240_000;
/** Maximum time for a stop, in ms. The server waits for running tasks for METARUN_SHUTDOWN_SECONDS. */
const STOP_MS = 240_000;

export interface User {
  uid: number;
  gid: number;
}

export interface Output {
  stdout: string;
  stderr: string;
}

/** A server in a separate process. */
export interface ServerProcess extends TestServer {
  readonly pid: number;
  readonly output: Output;
  /** Kills the server with `signal` and starts it again on the same data. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  /** Sends a signal and waits for the process to end; returns the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts the built server in a separate process, with new data in a database of the Jest project's kind. For tests that
 * depend on the process, or on everything that it does. `env`: see `startServer`. `user` is the user of the process,
 * without supplementary groups; this requires root. `onSpawn` is called with the pid at each start. `within` is a
 * command that runs the server, such as `setsid`.
 */
export async function startServerProcess(
  env: Record<string, string> = {},
  user?: User,
  program = CLI,
  onSpawn: (pid: number) => void = () => undefined,
  within: readonly string[] = [],
): Promise<ServerProcess> {
  const { settings, remove } = await newInstallation(env);
  if (user) await chown(settings['METARUN_DATA_DIR'] ?? '', user.uid, user.gid);
  const output = { stdout: '', stderr: '' };
  let running = await launch(settings, output, user, program, onSpawn, within).catch(
    async (error: unknown) => {
      await remove();
      throw error;
    },
  );
  const { METARUN_ADMIN_TOKEN: adminToken = '', METARUN_API_KEY: apiKey = '' } = settings;
  return {
    get url() {
      return running.url;
    },
    get pid() {
      return running.process.pid ?? -1;
    },
    adminToken,
    apiKey,
    dataDir: settings['METARUN_DATA_DIR'] ?? '',
    env: settings,
    output,
    call: createCaller(() => running.url, adminToken, apiKey),
    restart: async (signal = 'SIGKILL') => {
      await endProcess(running.process, signal, output);
      running = await launch(settings, output, user, program, onSpawn, within);
    },
    end: (signal) => endProcess(running.process, signal, output),
    stop: async () => {
      await endProcess(running.process, 'SIGTERM', output);
      await remove();
    },
  };
}

/**
 * Returns the error of a server that does not start. Throws if it starts, after stopping it, as it would keep the test
 * run from ending.
 */
export async function reasonOfRefusal(starting: Promise<ServerProcess>): Promise<string> {
  const started = await starting.catch((error: unknown) => error);
  if (started instanceof Error) return started.message;
  await (started as ServerProcess).stop();
  throw new Error('the server has started');
}

function launch(
  env: Record<string, string>,
  output: Output,
  user: User | undefined,
  program: string,
  onSpawn: (pid: number) => void,
  within: readonly string[],
): Promise<{ process: ChildProcess; url: string }> {
  // With `user`, Node drops the supplementary groups of root, too.
  const [command, ...args] = [...within, process.execPath, program, 'serve'];
  const child = spawn(command, args, {
    ...user,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) onSpawn(child.pid);
  let shown = '';
  return new Promise((resolve, reject) => {
    const failed = (why: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`the server did not start: ${why}\n${output.stderr}`));
    };
    const timer = setTimeout(() => failed('it took too long'), START_MS);
    child.stderr.on('data', (chunk: Buffer) => {
      output.stderr += chunk.toString();
    });
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      output.stdout += chunk.toString();
      const url = /serves (http:\S+)/.exec(shown)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve({ process: child, url });
    });
    child.on('exit', (code) => {
      clearTimeout(timer);
      failed(`exit code ${code}`);
    });
  });
}

function endProcess(
  child: ChildProcess,
  signal: NodeJS.Signals,
  output: Output,
): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`the server did not end after ${signal}:\n${output.stderr}`));
      child.kill('SIGKILL');
    }, STOP_MS);
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code);
    });
    child.kill(signal);
    // A process that a test has suspended would not receive the signal.
    child.kill('SIGCONT');
  });
}
