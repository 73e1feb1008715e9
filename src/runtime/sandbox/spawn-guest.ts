import { Duplex } from 'node:stream';
import { execa } from 'execa';
import { killTree } from '../process-tree.js';

/** The end of a guest's stderr that is kept to explain a crash, in characters. */
const STDERR_TAIL = 8_192;

export interface GuestCommand {
  command: string;
  args: readonly string[];
}

export interface GuestExitStatus {
  /** Null when a signal ended the process. */
  exitCode: number | null;
  signal: string | null;
}

/** A child process that runs untrusted code, or that serves those that do. */
export interface GuestProcess {
  readonly pid: number;
  /** The guest's file descriptor 3: both directions. */
  readonly channel: Duplex;
  /** Resolves once the process has ended; never rejects. */
  readonly exited: Promise<GuestExitStatus>;
  /** What the guest wrote last to stderr. */
  stderrTail(): string;
  /** SIGKILL to the whole process tree. Idempotent. */
  kill(): void;
}

/**
 * Starts a guest in a session and process group of its own, at `/`, with an empty environment and with no
 * descriptor but its channel, /dev/null and stderr. Every guest process is started here, so that this is the
 * one place where a sandbox goes around it. Throws when the command cannot be started.
 */
export function spawnGuest({ command, args }: GuestCommand): GuestProcess {
  const child = execa(command, [...args], {
    cwd: '/',
    env: {},
    extendEnv: false,
    detached: true,
    buffer: false,
    reject: false,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  const channel = child.stdio[3];
  if (pid === undefined || !(channel instanceof Duplex)) throw new Error(`cannot start ${command}`);
  // A guest that dies while it is written to is reported by `exited`, not by its pipe.
  channel.on('error', () => undefined);

  let tail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-STDERR_TAIL);
  });
  let running = true;
  const exited = child.then((result) => {
    running = false;
    return { exitCode: result.exitCode ?? null, signal: result.signal ?? null };
  });
  return {
    pid,
    channel,
    exited,
    stderrTail: () => tail,
    // Past its end the pid may belong to someone else.
    kill: () => running && killTree(pid),
  };
}
