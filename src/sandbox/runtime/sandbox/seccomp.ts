import { type Decision, SYSCALLS } from './syscall-table.js';
import {
  AUDIT_ARCH,
  type CheckedName,
  type FilterArch,
  isFilterArch,
  listSyscalls,
} from './syscalls.js';

/** An instruction of classic BPF, as in linux/filter.h: code, jump if true, jump if false, operand. */
type Instruction = readonly [code: number, jt: number, jf: number, k: number];

const LOAD = 0x20; // BPF_LD | BPF_W | BPF_ABS
const IF_EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const IF_AT_LEAST = 0x35; // BPF_JMP | BPF_JGE | BPF_K
const IF_ANY_BIT = 0x45; // BPF_JMP | BPF_JSET | BPF_K
const RETURN = 0x06; // BPF_RET | BPF_K

const ALLOWED: Instruction = [RETURN, 0, 0, 0x7fff0000];
const KILL_PROCESS = 0x80000000;
const ERRNO = 0x00050000;
const EPERM = 1;
export const ENOSYS = 38;
const EINVAL = 22;
const EPROTONOSUPPORT = 93;
const EOPNOTSUPP = 95;
const EAFNOSUPPORT = 97;

const DENIED = refuse(EPERM);
const ABSENT = refuse(ENOSYS);
const UNSUPPORTED = refuse(EOPNOTSUPP);

/** Offsets in struct seccomp_data. The low half of an argument comes first on both architectures. */
const NUMBER_AT = 0;
const ARCH_AT = 4;
const FIRST_ARGUMENT_AT = 16;
const SECOND_ARGUMENT_AT = 24;
const THIRD_ARGUMENT_AT = 32;
const FOURTH_ARGUMENT_AT = 40;

const CLONE_THREAD = 0x00010000;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NAMESPACE_FLAGS = 0x7e020000;
const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
const MAP_SHARED = 0x01;
const MAP_ANONYMOUS = 0x20;
const SOL_SOCKET = 1;
const SO_SNDBUF = 7;
const SO_RCVBUF = 8;
const IPPROTO_TCP = 6;
const IPPROTO_UDP = 17;
const PR_SET_DUMPABLE = 4;
const PR_SET_SECCOMP = 22;
/** SO_ATTACH_FILTER, SO_ATTACH_BPF, SO_ATTACH_REUSEPORT_CBPF, SO_ATTACH_REUSEPORT_EBPF. */
const SOCKET_PROGRAMS = [26, 50, 51, 52];
/** F_OFD_SETLK, F_OFD_SETLKW. */
const LOCKS_OF_NO_PROCESS = [37, 38];
/** F_SETLEASE, F_NOTIFY, F_SETPIPE_SZ. */
const FILE_EXTRAS = [1024, 1026, 1031];

/** The calls that are denied in containers, too. */
export const REFUSED_IN_CONTAINERS: ReadonlySet<string> = new Set(
  Object.entries(SYSCALLS)
    .filter(([, [, , decision]]) => decision === 'denied')
    .map(([name]) => name),
);

export interface FilterPolicy {
  /** True if the guest may start processes; threads are always allowed. */
  processes: boolean;
  /** True if it may have memory that the watchdog does not count. */
  uncountedMemory: boolean;
  /** True if it may use epoll: the number of items is limited per user, and one script can exhaust it. */
  epoll: boolean;
}

/**
 * Returns a seccomp filter: an array of struct sock_filter, as `bwrap --seccomp` and prctl take it. A denied call fails
 * with an error that programs can handle; a call through the table of another architecture kills the process. Returns
 * null for an architecture without a table of numbers.
 */
export function seccompFilter(policy: FilterPolicy, arch: string = process.arch): Buffer | null {
  return isFilterArch(arch) ? encode(program(policy, arch)) : null;
}

function program(policy: FilterPolicy, arch: FilterArch): Instruction[] {
  const calls = listSyscalls(arch);
  const checks: Partial<Record<string, Instruction[]>> = checksFor(policy);
  return [
    [LOAD, 0, 0, ARCH_AT],
    [IF_EQUAL, 1, 0, AUDIT_ARCH[arch]],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD, 0, 0, NUMBER_AT],
    // These come first. The kernel caches which calls are always allowed, and does not run the filter for them again.
    ...calls.flatMap(({ name, number }) => {
      const body = checks[name];
      // Runs the body for this call and skips it for others. Every body ends with a return.
      return body === undefined ? [] : [[IF_EQUAL, 0, body.length, number] as const, ...body];
    }),
    ...ranges(calls.map(({ number, decision }) => [number, actionFor(decision, policy)])),
    ABSENT,
  ];
}

/** Returns the decisions for the numbers from 0 to the last of `actions`; numbers without an action are absent. */
function ranges(
  actions: readonly (readonly [number: number, action: Instruction])[],
): Instruction[] {
  const all: (Instruction | undefined)[] = [];
  for (const [number, action] of actions) all[number] = action;
  return Array.from(all, (action) => action ?? ABSENT).flatMap((action, number, each) =>
    action === each[number + 1] ? [] : [[IF_AT_LEAST, 1, 0, number + 1] as const, action],
  );
}

function actionFor(decision: Decision, { processes, epoll }: FilterPolicy): Instruction {
  switch (decision) {
    case 'allowed':
      return ALLOWED;
    case 'denied':
    case 'grouped':
      return DENIED;
    case 'starts':
      return processes ? ALLOWED : DENIED;
    case 'epoll':
      return epoll ? ALLOWED : ABSENT;
    case 'unsupported':
      return UNSUPPORTED;
    case 'checked':
    case 'absent':
      return ABSENT;
  }
}

/** Returns the instructions for each call that is `checked`. */
function checksFor({
  processes,
  uncountedMemory,
}: FilterPolicy): Record<CheckedName, Instruction[]> {
  return {
    mmap: uncountedMemory ? [ALLOWED] : noSharedAnonymous(),
    setsockopt: socketOptions(uncountedMemory),
    fcntl: refuseValues(SECOND_ARGUMENT_AT, FILE_EXTRAS, LOCKS_OF_NO_PROCESS),
    // A process must not hide its memory, and its children must not be filtered: the watchdog could not count them.
    prctl: refuseValues(FIRST_ARGUMENT_AT, [
      PR_SET_SECCOMP,
      ...(uncountedMemory ? [] : [PR_SET_DUMPABLE]),
    ]),
    clone: [
      [LOAD, 0, 0, FIRST_ARGUMENT_AT],
      [IF_ANY_BIT, 0, 1, NAMESPACE_FLAGS],
      DENIED,
      [IF_ANY_BIT, 1, 0, CLONE_THREAD],
      processes ? ALLOWED : DENIED,
      ALLOWED,
    ],
    socket: knownFamilies(),
    socketpair: knownFamilies(),
    ioctl: refuseValues(SECOND_ARGUMENT_AT, [TIOCSTI, TIOCLINUX]),
  };
}

function refuse(errno: number): Instruction {
  return [RETURN, 0, 0, ERRNO | errno];
}

/**
 * Allows a few socket families. All others lead to the kernel's network configuration, to hypervisors, or to rarely
 * used code, as do Internet protocols other than TCP and UDP. An unprivileged socket without an explicit protocol uses
 * one of those two.
 */
function knownFamilies(): Instruction[] {
  return [
    [LOAD, 0, 0, FIRST_ARGUMENT_AT],
    [IF_EQUAL, 0, 1, AF_UNIX],
    ALLOWED,
    [IF_EQUAL, 2, 0, AF_INET],
    [IF_EQUAL, 1, 0, AF_INET6],
    refuse(EAFNOSUPPORT),
    [LOAD, 0, 0, THIRD_ARGUMENT_AT],
    [IF_EQUAL, 0, 1, 0],
    ALLOWED,
    [IF_EQUAL, 2, 0, IPPROTO_TCP],
    [IF_EQUAL, 1, 0, IPPROTO_UDP],
    refuse(EPROTONOSUPPORT),
    ALLOWED,
  ];
}

/**
 * Denies shared anonymous mappings: one mapped page keeps the whole mapping in memory, but only that page is counted.
 */
function noSharedAnonymous(): Instruction[] {
  return [
    [LOAD, 0, 0, FOURTH_ARGUMENT_AT],
    [IF_ANY_BIT, 0, 2, MAP_ANONYMOUS],
    [IF_ANY_BIT, 0, 1, MAP_SHARED],
    DENIED,
    ALLOWED,
  ];
}

/**
 * Denies socket programs, whose memory is not counted for any process. The watchdog counts every socket with its
 * default buffer size, so changes of the size are ignored: the call succeeds, since the kernel treats the size as a
 * hint anyway.
 */
function socketOptions(sizes: boolean): Instruction[] {
  const programs = refuseValues(THIRD_ARGUMENT_AT, SOCKET_PROGRAMS);
  const buffers: Instruction[] = [
    [IF_EQUAL, 1, 0, SO_SNDBUF],
    [IF_EQUAL, 0, 1, SO_RCVBUF],
    refuse(0),
  ];
  return [
    [LOAD, 0, 0, SECOND_ARGUMENT_AT],
    [IF_EQUAL, 1, 0, SOL_SOCKET],
    ALLOWED,
    ...(sizes ? [] : [[LOAD, 0, 0, THIRD_ARGUMENT_AT] as const, ...buffers]),
    ...programs,
  ];
}

/**
 * Denies the call for these values of an argument. For the values in `unknown`, it fails as on a kernel without them.
 */
function refuseValues(
  argumentAt: number,
  denied: readonly number[],
  unknown: readonly number[] = [],
): Instruction[] {
  const on = (value: number, errno: number): Instruction[] => [
    [IF_EQUAL, 0, 1, value],
    refuse(errno),
  ];
  return [
    [LOAD, 0, 0, argumentAt],
    ...denied.flatMap((value) => on(value, EPERM)),
    ...unknown.flatMap((value) => on(value, EINVAL)),
    ALLOWED,
  ];
}

function encode(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8);
  instructions.forEach(([code, jt, jf, k], index) => {
    const at = index * 8;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(jt, at + 2);
    bytes.writeUInt8(jf, at + 3);
    bytes.writeUInt32LE(k >>> 0, at + 4);
  });
  return bytes;
}
