import { expect, it } from '@jest/globals';
import { EngineError } from '../../sandbox/containers/engine-error.js';
import { probeImage, unusableBy } from './probe.js';

/** Behaviour of a program in an image: its output, or another end of the container. */
type Program = string | { code: number; stderr: string } | EngineError;

const NOT_THERE = new EngineError('failed', 'exec: "x": executable file not found in $PATH');
const signal = new AbortController().signal;

function probed(python3: Program, node: Program) {
  const programs: Record<string, Program> = { python3, node };
  const runOnce = async ({ command }: { command: readonly string[] }) => {
    const program = programs[command[0] ?? ''] ?? NOT_THERE;
    if (program instanceof EngineError) throw program;
    return typeof program === 'string'
      ? { code: 0, stdout: program, stderr: '' }
      : { stdout: '', ...program };
  };
  return probeImage({ runOnce }, 'x', signal);
}

it('the probe reports the versions of usable runtimes', async () => {
  const probe = await probed(
    'version=3.9.2\nmissing=\nuser=65534\nlibc=musl\n',
    'version=20.16.0\nuser=65534\nsh=yes\n',
  );
  expect(probe).toEqual({
    python: { version: '3.9.2', issue: null },
    node: { version: '20.16.0', issue: null },
    libc: 'musl',
    user: 65_534,
  });
  expect(unusableBy(probe)).toBeNull();
});

it.each<[Program, Program, string, string]>([
  [NOT_THERE, NOT_THERE, 'there is no python3', 'there is no node'],
  ['version=3.8.10', 'version=18.20.1\nsh=yes', 'python3 is 3.8.10', 'node is 18.20.1'],
  [
    'version=3.11.2\nmissing=json ssl',
    'version=22.1.0',
    'no module json, ssl; install python3,',
    'no sh',
  ],
  [
    { code: 1, stderr: 'a\nNo platform' },
    { code: 139, stderr: '' },
    'No platform',
    'exit code 139',
  ],
])(
  'the probe reports what is missing for unusable runtimes',
  async (python, node, ofPython, ofNode) => {
    const probe = await probed(python, node);
    expect([probe.python.issue, probe.node.issue]).toEqual([
      expect.stringContaining(ofPython),
      expect.stringContaining(ofNode),
    ]);
    expect(unusableBy(probe)).toMatch(/^No script can run on it\. Python: .*TypeScript: /);
  },
);

it('an engine that cannot start any container reveals nothing about the image', async () => {
  const broken = new EngineError('failed', 'runc: cgroups are hybrid');
  await expect(probed(broken, broken)).rejects.toBe(broken);
});
