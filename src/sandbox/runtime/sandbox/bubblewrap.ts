import { listMappedFolders, type GuestSpec, NOBODY, SOCKET_DIR } from './guest-spec.js';
import { type Hidden, hiddenInProc } from './hidden-in-proc.js';
import type { UserIds } from './kernel-users.js';
import { type GuestCommand, INPUT_FD, WRAPPER_FD } from './sandbox.js';
import { seccompFilter } from './seccomp.js';

/**
 * Arguments for namespaces. There is no `--new-session`: the kernel kills a sandbox at its parent's end only once the
 * sandbox has asked for that, and a sandbox that a kill misses until then is found by its process group. No guest has a
 * terminal.
 */
const NAMESPACE_ARGS =
  '--die-with-parent --clearenv --chdir / --hostname metarun --unshare-pid --unshare-ipc --unshare-uts'.split(
    ' ',
  );
/**
 * Arguments for devices. bubblewrap's /dev is made read-only, since it could otherwise be written to without limit.
 * /dev/full reads like /dev/zero but cannot be mapped: such a mapping would be memory that belongs to no process.
 */
const DEVICE_ARGS =
  '--proc /proc --dev /dev --dev-bind /dev/full /dev/zero --remount-ro /dev'.split(' ');

/**
 * Returns the command that starts `guest` in bubblewrap. bubblewrap's own arguments are passed as data, not on the
 * command line. The guest sees only the files that it names, read-only by default. It has its own namespaces, no
 * network unless it uses the machine's, no environment and no capabilities, and ends when the server ends.
 *
 * A server that runs as root creates no user namespace, so that the kernel sees a guest as another user. The guest
 * itself becomes one of `users`, as its last argument says. It gets capabilities for that and has none afterwards.
 * `users` is null for a server that is not root.
 */
export function bubblewrap(program: string, guest: GuestSpec, users: UserIds | null): GuestCommand {
  const filter = guest.filter === null ? null : seccompFilter(guest.filter);
  const folders = listMappedFolders(guest);
  const folderPaths = folders.map((folder) => folder.guest);
  const own = [
    ...NAMESPACE_ARGS,
    // A process in a cgroup namespace cannot be moved to a group outside it. With groups, each run therefore gets its
    // own namespace.
    ...(guest.group === undefined ? ['--unshare-cgroup-try'] : []),
    ...(guest.network === 'host' ? [] : ['--unshare-net']),
    ...(users !== null ? rootPrivileges(guest) : unprivileged()),
    // Comes first, since readable paths may lie below it.
    ...scratch(guest),
    ...foldersAbove([...guest.readable, ...folderPaths]).flatMap((folder) => ['--dir', folder]),
    ...guest.readable.flatMap((path) => ['--ro-bind-try', path, path]),
    ...DEVICE_ARGS,
    // A guest that confines its own runs mounts another /proc for them, which the kernel allows only if the first is
    // not covered.
    ...(filter === null ? [] : hiddenInProc().flatMap(cover)),
    ...(guest.socketDir === undefined ? [] : ['--bind', guest.socketDir, SOCKET_DIR]),
    ...folders.flatMap((folder) => [
      folder.writable ? '--bind' : '--ro-bind',
      folder.host,
      folder.guest,
    ]),
    '--remount-ro',
    '/',
    ...(filter === null ? [] : ['--seccomp', String(INPUT_FD)]),
  ];
  const input = filter ?? guest.input;
  return {
    command: program,
    args: ['--args', String(WRAPPER_FD), '--', guest.command, ...guest.args, ...becomeArgs(users)],
    inputs: [
      Buffer.from(own.map((arg) => `${arg}\0`).join('')),
      ...(input === undefined ? [] : [input]),
    ],
  };
}

/** Returns the arguments that replace a path with an empty file or folder. */
function cover({ path, isFolder }: Hidden): string[] {
  return isFolder ? ['--tmpfs', path, '--remount-ro', path] : ['--dev-bind', '/dev/null', path];
}

/**
 * Returns the arguments that create the guest's /tmp. A writable /tmp is open to all users, since the guest's user may
 * differ from its sandbox's.
 */
function scratch({ scratchMib }: GuestSpec): string[] {
  if (scratchMib === undefined) return ['--dir', '/tmp'];
  const bytes = scratchMib * 1024 * 1024;
  return ['--perms', '1777', '--size', String(bytes), '--tmpfs', '/tmp'];
}

/** Returns the argument that names the users of a guest of a root server. */
export function becomeArgs(users: UserIds | null): string[] {
  return users === null ? [] : [`--become=${users.first}+${users.count}`];
}

/** Returns the parent folders of paths. bubblewrap would create them for its own user only, not for guests of root. */
function foldersAbove(paths: readonly string[]): string[] {
  const folders = paths.flatMap((path) => {
    const parts = path.split('/').slice(1, -1);
    return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`);
  });
  return [...new Set(folders)];
}

function unprivileged(): string[] {
  return ['--unshare-user', '--uid', String(NOBODY), '--gid', String(NOBODY), '--cap-drop', 'ALL'];
}

function rootPrivileges({ filter }: GuestSpec): string[] {
  const caps = ['CAP_SETUID', 'CAP_SETGID'];
  // A guest that creates namespaces first has to unmount bubblewrap's covers of /proc, since the kernel mounts no
  // second /proc while one is partly covered.
  if (filter === null) caps.push('CAP_SYS_ADMIN');
  return ['--cap-drop', 'ALL', ...caps.flatMap((cap) => ['--cap-add', cap])];
}
