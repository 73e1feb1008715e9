import { becomeArgs, bubblewrap } from './bubblewrap.js';
import { listMappedFolders, type GuestSpec, NOBODY, SOCKET_DIR } from './guest-spec.js';
import type { ControlGroups } from './control-groups.js';
import { hiddenInProc } from './hidden-in-proc.js';
import { withInstalledApart } from './installed-files.js';
import { guestsAreOthers, KernelUsers, type UserIds } from './kernel-users.js';
import {
  LEVELS,
  type GuestCommand,
  type Sandbox,
  type SandboxKind,
  type SandboxReport,
} from './sandbox.js';
import { seccompFilter } from './seccomp.js';

/** Added to the report if runs have no separate kernel users. */
const SHARED_USER =
  "; runs share the server's user for the kernel, so that their pipes count together and epoll is refused to Python scripts";
/** Added to the report if runs have control groups, and if they have none. */
const MEMORY_LIMITED =
  '; the kernel holds the memory of each Python run, its own for the run included';
const MEMORY_COUNTED =
  '; what the kernel holds for a run is counted at intervals, not held (METARUN_CGROUP: no control group)';
const NOBODY_ALONE: UserIds = { first: NOBODY, count: 1 };

/** The programs that build sandboxes on this machine. */
export interface Builders {
  /** Path of bubblewrap, or null. */
  bwrap: string | null;
  /** A Python interpreter and the launcher that it runs. */
  python: string;
  launcher: string;
}

/** Returns the sandbox of a kind, without checking whether it works here. */
export function makeSandbox(
  kind: SandboxKind,
  builders: Builders,
  users = KernelUsers.ofServer(),
  advice: string | null = null,
): Sandbox {
  const ownUsers = kind !== 'none' && users.areOwn;
  const { level, contains, does_not_contain } = LEVELS[kind];
  const shared = kind === 'none' || ownUsers ? '' : SHARED_USER;
  return {
    report: { level, kind, contains, does_not_contain: does_not_contain + shared, advice },
    contained: kind !== 'none',
    ownUsers,
    groups: null,
    wrap: (guest) => ({
      ...limited(wrap(kind, builders, guest, usersFor(guest, users)), guest, kind !== 'none'),
      ownScratch: kind !== 'none' && guest.scratchMib !== undefined,
    }),
  };
}

/** Returns the same sandbox with a control group for each Python run. */
export function inGroups(sandbox: Sandbox, groups: ControlGroups): Sandbox {
  return changed(sandbox, { contains: sandbox.report.contains + MEMORY_LIMITED }, groups);
}

/**
 * Returns the same sandbox without control groups. `problem` is the reason why a group that was found cannot be used.
 */
export function withoutGroups(sandbox: Sandbox, problem: string | null = null): Sandbox {
  const { report } = sandbox;
  const shown = sandbox.contained
    ? report.does_not_contain + MEMORY_COUNTED
    : report.does_not_contain;
  const advice = [report.advice, problem].filter((text) => text !== null).join(' ') || null;
  return changed(sandbox, { does_not_contain: shown, advice }, null);
}

function changed(
  sandbox: Sandbox,
  texts: Partial<SandboxReport>,
  groups: ControlGroups | null,
): Sandbox {
  const { contained, ownUsers } = sandbox;
  const report = { ...sandbox.report, ...texts };
  return { report, contained, ownUsers, groups, wrap: (guest) => sandbox.wrap(guest) };
}

/** Returns the users of a guest; null if it has the server's user. */
function usersFor({ users: wanted = 1 }: GuestSpec, users: KernelUsers): UserIds | null {
  if (!guestsAreOthers()) return null;
  return wanted === 0 ? NOBODY_ALONE : users.take(wanted);
}

function wrap(
  kind: SandboxKind,
  builders: Builders,
  guest: GuestSpec,
  users: UserIds | null,
): GuestCommand {
  if (users !== null) guest.group?.giveTo(users.first);
  switch (kind) {
    case 'bubblewrap':
      return bubblewrap(builders.bwrap ?? 'bwrap', withInstalledApart(guest), users);
    case 'namespaces':
      return namespaces(builders, withInstalledApart(guest), users);
    case 'none':
      return { command: guest.command, args: guest.args, ...buildInputs(null, guest) };
  }
}

/**
 * Sets limits in a shell, which then becomes the command, since Node cannot set limits for itself or a child. A lower
 * existing limit is kept.
 */
function limited(
  command: GuestCommand,
  { limits, group }: GuestSpec,
  contained: boolean,
): GuestCommand {
  // `ulimit -f` counts blocks of 512 bytes, `-d` kB.
  const set = ['-c 0'];
  if (limits !== null) set.push(`-n ${limits.openFiles}`, `-f ${limits.fileMib * 2_048}`);
  if (limits?.dataMib !== undefined) set.push(`-d ${limits.dataMib * 1_024}`);
  const script = set.map((limit) => `ulimit ${limit} 2>/dev/null`);
  // The guest's user differs from the user that builds its sandbox and from the one that reads the packages that it
  // installs: the server's umask would lock them out. Without a sandbox, it is the server's user, whose umask applies.
  if (contained) script.push('umask 022');
  // 0 stands for the writing process.
  if (group !== undefined) script.push('echo 0 > "$1" || exit 1', 'shift');
  script.push('exec "$@"');
  const given = [
    ...(group === undefined ? [] : [group.membersFile]),
    command.command,
    ...command.args,
  ];
  return { ...command, command: '/bin/sh', args: ['-c', script.join('; '), 'sh', ...given] };
}

/** Returns the command of the launcher; see `runtimes/sandbox/launch.py`. */
function namespaces(
  { python, launcher }: Builders,
  guest: GuestSpec,
  users: UserIds | null,
): GuestCommand {
  const plan = {
    readable: guest.readable,
    socket: guest.socketDir === undefined ? null : [guest.socketDir, SOCKET_DIR],
    folders: listMappedFolders(guest).map(({ host, guest: at, writable }) => [host, at, writable]),
    scratch: (guest.scratchMib ?? 0) * 1024 * 1024,
    network: guest.network === 'host',
    groups: guest.group !== undefined,
    filter: guest.filter === null ? null : (seccompFilter(guest.filter)?.toString('hex') ?? null),
    hidden:
      guest.filter === null ? [] : hiddenInProc().map(({ path, isFolder }) => [path, isFolder]),
    group: NOBODY,
    user: users?.first ?? NOBODY,
    others: users !== null,
    // The guest creates namespaces for its runs itself, and then becomes another user.
    builds: guest.filter === null,
  };
  const become = guest.filter === null ? becomeArgs(users) : [];
  return {
    command: python,
    args: ['-I', '-S', '-B', launcher, guest.command, ...guest.args, ...become],
    ...buildInputs(Buffer.from(JSON.stringify(plan)), guest),
  };
}

/** Returns the inputs of a command; `own` is the data for the sandbox itself. */
function buildInputs(own: Buffer | null, { input }: GuestSpec): Pick<GuestCommand, 'inputs'> {
  const inputs = input === undefined ? [own] : [own, input];
  return own === null && input === undefined ? {} : { inputs };
}
