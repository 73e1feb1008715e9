import { bubblewrap } from './bubblewrap.js';
import { type GuestSpec, NOBODY, type ProcessLimits, SOCKET_DIR } from './guest-spec.js';
import { LEVELS, type GuestCommand, type Sandbox, type SandboxKind } from './sandbox.js';
import { seccompFilter } from './seccomp.js';

/** The programs that build walls on this machine. */
export interface Builders {
  /** Path of bubblewrap; null where there is none. */
  bwrap: string | null;
  /** A Python interpreter and the launcher that it runs. */
  python: string;
  launcher: string;
}

/** The sandbox of a kind, without a look at whether it works here. */
export function makeSandbox(
  kind: SandboxKind,
  builders: Builders,
  advice: string | null = null,
): Sandbox {
  return {
    report: { ...LEVELS[kind], kind, advice },
    contained: kind !== 'none',
    wrap: (guest) => limited(wrap(kind, builders, guest), guest.limits),
  };
}

function wrap(kind: SandboxKind, builders: Builders, guest: GuestSpec): GuestCommand {
  switch (kind) {
    case 'bubblewrap':
      return bubblewrap(builders.bwrap ?? 'bwrap', guest, process.getuid?.() === 0);
    case 'namespaces':
      return namespaces(builders, guest);
    case 'none':
      return { command: guest.command, args: guest.args };
  }
}

/**
 * Node can set no limits, neither its own nor a child's; a shell can, and then becomes the command. Where a limit
 * is lower already, that one stays.
 */
function limited(command: GuestCommand, limits: ProcessLimits | null): GuestCommand {
  // `ulimit -f` counts in 512 bytes, `-d` in kB.
  const set = ['-c 0'];
  if (limits !== null) set.push(`-n ${limits.openFiles}`, `-f ${limits.fileMib * 2_048}`);
  if (limits?.dataMib !== undefined) set.push(`-d ${limits.dataMib * 1_024}`);
  const script = [...set.map((limit) => `ulimit ${limit} 2>/dev/null`), 'exec "$0" "$@"'];
  return {
    ...command,
    command: '/bin/sh',
    args: ['-c', script.join('; '), command.command, ...command.args],
  };
}

/** See `runtimes/sandbox/launch.py`. */
function namespaces({ python, launcher }: Builders, guest: GuestSpec): GuestCommand {
  const plan = {
    readable: guest.readable,
    socket: guest.socketDir === undefined ? null : [guest.socketDir, SOCKET_DIR],
    folders: (guest.folders ?? []).map(({ host, guest: at, writable }) => [host, at, writable]),
    network: guest.network === 'host',
    filter: guest.filter === null ? null : (seccompFilter(guest.filter)?.toString('hex') ?? null),
    nobody: NOBODY,
    command: [guest.command, ...guest.args],
  };
  return { command: python, args: ['-I', '-S', '-B', launcher, JSON.stringify(plan)] };
}
