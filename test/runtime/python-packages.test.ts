/** The packages that scripts request, from a local index. */
import { describe, expect, it } from '@jest/globals';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunOutcome } from '../../src/sandbox/runtime/runtime.js';
import { scriptWith } from '../support/packages.js';
import { readCommand, processesGiven } from '../support/processes.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { PYTHON_SOURCE } from '../support/sandbox.js';
import { sized } from '../support/size.js';
import { until } from '../support/until.js';
import {
  ANY_LOCK,
  environmentsIn,
  lockedBy,
  buildLock,
  runProgram,
  requireProgram,
  refusal,
  usePackages,
} from './packages-harness.js';
import { RecordingHost } from '../support/recording-host.js';
import { waitForFailure, NOOP, buildRunSpec } from './python-harness.js';

const at = usePackages();

/** Starts a server that accepts connections and never answers. */
async function silentServer(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Matches the command line of a sandboxed fork server, but not those of its runs. */
const SANDBOXED_SERVER = /(bwrap|launch\.py)[^]*main\.py/;
/** Returns the command lines of the guests that can see a folder. */
const commands = (folder: string): string[] => processesGiven(folder).map(readCommand);
const installing = (folder: string): boolean =>
  commands(folder).some((line) => line.includes('packages.py'));
const servers = (folder: string): number[] =>
  processesGiven(folder).filter((pid) => SANDBOXED_SERVER.test(readCommand(pid)));

/** Returns a script that imports a module and returns its version. */
function importing(name: string): string {
  return `def run(params, reporter):\n    import ${name}\n    return ${name}.version\n`;
}

/** Runs code with these wheels on the shared runtime. */
async function outcomeWith(wheels: string[], code: string): Promise<RunOutcome> {
  const { runtime } = await at.shared();
  return runProgram(runtime, lockedBy(buildLock(at.index, ...wheels), code));
}

const DEAD_INDEX = 'http://ada:s%2Fecret@127.0.0.1:9/simple';
const NEW = ['leaf==2.0', 'thing==2.0'];
const OLD = ['leaf==1.0', 'thing==1.0'];
/** Packages in the same environment that must not harm a script that does not use them. */
const ODD = ['broken==1.0', 'legacy==1.0', 'thief==1.0'];

describe('a lock', () => {
  it('a lock holds the sorted exact versions and hashes of all required packages', async () => {
    const { runtime, folder } = await at.shared();
    const before = readdirSync(folder);
    const { lock } = await requireProgram(runtime, ['thing>=2', 'leaf']);
    expect(lock).toMatch(
      /^leaf==2\.0 --hash=sha256:[0-9a-f]{64}\nthing==2\.0 --hash=sha256:[0-9a-f]{64}\n$/,
    );
    expect(lock).toBe(buildLock(at.index, ...NEW));
    expect(readdirSync(folder)).toEqual(before);
  });

  it('a lock honours versions, extras and markers', async () => {
    const { runtime } = await at.shared();
    const names = async (...dependencies: string[]): Promise<string[]> => {
      const { lock } = await requireProgram(runtime, dependencies);
      return (lock ?? '').split('\n').flatMap((line) => line.split(' ')[0] || []);
    };
    const never = 'broken; python_version < "3"';
    expect(await names('thing<2', 'opt[more]', never)).toEqual([
      'leaf==1.0',
      'legacy==1.0',
      'opt==1.0',
      'thing==1.0',
    ]);
    expect((await requireProgram(runtime, [never])).lock).toBeNull();
  });

  it('a known lock is kept for the same source without asking the index', async () => {
    const runtime = await at.runtimeWith({ index: DEAD_INDEX });
    const lock = 'leaf==1.0 --hash=sha256:00\n';
    const result = await runtime.check(scriptWith(['leaf'], NOOP), 'project', { lock });
    expect(result).toMatchObject({ ok: true, program: { lock } });
  });

  const REFUSED: [string, string[], RegExp][] = [
    ['there is no such package', ['leaf', 'nosuch'], /requirement nosuch /],
    ['what one needs conflicts', ['opt', 'stubborn'], /stubborn 1\.0 depends on (leaf|thing)/],
    [
      'one has only its source',
      ['leaf', 'only-source'],
      /^only-source has no wheel .* only its source/,
    ],
  ];
  // More refusals of the same form, with other messages of pip.
  const ALSO_REFUSED: typeof REFUSED = [
    ['there is no such version', ['leaf', 'thing==9'], /thing==9 \(from versions: 1\.0, 2\.0\)/],
    ['two conflict', ['opt', 'leaf<2', 'leaf>1.5'], /conflicting dependencies/],
    ['a marker is invalid', ['opt', 'leaf; "a" in os_name and'], /[Mm]arker/],
  ];
  it.each([...REFUSED, ...sized(ALSO_REFUSED, [])])(
    'the dependencies of a script are refused: %s',
    async (_, dependencies, words) => {
      const { runtime, folder } = await at.shared();
      const before = readdirSync(folder);
      const error = await refusal(runtime, dependencies);
      expect(error).toMatchObject({ code: 'dependency_error', errors: [{ pointer: '/script' }] });
      const { message } = error as Error;
      expect(message).toMatch(words);
      expect(message).not.toMatch(/\/tmp|\/usr|file:|Traceback|ERROR:/);
      // The line of the requirement that could not be installed.
      if (dependencies.includes('nosuch')) expect(error).toMatchObject({ errors: [{ line: 4 }] });
      expect(readdirSync(folder)).toEqual(before);
      expect(existsSync(join(at.index.folder, 'HAS-RUN'))).toBe(false);
    },
  );

  it('an unreachable index is reported without its credentials', async () => {
    const runtime = await at.runtimeWith({ index: DEAD_INDEX });
    const error = await refusal(runtime, ['leaf']);
    expect(error).toMatchObject({ code: 'dependency_error' });
    const { message } = error as Error;
    expect(message).toMatch(/^The package index could not be reached: .*refused/);
    expect(message).not.toMatch(/ecret|ada/);
  });

  it('a lock is refused when its installer makes no progress', async () => {
    const silent = await silentServer();
    const { port } = silent.address() as AddressInfo;
    const index = `http://127.0.0.1:${port}/simple`;
    expect(
      await refusal(await at.runtimeWith({ index, timeoutMs: 5_000 }), ['leaf']),
    ).toMatchObject({
      code: 'dependency_error',
      message: 'The installer made no progress for 5 s.',
    });
    silent.close();
  });

  it('a lock can be resolved from a folder of wheels', async () => {
    const runtime = await at.runtimeWith({
      index: ['leaf', 'thing'].map((name) => join(at.index.folder, name)).join(' '),
    });
    const program = await requireProgram(runtime, ['thing']);
    expect(program.lock).toBe(buildLock(at.index, ...NEW));
    expect(await runProgram(runtime, program)).toEqual({ kind: 'success', result: '2.0' });
  });
});

describe('a run with packages', () => {
  it('a run imports its packages, even at the top level, and reports their installation', async () => {
    const { runtime } = await at.shared();
    const code =
      'import leaf\ndef run(params, reporter):\n    import thing\n    return [leaf.version, thing.version]\n';
    const program = lockedBy(buildLock(at.index, ...OLD), code);
    const host = new RecordingHost();
    expect(await runProgram(runtime, program, host)).toEqual({
      kind: 'success',
      result: ['1.0', '1.0'],
    });
    expect(host.events[0]).toBe('phase:Installing dependencies');
    expect(host.events.at(-1)).toBe('phase:Running');
    expect(host.logged('info')).toContain('Processing thing-1.0-py3-none-any.whl');
    const warm = new RecordingHost();
    await runProgram(runtime, program, warm);
    expect(warm.events).toEqual([]);
  });

  it('two runs with the same lock share an environment and its warm server', async () => {
    const { folder } = await at.shared();
    expect(await outcomeWith(NEW, importing('thing'))).toEqual({ kind: 'success', result: '2.0' });
    await until('the installer to end', () => !installing(folder));
    const one = servers(folder);
    expect(one.length).toBeGreaterThan(0);
    const environments = environmentsIn(folder);
    expect(await outcomeWith(NEW, importing('leaf'))).toMatchObject({ result: '2.0' });
    await until('no further server', () => servers(folder).every((pid) => one.includes(pid)));
    expect(environmentsIn(folder)).toEqual(environments);
  });

  it('concurrent runs with different locks each have their own versions', async () => {
    const outcomes = await Promise.all(
      [OLD, NEW, OLD].map((wheels) => outcomeWith(wheels, importing('thing'))),
    );
    expect(outcomes.map((one) => one.kind === 'success' && one.result)).toEqual([
      '1.0',
      '2.0',
      '1.0',
    ]);
  });

  it('a package cannot replace the standard library or the harness', async () => {
    const code =
      'import colorsys, encodings, json, metarun, site\ndef run(params, reporter):\n    import sys\n    return [m.__name__ for m in (colorsys, encodings, json, metarun, site)] + [sys.path[-1]]\n';
    expect(await outcomeWith(ODD, code)).toMatchObject({ kind: 'success' });
  });

  it('a run finds the modules that .pth files point to', async () => {
    expect(await outcomeWith(ODD, importing('legacy'))).toMatchObject({ result: '1.0' });
  });

  it('a package that fails on import fails the run with its own error', async () => {
    const { runtime } = await at.shared();
    const program = lockedBy(buildLock(at.index, ...ODD), `import broken\n${NOOP}`);
    const failure = await waitForFailure(
      runtime.start({ ...buildRunSpec(''), program }, new RecordingHost()),
    );
    expect(failure).toMatchObject({ code: 'script_error', message: 'ValueError: at import' });
    expect(failure.stack).toContain('import broken');
    expect(failure.stack).not.toContain('broken.py');
  });

  it('a run sees no packages of the machine or of other scripts', async () => {
    const { runtime } = await at.shared();
    await outcomeWith(ODD, NOOP);
    expect(await outcomeWith(NEW, importing('pip'))).toMatchObject({ code: 'script_error' });
    expect(await outcomeWith(NEW, importing('legacy'))).toMatchObject({
      message: expect.stringMatching(
        /^ModuleNotFoundError: No module named 'legacy'; if it is a package/,
      ),
    });
    const plain = { ...lockedBy('', importing('leaf')), lock: null };
    expect(await runProgram(runtime, plain)).toMatchObject({
      message: expect.stringMatching(/^ModuleNotFoundError: No module named 'leaf'; if it is/),
    });
  });

  it('a run fails as dependency_error when a wheel does not match its locked hash', async () => {
    const { runtime, folder } = await at.shared();
    const before = readdirSync(folder);
    const outcome = await runProgram(runtime, lockedBy(ANY_LOCK, NOOP));
    expect(outcome).toMatchObject({ kind: 'failed', code: 'dependency_error' });
    expect(outcome).toMatchObject({
      message: expect.stringMatching(/DO NOT MATCH THE HASHES.*leaf==1\.0/),
    });
    expect(outcome).toMatchObject({ message: expect.not.stringMatching(/\/tmp|file:/) });
    expect(readdirSync(folder)).toEqual(before);
  });

  it('a cancel during an installation ends the installer', async () => {
    const silent = await silentServer();
    const { port } = silent.address() as AddressInfo;
    const runtime = await at.runtimeWith({ index: `http://127.0.0.1:${port}/simple` });
    const program = lockedBy(ANY_LOCK, NOOP);
    const host = new RecordingHost();
    const handle = runtime.start({ ...buildRunSpec(''), program }, host);
    await host.reported('phase:Installing dependencies');
    await until('the installer', () => installing(at.folder));
    host.stop.request('cancelled', 5_000);
    expect(await waitForFailure(handle)).toMatchObject({ code: 'cancelled' });
    await until('the installer to end', () => !installing(at.folder));
    await until('nothing to be left', () => readdirSync(at.folder).length === 0);
    silent.close();
  });

  it('a run whose installer is killed is not started, and the next one installs its packages', async () => {
    const silent = await silentServer();
    const { port } = silent.address() as AddressInfo;
    const runtime = await at.runtimeWith({ index: `http://127.0.0.1:${port}/simple` });
    for (const program of ['packages.py', 'pip']) {
      const run = { ...buildRunSpec(''), program: lockedBy(ANY_LOCK, NOOP) };
      const { outcome } = runtime.start(run, new RecordingHost());
      const installer = await until('the installer', () =>
        processesGiven(at.folder).findLast((pid) => readCommand(pid).includes(program)),
      );
      process.kill(installer, 'SIGKILL');
      expect(await outcome).toEqual({
        kind: 'not_started',
        reason: 'The process that installs packages was killed by SIGKILL.',
      });
    }
    silent.close();
  });

  it('a run whose fork server does not come up is not started, and one that is cancelled ends at once', async () => {
    const guestDir = mkdtempSync(join(tmpdir(), 'hanging-guest-'));
    chmodSync(guestDir, 0o755);
    cpSync(PYTHON_SOURCE, guestDir, { recursive: true });
    const main = join(guestDir, 'main.py');
    const start = '    ForkServer(base';
    const source = readFileSync(main, 'utf8');
    expect(source).toContain(start);
    const hanging = `    if packages: __import__("time").sleep(600)\n${start}`;
    writeFileSync(main, source.replace(start, hanging));
    const packages = { folder: at.folder, index: at.index.url, uv: at.installer(10_000) };
    const runtime = makePythonRuntime({ guestDir, packages });
    const program = lockedBy(buildLock(at.index, 'opt==1.0'), NOOP);
    const host = new RecordingHost();
    const begin = (of: RecordingHost) => runtime.start({ ...buildRunSpec(''), program }, of);
    const [waiting, cancelled] = [begin(new RecordingHost()), begin(host)];
    await until('the fork server', () => servers(at.folder).length > 0);
    host.stop.request('cancelled', 60_000);
    expect(await waitForFailure(cancelled)).toMatchObject({ code: 'cancelled' });
    expect(servers(at.folder)).not.toEqual([]);
    expect(await waiting.outcome).toEqual({
      kind: 'not_started',
      reason: expect.stringMatching(/^Python is still starting after \d+ s\.$/),
    });
    await runtime.close();
    rmSync(guestDir, { recursive: true });
  });

  it('an installation continues for other runs when one waiting run is cancelled', async () => {
    const { runtime, folder } = await at.shared();
    const before = environmentsIn(folder).length;
    const program = lockedBy(buildLock(at.index, 'opt==1.0'), importing('opt'));
    const hosts = [new RecordingHost(), new RecordingHost()];
    const [first, second] = hosts.map((host) =>
      runtime.start({ ...buildRunSpec(''), program }, host),
    );
    await Promise.all(hosts.map((host) => host.reported('phase:Installing dependencies')));
    hosts[0]?.stop.request('cancelled', 0);
    expect(await first?.outcome).toMatchObject({ code: 'cancelled' });
    expect(await second?.outcome).toEqual({ kind: 'success', result: '1.0' });
    expect(environmentsIn(folder)).toHaveLength(before + 1);
  });

  it('the time of an installation does not count towards the timeout of the run', async () => {
    const runtime = await at.runtimeWith({ uv: at.fakeUv('uv-slow', 'sleep 2.5') });
    const run = {
      ...buildRunSpec('', {}, { timeout_ms: 2_000 }),
      program: lockedBy(ANY_LOCK, NOOP),
    };
    expect((await runtime.start(run, new RecordingHost()).outcome).kind).toBe('success');
  });
});
