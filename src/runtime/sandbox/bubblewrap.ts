import { foldersOf, type GuestSpec, NOBODY, SOCKET_DIR } from './guest-spec.js';
import type { UserIds } from './kernel-users.js';
import type { GuestCommand } from './sandbox.js';
import { seccompFilter } from './seccomp.js';

const FILTER_FD = 4;
/**
 * Without a session of its own: the kernel tells a sandbox of its parent's end only once it has asked for that, so what a
 * kill has missed until then is found by its process group. No guest has a terminal.
 */
const WALLS =
  '--die-with-parent --clearenv --chdir / --hostname metarun --unshare-pid --unshare-ipc --unshare-uts'.split(
    ' ',
  );
/**
 * bubblewrap's /dev could be written to without limit, were it not made read-only. /dev/full reads as /dev/zero
 * does, but cannot be mapped: that would be memory that belongs to no process.
 */
const FITTINGS =
  '--proc /proc --dev /dev --dev-bind /dev/full /dev/zero --remount-ro /dev --dir /tmp'.split(' ');

/**
 * The command line that starts `guest` in bubblewrap: nothing of the machine but what it names, read-only
 * unless that says otherwise; namespaces of its own, with no network unless it is to have the machine's; no environment; no capabilities; an end when the server ends.
 *
 * A server that is root makes no user namespace, so that the kernel sees a guest as another user: the guest
 * becomes one of `users` by itself, as the last argument tells it, for which it is given the capabilities, and
 * then has none. Null for a server that is not root.
 */
export function bubblewrap(program: string, guest: GuestSpec, users: UserIds | null): GuestCommand {
  const filter = guest.filter === null ? null : seccompFilter(guest.filter);
  const folders = foldersOf(guest);
  const elsewhere = folders.map((folder) => folder.guest);
  const args = [
    ...WALLS,
    // What is in a namespace for control groups can be moved to none outside of it: runs then get one each.
    ...(guest.group === undefined ? ['--unshare-cgroup-try'] : []),
    ...(guest.network === 'host' ? [] : ['--unshare-net']),
    ...(users !== null ? rootsPrivileges(guest) : unprivileged()),
    ...foldersAbove([...guest.readable, ...elsewhere]).flatMap((folder) => ['--dir', folder]),
    ...guest.readable.flatMap((path) => ['--ro-bind-try', path, path]),
    ...FITTINGS,
    ...(guest.socketDir === undefined ? [] : ['--bind', guest.socketDir, SOCKET_DIR]),
    ...folders.flatMap((folder) => [
      folder.writable ? '--bind' : '--ro-bind',
      folder.host,
      folder.guest,
    ]),
    '--remount-ro',
    '/',
    ...(filter === null ? [] : ['--seccomp', String(FILTER_FD)]),
    '--',
    guest.command,
    ...guest.args,
    ...becoming(users),
  ];
  return { command: program, args, ...(filter === null ? {} : { input: filter }) };
}

/** What tells a guest of a server that is root whom it has to become. */
export function becoming(users: UserIds | null): string[] {
  return users === null ? [] : [`--become=${users.first}+${users.count}`];
}

/** Those that bubblewrap makes by itself are for its own user alone, which a guest of root is not. */
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

function rootsPrivileges({ filter }: GuestSpec): string[] {
  const caps = ['CAP_SETUID', 'CAP_SETGID'];
  // A guest that makes namespaces has to take bubblewrap's covers off /proc first: the kernel mounts no
  // second /proc beside one that is covered in parts.
  if (filter === null) caps.push('CAP_SYS_ADMIN');
  return ['--cap-drop', 'ALL', ...caps.flatMap((cap) => ['--cap-add', cap])];
}
