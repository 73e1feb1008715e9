/** The folders that packages are installed into, and their installers. */
import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonFiles } from '../../src/sandbox/runtime/python/interpreter.js';
import { makeIndex, module } from '../support/packages.js';
import { sandbox } from '../support/sandbox.js';
import {
  ANY_LOCK,
  environmentsIn,
  lockedBy,
  buildLock,
  MIB,
  runProgram,
  requireProgram,
  refusal,
  lockAndRun,
  usePackages,
} from './packages-harness.js';
import { RecordingHost } from '../support/recording-host.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { NOOP, buildRunSpec } from './python-harness.js';

const at = usePackages();
const THING = ['leaf==2.0', 'thing==2.0'];

describe('the folder of environments', () => {
  it('an environment is built once for all runs that need it at the same moment', async () => {
    const runtime = await at.runtimeWith();
    const program = lockedBy(buildLock(at.index, ...THING));
    const hosts = Array.from({ length: 5 }, () => new RecordingHost());
    const outcomes = await Promise.all(hosts.map((host) => runProgram(runtime, program, host)));
    expect(outcomes).toEqual(hosts.map(() => ({ kind: 'success', result: '2.0' })));
    expect(
      hosts.map((host) => host.logged('info').filter((line) => line.startsWith('Successfully'))),
    ).toEqual(hosts.map(() => [expect.any(String)]));
    expect(readdirSync(at.folder)).toEqual(environmentsIn(at.folder));
  });

  it('two servers can share a folder of environments', async () => {
    const options = { shared: true, uv: at.installer(10_000) };
    const both = [await at.runtimeWith(options), await at.runtimeWith(options)];
    const program = lockedBy(buildLock(at.index, ...THING));
    const outcomes = await Promise.all(both.map((runtime) => runProgram(runtime, program)));
    expect(outcomes).toEqual(both.map(() => ({ kind: 'success', result: '2.0' })));
    expect(readdirSync(at.folder)).toEqual(environmentsIn(at.folder));
  });

  it('an environment is rebuilt from its lock, or its run fails naming the missing package', async () => {
    const own = makeIndex(module('leaf', '1.0'));
    const code = 'def run(params, reporter):\n    import leaf\n    return leaf.version\n';
    const program = lockedBy(buildLock(own, 'leaf==1.0'), code);
    const first = await at.runtimeWith({ index: own.url });
    await runProgram(first, program);
    await first.close();
    rmSync(join(at.folder, environmentsIn(at.folder)[0] ?? ''), { recursive: true });
    own.add(module('leaf', '1.1'));
    const later = lockedBy(buildLock(own, 'leaf==1.1'), code);
    const second = await at.runtimeWith({ index: own.url });
    expect(await runProgram(second, program)).toEqual({ kind: 'success', result: '1.0' });
    rmSync(join(own.folder, 'leaf'), { recursive: true });
    expect(await runProgram(second, later)).toMatchObject({
      code: 'dependency_error',
      message: expect.stringMatching(/leaf==1\.1/),
    });
    own.remove();
  });

  it('an idle environment is removed to save space, but never one in use', async () => {
    const runtime = await at.runtimeWith({ maxBytes: 90 * 1024, uv: at.installer(40_000) });
    const busy =
      'import time\ndef run(params, reporter):\n    reporter.set_phase("Busy")\n    time.sleep(100)\n';
    const host = new RecordingHost();
    const limits = { timeout_ms: 100_000 };
    const program = lockedBy(buildLock(at.index, 'opt==1.0'), busy);
    const first = runtime.start({ ...buildRunSpec('', {}, limits), program }, host);
    await host.reported('phase:Busy');
    const [inUse] = environmentsIn(at.folder);
    const other = lockedBy(buildLock(at.index, 'leaf==2.0'), NOOP);
    expect(await runProgram(runtime, other)).toMatchObject({ kind: 'success' });
    const [idle] = environmentsIn(at.folder).filter((key) => key !== inUse);
    const third = lockedBy(buildLock(at.index, ...THING), NOOP);
    expect(await runProgram(runtime, third)).toMatchObject({ kind: 'success' });
    expect(environmentsIn(at.folder)).toContain(inUse);
    expect(environmentsIn(at.folder)).not.toContain(idle);
    host.stop.request('cancelled', 0);
    await first.outcome;
  });

  it('wheels that only look small are refused once they exceed the limit', async () => {
    const runtime = await at.runtimeWith({ maxBytes: 4 * MIB });
    const program = lockedBy(buildLock(at.index, 'bomb==1.0'), NOOP);
    expect(await runProgram(runtime, program)).toMatchObject({
      code: 'dependency_error',
      message: expect.stringMatching(/more than 4194304 bytes/),
    });
    expect(readdirSync(at.folder)).toEqual([]);
  });

  it('leftovers of a killed server are removed from the folder of environments', async () => {
    mkdirSync(join(at.folder, 'build-1234', 'work', 'site'), { recursive: true });
    mkdirSync(join(at.folder, 'a'.repeat(64), 'site'), { recursive: true });
    mkdirSync(join(at.folder, 'gone-1234'));
    await at.runtimeWith();
    expect(readdirSync(at.folder)).toEqual([]);
  });

  it('a build that another server has marked as its own is kept', async () => {
    mkdirSync(join(at.folder, 'build-1234'));
    writeFileSync(join(at.folder, 'build-1234', 'used-by-5678'), '');
    await at.runtimeWith({ shared: true });
    expect(readdirSync(at.folder)).toEqual(['build-1234']);
  });

  it('a build just begun by another server is kept, and an old unmarked one is removed', async () => {
    const [begun, left] = ['build-1234', 'build-5678'].map((name) => join(at.folder, name));
    for (const folder of [begun, left]) mkdirSync(folder ?? '');
    utimesSync(left ?? '', 0, 0);
    await at.runtimeWith({ shared: true });
    expect(readdirSync(at.folder)).toEqual(['build-1234']);
  });
});

(sandbox.contained ? describe : describe.skip)('the installer', () => {
  it('the installer runs as an unprivileged user and sees only what it needs', async () => {
    const secret = join(at.folder, 'secret');
    writeFileSync(secret, 'x', { mode: 0o644 });
    const gone = `$(ls ${secret} ${at.folder} /root /home 2>&1 | grep -c 'No such')`;
    const variables = `$(env | cut -d= -f1 | sort | tr '\n' ' ')`;
    const spy = at.fakeUv('uv-spy', `echo "error: $(id -u) ${gone} ${variables}"; exit 1`);
    const error = await refusal(await at.runtimeWith({ uv: spy }), ['leaf']);
    expect((error as Error).message).toBe(
      '65534 4 HOME LANG PATH PWD SSL_CERT_FILE TMPDIR UV_DEFAULT_INDEX UV_INDEX_STRATEGY UV_NO_CACHE UV_NO_PROGRESS UV_PYTHON_DOWNLOADS',
    );
  });
});

describe('pip', () => {
  it('an interpreter without pip uses the pip for virtual environments', async () => {
    const home = join(at.index.folder, 'bare');
    execFileSync('/usr/bin/python3', ['-m', 'venv', '--without-pip', home]);
    const runtime = makePythonRuntime({
      python: await pythonFiles(join(home, 'bin/python3')),
      packages: { folder: at.folder, index: at.index.url },
    });
    expect(await lockAndRun(runtime, ['thing'])).toEqual({ kind: 'success', result: '2.0' });
    await runtime.close();
  });
});

/** The replacement for uv checks how uv is called and how its output is read, not how uv behaves. */
describe('uv', () => {
  const compiled = `leaf==1.0 \\\\\n    --hash=sha256:bb \\\\\n    --hash=sha256:aa\nThing_Two==2.0 --hash=sha256:cc\n`;
  const uv = (): string =>
    at.fakeUv(
      'uv-fake',
      `
echo "$@" >> $HOME/../called; echo "Resolved $2"
while [ $# -gt 0 ]; do
  case $1 in
    --output-file) printf '${compiled.replaceAll('\n', '\\n')}' > $2;;
    --target) echo "version = '$(wc -l < $HOME/../lock.txt)'" > $2/thing.py;;
  esac
  shift
done`,
    );

  it('uv is preferred to pip, and its lock has the same form', async () => {
    const { lock } = await requireProgram(await at.runtimeWith({ uv: uv() }), [
      'leaf',
      'thing-two',
    ]);
    expect(lock).toBe(
      'leaf==1.0 --hash=sha256:aa --hash=sha256:bb\nthing-two==2.0 --hash=sha256:cc\n',
    );
  });

  it('uv installs the packages of a lock', async () => {
    const runtime = await at.runtimeWith({ uv: uv() });
    const host = new RecordingHost();
    expect(await runProgram(runtime, lockedBy(ANY_LOCK), host)).toEqual({
      kind: 'success',
      result: '1',
    });
    expect(host.logged('info')).toEqual(['Resolved install']);
  });

  it('a failure of uv is reported in its own words', async () => {
    const program = String.raw`printf 'Using Python\n  \303\227 No solution found when resolving:\n  \342\225\260\342\224\200\342\226\266 Because leaf was not found at http://ada:secret@h/x, no.\n'; exit 1`;
    const error = await refusal(await at.runtimeWith({ uv: at.fakeUv('uv-fails', program) }), [
      'leaf',
    ]);
    expect(error).toMatchObject({
      code: 'dependency_error',
      message: 'No solution found when resolving: Because leaf was not found at http://h/x, no.',
      errors: [{ pointer: '/script', line: 3 }],
    });
  });

  it('a uv that cannot be started is reported', async () => {
    const error = await refusal(await at.runtimeWith({ uv: join(at.index.folder, 'nothing') }), [
      'leaf',
    ]);
    expect(error).toMatchObject({
      code: 'dependency_error',
      message: 'The installer could not work: No such file or directory.',
    });
  });
});
