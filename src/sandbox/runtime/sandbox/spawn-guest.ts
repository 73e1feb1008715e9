import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Duplex, Writable } from 'node:stream';
import { ProcessMeter, type UseMeter } from '../process-meter.js';
import { ScratchMeter } from '../scratch-meter.js';
import { cpuMsOfTree, killGroup, killTree, listProcessTree } from '../process-tree.js';
import { afterReading } from '../after-reading.js';
import { type GuestCommand, WRAPPER_FD } from './sandbox.js';
import { type SessionKind, SessionShare } from './session-share.js';

/** Number of characters kept from the end of a guest's stderr, to explain a crash. */
export const STDERR_TAIL = 8_192;
/** Time for reading a guest's last output after its sandbox has ended (ms). */
const LEFT_MS = 2_000;

export interface GuestExitStatus {
  /** Null if a signal ended the process. */
  exitCode: number | null;
  signal: string | null;
  /** True if the signal ended the started process, which need not be the guest. */
  isOuter: boolean;
}

/** A child process that runs untrusted code, or that serves such processes. */
export interface GuestProcess {
  /** Id of the started process: the guest itself, or the sandbox around it. */
  readonly pid: number;
  /** Both directions of the guest's file descriptor 3, or its stdin and stdout. */
  readonly channel: Duplex;
  /** The priority of its session. */
  readonly share: SessionShare;
  /** Resolves once the process has ended; never rejects. */
  readonly exited: Promise<GuestExitStatus>;
  /** Returns the end of the guest's stderr. */
  stderrTail(): string;
  /** Returns the CPU time of its live processes (ms); null if the machine does not report it. */
  cpuMs(): number | null;
  /**
   * Returns a meter for the guest alone, without its sandbox, for a guest that has started and starts no other
   * processes. The caller closes the meter.
   */
  openMeter(): UseMeter | null | Promise<UseMeter | null>;
  /** Returns a meter for the guest's own /tmp, for a guest that has started, or null. */
  openScratchMeter(): ScratchMeter | null;
  /** Sends SIGKILL to the whole process tree. Idempotent. */
  kill(): void;
}

export interface SpawnOptions {
  /** The priority of its session relative to the server's; `script` by default. */
  session?: SessionKind;
  /** True if it has the server's priority until its `share` is restored, since at first it runs only our own code. */
  boots?: boolean;
  /** Receives the guest's stderr. */
  onStderr?: (text: string) => void;
}

/**
 * Starts a guest in its own session and process group, at `/`, with an empty environment and no descriptors except its
 * channel, /dev/null and stderr. Every guest process is started here, so this is the only place where sandboxes are
 * applied. Throws if the command cannot be started.
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
  // The error event comes a moment later; the missing pid already shows the failure.
  child.on('error', () => undefined);
  const { pid } = child;
  // If no file can be opened, there are no pipes either.
  if (pid === undefined) throw new Error(`cannot start ${command}`);
  const channel: unknown = overStdio ? joined(child) : child.stdio[3];
  if (!(channel instanceof Duplex)) throw new Error(`cannot start ${command}`);
  const share = new SessionShare(child, session, boots);
  // `exited` reports the death of a guest during a write, not its pipe.
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
  // A sandbox that was killed during its start leaves a guest behind, which holds the pipes open.
  child.once('exit', () => {
    killGroup(pid);
    // The guest may already have left the group. Without its channel it ends by itself, and counts as ended.
    afterReading(LEFT_MS, () => running && child.stdio.forEach((pipe) => pipe?.destroy()));
  });
  let running = true;
  const exited = new Promise<GuestExitStatus>((resolve) => {
    // This event comes only after the last output has been read.
    child.once('close', (exitCode, signal) => {
      running = false;
      resolve(toExitStatus(exitCode, signal));
    });
  });
  return {
    pid,
    channel,
    share,
    exited,
    stderrTail: () => tail,
    cpuMs: () => cpuMsOfTree(pid),
    // The innermost process is the guest; those around it only wait for it.
    openMeter: () => ProcessMeter.of(listProcessTree(pid).at(-1) ?? pid),
    openScratchMeter: () =>
      ownScratch ? ScratchMeter.of(listProcessTree(pid).at(-1) ?? pid) : null,
    // After the guest's end, the pid may belong to another process.
    kill: () => running && killTree(pid),
  };
}

/** Joins the stdin and stdout of a process into one stream. */
function joined({ stdin: writable, stdout: readable }: ChildProcess): Duplex | null {
  return writable === null || readable === null ? null : Duplex.from({ readable, writable });
}

function send(input: Buffer, pipe: Writable): void {
  pipe.on('error', () => undefined).write(input);
  // The reader waits for the end of the pipe, and `end` would send it only in a later turn of the event loop.
  if (pipe.writableLength === 0) pipe.destroy();
  else pipe.end();
}

/**
 * Decodes an exit. Like a shell, a sandbox reports a guest that was ended by a signal as 128 plus the signal's number.
 */
function toExitStatus(exitCode: number | null, signal: string | null): GuestExitStatus {
  const [name] =
    Object.entries(constants.signals).find(([, number]) => number + 128 === exitCode) ?? [];
  const isOuter = signal !== null;
  return name === undefined
    ? { exitCode, signal, isOuter }
    : { exitCode: null, signal: name, isOuter };
}
