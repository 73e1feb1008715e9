import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Duplex, Writable } from 'node:stream';
import { ProcessMeter } from '../process-meter.js';
import { killGroup, killTree, treeOf } from '../process-tree.js';
import type { GuestCommand } from './sandbox.js';
import { type SessionKind, SessionShare } from './session-share.js';

/** The end of a guest's stderr that is kept to explain a crash, in characters. */
const STDERR_TAIL = 8_192;
/** Time in which what a guest has said last is read once its sandbox has ended (ms). */
const LEFT_MS = 2_000;

export interface GuestExitStatus {
  /** Null when a signal ended the process. */
  exitCode: number | null;
  signal: string | null;
}

/** A child process that runs untrusted code, or that serves those that do. */
export interface GuestProcess {
  /** The process that was started: the guest itself, or the sandbox around it. */
  readonly pid: number;
  /** The guest's file descriptor 3: both directions. */
  readonly channel: Duplex;
  /** What it counts for where others want a processor, too. */
  readonly share: SessionShare;
  /** Resolves once the process has ended; never rejects. */
  readonly exited: Promise<GuestExitStatus>;
  /** What the guest wrote last to stderr. */
  stderrTail(): string;
  /** For a guest that starts no processes and has begun: what it uses itself, without its sandbox. To be closed. */
  openMeter(): ProcessMeter | null;
  /** SIGKILL to the whole process tree. Idempotent. */
  kill(): void;
}

/**
 * Starts a guest in a session and process group of its own, at `/`, with an empty environment and with no
 * descriptor but its channel, /dev/null and stderr. Every guest process is started here, so that this is the
 * one place where a sandbox goes around it. `session`: what it counts for beside the
 * server where both want a processor. Throws when the command cannot be started.
 */
export function spawnGuest(
  { command, args, input }: GuestCommand,
  session: SessionKind = 'script',
): GuestProcess {
  const pipes = input === undefined ? (['pipe'] as const) : (['pipe', 'pipe'] as const);
  const child = spawn(command, [...args], {
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', ...pipes],
  });
  // It comes a moment after this has been told of by the missing pid.
  child.on('error', () => undefined);
  const { pid } = child;
  const channel: unknown = child.stdio[3];
  if (pid === undefined || !(channel instanceof Duplex)) throw new Error(`cannot start ${command}`);
  const share = new SessionShare(child, session);
  // A guest that dies while it is written to is reported by `exited`, not by its pipe.
  channel.on('error', () => undefined);
  const inputPipe: unknown = child.stdio[4];
  if (inputPipe instanceof Writable) {
    inputPipe.on('error', () => undefined).write(input);
    // The sandbox waits for its end, which by `end` comes in a later turn of the event loop.
    if (inputPipe.writableLength === 0) inputPipe.destroy();
    else inputPipe.end();
  }

  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-STDERR_TAIL);
  });
  // A sandbox that somebody else has killed as it began leaves a guest behind that holds its pipes.
  child.once('exit', () => {
    killGroup(pid);
    // It may have left the group already. Without its channel it ends by itself, and is known to have ended.
    const left = setTimeout(() => child.stdio.forEach((pipe) => pipe?.destroy()), LEFT_MS);
    child.once('close', () => clearTimeout(left));
  });
  let running = true;
  const exited = new Promise<GuestExitStatus>((resolve) => {
    // Once its last words have been read as well.
    child.once('close', (exitCode, signal) => {
      running = false;
      resolve(statusOf(exitCode, signal));
    });
  });
  return {
    pid,
    channel,
    share,
    exited,
    stderrTail: () => tail,
    // The innermost: what is around it are processes that wait for it.
    openMeter: () => ProcessMeter.of(treeOf(pid).at(-1) ?? pid),
    // Past its end the pid may belong to someone else.
    kill: () => running && killTree(pid),
  };
}

/** A sandbox tells of a guest that a signal ended as a shell does, by 128 more than the signal's number. */
function statusOf(exitCode: number | null, signal: string | null): GuestExitStatus {
  const [name] =
    Object.entries(constants.signals).find(([, number]) => number + 128 === exitCode) ?? [];
  return name === undefined ? { exitCode, signal } : { exitCode: null, signal: name };
}
