import { describe, expect, it } from '@jest/globals';
import { type FilterPolicy, REFUSED_IN_CONTAINERS, seccompFilter } from './seccomp.js';
import { SYSCALLS } from './syscall-table.js';
import { AUDIT_ARCH, type FilterArch, listSyscalls } from './syscalls.js';

/**
 * Ranges of unused call numbers below the highest: calls that never existed, were removed, or belong to other machines.
 */
const UNUSED: Record<FilterArch, readonly (readonly [first: number, last: number])[]> = {
  x64: [
    [156, 156],
    [174, 174],
    [177, 178],
    [181, 185],
    [205, 205],
    [211, 211],
    [214, 215],
    [236, 236],
    [337, 423],
  ],
  arm64: [
    [244, 259],
    [295, 423],
  ],
};
const ARCHES = ['x64', 'arm64'] as const;
const ALLOWED = 'allowed';
const [EPERM, ENOSYS, EOPNOTSUPP] = [1, 38, 95];
/** Numbers beyond those of any kernel, x32 calls included. */
const BEYOND = [...Array.from({ length: 600 }, (_, count) => 470 + count), 0x40000000, 0xffffffff];

const PYTHON = { processes: true, uncountedMemory: false, epoll: true };
const TYPESCRIPT = { processes: false, uncountedMemory: true, epoll: false };
const POLICIES: FilterPolicy[] = [PYTHON, TYPESCRIPT];

/** Calls that the former filter refused to every guest, which must stay refused. */
const ALWAYS_REFUSED =
  `ptrace process_vm_readv process_vm_writev kcmp pidfd_getfd process_madvise migrate_pages move_pages mbind set_mempolicy mount
  umount2 pivot_root chroot fsopen fsconfig fsmount fspick move_mount open_tree mount_setattr unshare setns open_by_handle_at
  name_to_handle_at fanotify_init quotactl quotactl_fd swapon swapoff acct reboot sethostname setdomainname settimeofday
  clock_settime clock_adjtime adjtimex init_module finit_module delete_module kexec_load kexec_file_load bpf perf_event_open
  userfaultfd io_uring_setup io_uring_enter io_uring_register add_key request_key keyctl syslog lookup_dcookie iopl ioperm
  modify_ldt personality uselib ustat sysfs nfsservctl vhangup memfd_secret inotify_init inotify_init1 mq_open io_setup seccomp
  landlock_create_ruleset setsid listmount statmount open_tree_attr`
    .split(/\s+/)
    .toSorted();

/** Executes a filter like the kernel. Returns the error number, 'allowed' or 'killed'. */
function evaluate(filter: Buffer, arch: number, number: number, args: number[] = []): unknown {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(arch, 4);
  args.forEach((value, index) => data.writeBigUInt64LE(BigInt(value), 16 + 8 * index));
  let held = 0;
  for (let at = 0; ; at += 1) {
    const code = filter.readUInt16LE(at * 8);
    const value = filter.readUInt32LE(at * 8 + 4);
    if (code === 0x06) {
      if (value === 0x7fff0000) return ALLOWED;
      return value === 0x80000000 ? 'killed' : value & 0xffff;
    }
    if (code === 0x20) {
      held = data.readUInt32LE(value);
      continue;
    }
    const holds = {
      0x15: held === value,
      0x35: held >= value,
      0x45: (held & value) !== 0,
    }[code];
    if (holds === undefined) throw new Error(`instruction ${code}`);
    at += filter.readUInt8(at * 8 + (holds ? 2 : 3));
  }
}

function createFilter(
  policy: FilterPolicy,
  arch: FilterArch,
): (n: number, args?: number[]) => unknown {
  const filter = seccompFilter(policy, arch) ?? Buffer.alloc(0);
  return (number, args) => evaluate(filter, AUDIT_ARCH[arch], number, args);
}

describe('the table of system calls', () => {
  it.each(ARCHES)('each number of %s below the highest is a call or known to be unused', (arch) => {
    const unused = UNUSED[arch].flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, count) => first + count),
    );
    const numbers = [...listSyscalls(arch).map(({ number }) => number), ...unused];
    const expected = Array.from({ length: Math.max(...numbers) + 1 }, (_, number) => number);
    expect(numbers.toSorted((one, other) => one - other)).toEqual(expected);
  });

  it('no call that guests were ever refused is allowed', () => {
    const decisions = ALWAYS_REFUSED.map((name) => SYSCALLS[name as keyof typeof SYSCALLS][2]);
    expect([...new Set(decisions)].toSorted()).toEqual(['denied', 'grouped']);
    // A container has sessions and installs its own filters.
    const containers = ALWAYS_REFUSED.filter((name) => name !== 'setsid' && name !== 'seccomp');
    expect([...REFUSED_IN_CONTAINERS].toSorted()).toEqual(containers);
  });
});

describe.each(ARCHES)('the filter for %s', (arch) => {
  const calls = listSyscalls(arch);
  const called = (name: string): number => {
    const number = calls.find((call) => call.name === name)?.number;
    if (number === undefined) throw new Error(name);
    return number;
  };

  it('a filter answers each number as the table says, and no number that it does not name', () => {
    for (const policy of POLICIES) {
      const answer = createFilter(policy, arch);
      const expected = {
        allowed: ALLOWED,
        denied: EPERM,
        grouped: EPERM,
        starts: policy.processes ? ALLOWED : EPERM,
        epoll: policy.epoll ? ALLOWED : ENOSYS,
        unsupported: EOPNOTSUPP,
        absent: ENOSYS,
      };
      const named = calls.filter(({ decision }) => decision !== 'checked');
      expect(named.map(({ name, number }) => [name, answer(number)])).toEqual(
        named.map(({ name, decision }) => [name, expected[decision as keyof typeof expected]]),
      );
      const unnamed = [
        ...UNUSED[arch].flat(),
        ...BEYOND.filter((number) => !calls.some((call) => call.number === number)),
      ];
      expect(new Set(unnamed.map((number) => answer(number)))).toEqual(new Set([ENOSYS]));
    }
  });

  it('a filter decides about checked calls by their arguments', () => {
    const python = createFilter(PYTHON, arch);
    const typescript = createFilter(TYPESCRIPT, arch);
    const CHECKED: [name: string, args: number[], python: unknown, typescript: unknown][] = [
      ['mmap', [0, 4096, 3, 0x22], ALLOWED, ALLOWED],
      ['mmap', [0, 4096, 3, 0x21], EPERM, ALLOWED],
      ['clone', [0x11], ALLOWED, EPERM],
      ['clone', [0x00010f00], ALLOWED, ALLOWED],
      ['clone', [0x10000011], EPERM, EPERM],
      ['socket', [1, 1, 0], ALLOWED, ALLOWED],
      ['socket', [2, 1, 6], ALLOWED, ALLOWED],
      ['socket', [2, 3, 1], 93, 93],
      ['socketpair', [16, 3, 0], 97, 97],
      ['ioctl', [0, 0x5413], ALLOWED, ALLOWED],
      ['ioctl', [0, 0x5412], EPERM, EPERM],
      ['fcntl', [0, 1], ALLOWED, ALLOWED],
      ['fcntl', [0, 1031], EPERM, EPERM],
      ['fcntl', [0, 37], 22, 22],
      ['prctl', [15], ALLOWED, ALLOWED],
      ['prctl', [22], EPERM, EPERM],
      ['prctl', [4], EPERM, ALLOWED],
      ['setsockopt', [0, 1, 2], ALLOWED, ALLOWED],
      ['setsockopt', [0, 1, 7], 0, ALLOWED],
      ['setsockopt', [0, 1, 26], EPERM, EPERM],
    ];
    const checked = calls.filter(({ decision }) => decision === 'checked');
    expect(new Set(CHECKED.map(([name]) => name))).toEqual(
      new Set(checked.map(({ name }) => name)),
    );
    expect(
      CHECKED.map(([name, args]) => [
        name,
        args,
        python(called(name), args),
        typescript(called(name), args),
      ]),
    ).toEqual(CHECKED);
  });

  it('a call by the table of another machine ends the process', () => {
    const filter = seccompFilter(PYTHON, arch) ?? Buffer.alloc(0);
    expect(evaluate(filter, 0x40000003, called('getpid'))).toBe('killed');
  });
});

it('a machine without a table of numbers has no filter', () => {
  expect(seccompFilter(PYTHON, 's390x')).toBeNull();
});
