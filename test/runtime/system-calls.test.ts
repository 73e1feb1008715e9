/**
 * The filter of system calls, as the kernel applies it to each kind of guest. There is none with METARUN_SANDBOX=none.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { converterGuest } from '../../src/sandbox/conversion/converter-guest.js';
import { programGuest } from '../../src/sandbox/programs/program-guest.js';
import { packagesGuest } from '../../src/sandbox/runtime/python/python-guests.js';
import type { FilterPolicy } from '../../src/sandbox/runtime/sandbox/seccomp.js';
import { spawnGuest } from '../../src/sandbox/runtime/sandbox/spawn-guest.js';
import type { Decision } from '../../src/sandbox/runtime/sandbox/syscall-table.js';
import { isFilterArch, listSyscalls } from '../../src/sandbox/runtime/sandbox/syscalls.js';
import {
  checkerGuest,
  installerGuest,
  nodeRunnerGuest,
  runnerGuest,
} from '../../src/sandbox/runtime/typescript/typescript-guests.js';
import { requireResult } from '../support/outcome.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { python, PYTHON_GUEST, sandbox, TYPESCRIPT_GUEST } from '../support/sandbox.js';
import { buildScript, startersFor } from './python-harness.js';

const node = process.execPath;
const PROGRAM = {
  command: '/bin/true',
  args: [],
  environment: {},
  readable: [],
  writable: null,
  hosts: [],
  memoryMb: 64,
};
/** Policies of the guests that are filtered from the start. */
const GUESTS: Record<string, FilterPolicy | null> = {
  'a runner of TypeScript': runnerGuest(node, TYPESCRIPT_GUEST).filter,
  'a run on Node': nodeRunnerGuest(node, TYPESCRIPT_GUEST, {
    egressDir: undefined,
    packages: null,
    sandbox,
  }).filter,
  'the compiler': checkerGuest(node, TYPESCRIPT_GUEST).filter,
  'an installer of npm packages': installerGuest(node, TYPESCRIPT_GUEST, '/tmp', sandbox).filter,
  'an installer of Python packages': packagesGuest(python, PYTHON_GUEST, {
    work: '/tmp',
    uv: '',
    paths: [],
    sandbox,
  }).filter,
  'a converter': converterGuest(node, TYPESCRIPT_GUEST, sandbox).filter,
  'a program': programGuest(python, PYTHON_GUEST, PROGRAM, '/tmp').filter,
};

const arch = process.arch;
const calls = isFilterArch(arch) ? listSyscalls(arch) : [];
/** System calls that Linux exempts from all filters. */
const OF_TRACED_PROGRAMS = ['uretprobe', 'uprobe'];
/** A number above those of all kernels, and the first call of x32. */
const [MOST, X32] = [1_200, 0x40000000];

/** Returns the expected errors by number, for all calls that the guest may not make. */
function refusals({ processes, epoll }: FilterPolicy): Record<string, string> {
  const errors: Partial<Record<Decision, string>> = {
    absent: 'ENOSYS',
    denied: 'EPERM',
    grouped: 'EPERM',
    unsupported: 'ENOTSUP',
    ...(processes ? {} : { starts: 'EPERM' }),
    ...(epoll ? {} : { epoll: 'ENOSYS' }),
  };
  const numbers = [
    ...Array.from({ length: MOST }, (_, number) => number),
    X32,
    X32 + 57,
    X32 + 520,
  ];
  const found = numbers.map((number) => {
    const call = calls.find((each) => each.number === number);
    if (call === undefined) return [number, 'ENOSYS'];
    return [number, OF_TRACED_PROGRAMS.includes(call.name) ? undefined : errors[call.decision]];
  });
  return Object.fromEntries(found.filter(([, error]) => error !== undefined));
}

/** A Python function that makes system calls by number. */
const ANSWERS = `
import ctypes, errno, json, os, sys
libc = ctypes.CDLL(None, use_errno=True)
def answers(numbers):
    found = {}
    for number in numbers:
        done = libc.syscall(ctypes.c_long(int(number)), 0, 0, 0, 0, 0, 0)
        found[number] = "done" if done >= 0 else errno.errorcode[ctypes.get_errno()]
    return found
`;

async function answersIn(filter: FilterPolicy, numbers: string[]): Promise<unknown> {
  const guest = spawnGuest(
    sandbox.wrap({
      command: python.executable,
      args: [
        '-I',
        '-S',
        '-B',
        '-c',
        `${ANSWERS}os.write(3, json.dumps(answers(json.loads(sys.argv[1]))).encode())`,
        JSON.stringify(numbers),
      ],
      readable: python.readable,
      filter,
      limits: null,
    }),
  );
  let text = '';
  guest.channel.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await guest.exited;
  if (text === '') throw new Error(guest.stderrTail());
  return JSON.parse(text);
}

const contained = sandbox.contained && isFilterArch(arch) ? describe : describe.skip;
const runtime = makePythonRuntime();
beforeAll(() => runtime.warm());
afterAll(() => runtime.close());

contained('the system calls of a guest', () => {
  it('a Python run is refused every number that the table does not allow', async () => {
    const expected = refusals({ processes: true, uncountedMemory: false, epoll: sandbox.ownUsers });
    const { start } = startersFor(runtime);
    const run = start(buildScript('return answers(params)', ANSWERS), {
      params: Object.keys(expected),
    });
    expect(requireResult(await run.outcome)).toEqual(expected);
  });

  it.each(Object.entries(GUESTS))(
    '%s is refused every number that the table does not allow',
    async (_, filter) => {
      if (filter === null) throw new Error('it has no filter');
      const expected = refusals(filter);
      expect(await answersIn(filter, Object.keys(expected))).toEqual(expected);
    },
  );
});
