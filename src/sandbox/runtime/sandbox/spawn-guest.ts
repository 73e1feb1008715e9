import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Duplex, Writable } from 'node:stream';
import { ProcessMeter, type UseMeter } from '../process-meter.js';
import { ScratchMeter } from '../scratch-meter.js';
import { cpuMsOfTree, killGroup, killTree, treeOf } from '../process-tree.js';
import { afterReading } from '../after-reading.js';
import { type GuestCommand, WRAPPER_FD } from './sandbox.js';
import { type SessionKind, SessionShare } from './session-share.js';

/** Characters kept of the end of a guest's stderr, to explain a crash. */
export const STDERR_TAIL = 8_192;
/** Time for reading a guest's last output once its sandbox has ended (ms). */
const LEFT_MS = 2_000;

export interface GuestExitStatus {
  /** Null when a signal ended the process. */
  exitCode: number | null;
  signal: string | null;
  /** True if the signal ended the process that was started, which need not be the guest. */
  isOuter: boolean;
}

/** A child process that runs untrusted code, or that serves processes which do. */
export interface GuestProcess {
  /** The process that was started: the guest itself, or the sandbox around it. */
  readonly pid: number;
  /** The guest's file descriptor 3, or its input and output: both directions. */
  readonly channel: Duplex;
  /** Its priority where others want a processor, too. */
  readonly share: SessionShare;
  /** Resolves once the process has ended; never rejects. */
  readonly exited: Promise<GuestExitStatus>;
  /** Returns the end of the guest's stderr. */
  stderrTail(): string;
  /** Returns the CPU time of its processes that live (ms); null if the machine does not report it. */
  cpuMs(): number | null;
  /** Returns a meter for the guest alone, without its sandbox; for a guest that has begun and starts no processes. To be closed. */
  openMeter(): UseMeter | null | Promise<UseMeter | null>;
  /** Returns a meter for its own /tmp, for a guest that has begun and has one. */
  openScratchMeter(): ScratchMeter | null;
  /** SIGKILL to the whole process tree. Idempotent. */
  kill(): void;
}

export interface SpawnOptions {
  /** The priority of its session beside the server's; `script` by default. */
  session?: SessionKind;
  /** True if it has the priority of the server until its `share` is restored, since it runs none but our own code at first. */
  boots?: boolean;
  /** Gets what it writes there. */
  onStderr?: (text: string) => void;
}

/**
 * Starts a guest in a session and process group of its own, at `/`, with an empty environment and with no descriptors but its
 * channel, /dev/null and stderr. Every guest process is started here, so this is the one place where sandboxes are applied.
 * Throws if the command cannot be started.
 */
export function spawnGuest(
  { command, args, inputs = [], ownScratch = false, env = {}, overStdio = false }: GuestCommand,
  { session = 'script', boots = false, onStderr }: SpawnOptions = {},
): GuestProcess {
  const child = spawn(command, [...args], {
    cwd: '/',
    env: { ...env },
    detached: true,
    stdio: overStdio
      ? 'pipe'
      : [
          'ignore',
          'ignore',
          'pipe',
          'pipe',
          ...inputs.map((input) => (input === null ? ('ignore' as const) : ('pipe' as const))),
        ],
  });
  // This event comes a moment later; the missing pid already shows the error.
  child.on('error', () => undefined);
  const { pid } = child;
  // Where no file can be opened it has no pipes either.
  if (pid === undefined) throw new Error(`cannot start ${command}`);
  const channel: unknown = overStdio ? joined(child) : child.stdio[3];
  if (!(channel instanceof Duplex)) throw new Error(`cannot start ${command}`);
  const share = new SessionShare(child, session, boots);
  // The death of a guest during a write is reported by `exited`, not by its pipe.
  channel.on('error', () => undefined);
  inputs.forEach((input, index) => {
    const pipe: unknown = child.stdio[WRAPPER_FD + index];
    if (input !== null && pipe instanceof Writable) send(input, pipe);
  });

  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-STDERR_TAIL);
    onStderr?.(text);
  });
  // A sandbox that was killed as it began leaves a guest behind, which holds the pipes.
  child.once('exit', () => {
    killGroup(pid);
    // The guest may have left the group already. Without its channel it ends by itself, and counts as ended.
    afterReading(LEFT_MS, () => running && child.stdio.forEach((pipe) => pipe?.destroy()));
  });
  let running = true;
  const exited = new Promise<GuestExitStatus>((resolve) => {
    // Resolves once the last output has been read as well.
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
    cpuMs: () => cpuMsOfTree(pid),
    // The innermost process: those around it only wait for it.
    openMeter: () => ProcessMeter.of(treeOf(pid).at(-1) ?? pid),
    openScratchMeter: () => (ownScratch ? ScratchMeter.of(treeOf(pid).at(-1) ?? pid) : null),
    // After its end the pid may belong to another process.
    kill: () => running && killTree(pid),
  };
}

/** Returns the input and the output of a process as one stream. */
function joined({ stdin: writable, stdout: readable }: ChildProcess): Duplex | null {
  return writable === null || readable === null ? null : Duplex.from({ readable, writable });
}

function send(input: Buffer, pipe: Writable): void {
  pipe.on('error', () => undefined).write(input);
  // The reader waits for the end of the pipe, and `end` sends it only in a later turn of the event loop.
  if (pipe.writableLength === 0) pipe.destroy();
  else pipe.end();
}

/** Decodes an exit: a sandbox reports a guest that a signal ended as a shell does, by 128 plus the signal's number. */
function statusOf(exitCode: number | null, signal: string | null): GuestExitStatus {
  const [name] =
    Object.entries(constants.signals).find(([, number]) => number + 128 === exitCode) ?? [];
  const isOuter = signal !== null;
  return name === undefined
    ? { exitCode, signal, isOuter }
    : { exitCode: null, signal: name, isOuter };
}
