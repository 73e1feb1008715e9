/** Tests runs in containers: what a script sees, its limits, its end and its traces. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunLimits } from '../../src/sandbox/runtime/protocol.js';
import type { RunOutcome, RunSpec } from '../../src/sandbox/runtime/runtime.js';
import { Orphans } from '../../src/sandbox/containers/orphans.js';
import { containerName, ContainerEngine } from '../../src/sandbox/containers/container-engine.js';
import { OWNER_LABEL, ownLabels } from '../../src/sandbox/containers/container-owner.js';
import { engineEnvironment } from '../../src/base/config/engine-environment.js';
import { buildScript, buildRunSpec } from '../runtime/python-harness.js';
import {
  type ContainerRuns,
  found,
  openContainerRuns,
} from '../support/containers/container-runs.js';
import { RUNNING, STARTING } from '../support/containers/on-image.js';
import { NEEDED, PROBE, PYTHON_PROBE, SEEN } from '../support/machine-view.js';
import { requireResult } from '../support/outcome.js';
import { RecordingHost } from '../support/recording-host.js';
import { body } from '../support/typescript-runs.js';
import { until } from '../support/until.js';
import { startWebServer } from '../support/web-server.js';

let runs: ContainerRuns;
beforeAll(async () => {
  runs = await openContainerRuns({ METARUN_NETWORK_RANGES: '127.0.0.1/32' });
});
afterAll(() => runs.close());

interface Options {
  limits?: Partial<RunLimits>;
  host?: RecordingHost;
  network?: RunSpec['network'];
}

function start(spec: RunSpec, language: 'python' | 'typescript', options: Options) {
  // Scripts that use the workspace folder get an empty list of files.
  const { host = new RecordingHost(async () => []), network = null } = options;
  return runs.runtimes.get(language).start({ ...spec, network, image: runs.image }, host);
}

function python(script: string, options: Options = {}): Promise<RunOutcome> {
  return start(buildRunSpec(buildScript(script), {}, options.limits), 'python', options).outcome;
}

async function typescript(code: string, options: Options = {}): Promise<RunOutcome> {
  const script = `import child from 'node:child_process';\nimport fs from 'node:fs';\nimport http from 'node:http';\n${body(code)}`;
  const checked = await runs.runtimes.get('typescript').check(script, 'p', { engine: 'image' });
  if (!checked.ok) throw new Error(checked.diagnostics[0].message);
  const spec = { ...buildRunSpec('', {}, options.limits), program: checked.program };
  return start({ ...spec, engine: 'node' }, 'typescript', options).outcome;
}

/** Code that prints the user, the rights and the writable folders of its process. */
const STANDING = `
status = dict(line.split(":\\t", 1) for line in open("/proc/self/status").read().splitlines() if ":\\t" in line)
import os
def can_write(path):
    try:
        open(path + "/new", "w").close()
        return True
    except OSError:
        return False
return {
    "rights": [status[name] for name in ("CapEff", "CapBnd", "NoNewPrivs", "Seccomp")],
    "user": [os.getuid(), os.getgid(), os.getgroups()],
    "interfaces": [line.split(":")[0].strip() for line in open("/proc/net/dev") if ":" in line],
    "writable": [path for path in ("/", "/etc", "/usr", "/metarun", "/run", "/tmp", "/workspace") if can_write(path)],
    "metarun": sorted(name for name in os.environ if name.startswith("METARUN")),
}`;

/** Reports of a run that must wait for its container. */
const WAITED = [`phase:${STARTING}`, `phase:${RUNNING}`];
/** Code that returns whether its guest was loaded from compiled code, and where imports look for compiled code. */
const COMPILED = `
import glob, sys
return [len(glob.glob("/metarun-compiled/metarun/metarun_guest/*.pyc")) > 20, sys.pycache_prefix]`;

describe('a run in a container', () => {
  it('a run in a container loads its guest from code that its image has compiled once', async () => {
    const compiled = async (): Promise<unknown> => {
      const outcome = await python(COMPILED);
      return outcome.kind === 'success' ? outcome.result : outcome;
    };
    await until('compiled code', async () => JSON.stringify(await compiled()) === '[true,null]');
    expect(runs.warnings).toEqual([]);
  });

  it('a run in a container has no rights and no network, writes only to memory and logs its output', async () => {
    expect(await python(STANDING)).toEqual({
      kind: 'success',
      result: {
        rights: ['0000000000000000', '0000000000000000', '1', '2'],
        user: [65_534, 65_534, [65_534]],
        interfaces: ['lo'],
        writable: ['/tmp', '/workspace'],
        metarun: [],
      },
    });
    const host = new RecordingHost();
    const printed =
      'import os, sys\nprint("one")\nos.system("echo two; echo three >&2")\nreturn sys.stdin.read()';
    expect(await python(printed, { host })).toEqual({ kind: 'success', result: '' });
    expect(host.events.filter((event) => !WAITED.includes(event)).toSorted()).toEqual([
      'info:one',
      'info:two',
      'warning:three',
    ]);
    const programs = 'return child.execSync("cat /proc/1/comm; id -u").toString()';
    expect(await typescript(programs)).toEqual({
      kind: 'success',
      result: expect.stringMatching(/^\w+\n65534\n$/),
    });
  });

  it('a run in a container of Podman sees in /proc what the list of all guests has, and no more', async () => {
    if (runs.engine.about.engine !== 'podman') return;
    for (const outcome of [await python(PYTHON_PROBE), await typescript(`${PROBE}return seen;`)]) {
      const names = requireResult(outcome) as string[];
      expect(names.filter((name) => !SEEN.includes(name))).toEqual([]);
      expect(names).toEqual(expect.arrayContaining(NEEDED));
    }
  });

  it('a run in a container ends at each of its limits, together with all its processes', async () => {
    const MIB = 1024 * 1024;
    const describeOutcome = async (outcome: Promise<RunOutcome>): Promise<string> => {
      const ended = await outcome;
      return ended.kind === 'failed' ? `${ended.code}: ${ended.message}` : ended.kind;
    };
    const limits = { memory_bytes: 64 * MIB };
    expect(
      await Promise.all([
        describeOutcome(python('return len(bytearray(400 << 20))', { limits })),
        describeOutcome(
          python(
            'import subprocess\nsubprocess.run(["python3", "-c", "bytearray(400 << 20)"])\nimport time\ntime.sleep(60)',
            { limits },
          ),
        ),
        describeOutcome(
          python(
            'open("/tmp/large", "wb").write(bytes(40 << 20))\nopen("/workspace/large", "wb").write(bytes(90 << 20))\nimport time\ntime.sleep(60)',
            { limits },
          ),
        ),
        describeOutcome(python('while True: pass', { limits: { cpu_ms: 400 } })),
        describeOutcome(python('import time\ntime.sleep(100)', { limits: { timeout_ms: 1_000 } })),
        describeOutcome(python('import os\nos._exit(7)')),
      ]),
    ).toEqual([
      expect.stringMatching(/^out_of_memory: /),
      expect.stringMatching(/^out_of_memory: /),
      expect.stringMatching(/^out_of_memory: /),
      'cpu_limit: The run passed its limit of 0.4 s of CPU time (cpu_seconds) and was stopped.',
      'timeout: The run passed its timeout of 1 s and was stopped.',
      'script_crashed: The script ended its process with exit code 7, before `run` returned.',
    ]);
    const forks =
      'import os\ncount = 0\ntry:\n    while True:\n        if os.fork() == 0:\n            import time\n            time.sleep(600)\n        count += 1\nexcept OSError as error:\n    return [count < 200, error.errno]';
    expect(await python(forks, { limits: { memory_bytes: 400 * MIB } })).toEqual({
      kind: 'success',
      result: [true, 11],
    });
    expect(
      await Promise.all([
        describeOutcome(
          typescript('const all: any[] = []; for (;;) all.push(Buffer.alloc(1 << 20, 1));', {
            limits,
          }),
        ),
        describeOutcome(typescript('for (;;);', { limits: { timeout_ms: 1_000 } })),
        describeOutcome(typescript('process.exit(3)')),
      ]),
    ).toEqual([
      expect.stringMatching(/^out_of_memory: /),
      'timeout: The run passed its timeout of 1 s and was stopped.',
      'script_error: The script ended its process with exit code 3, before `run` returned.',
    ]);
    await until('the end of all that ran', async () => {
      const names = await runs.engine.list(OWNER_LABEL);
      return names.length <= 8 && names.every((name) => runs.engine.live.has(name));
    });
  });

  it('a run in a container finds nothing of the previous run', async () => {
    const plant =
      'import os\nfor path in ("/tmp/left", "/workspace/left", "/dev/shm/left"):\n    open(path, "w").write("left")\nos.system("sleep 600 &")';
    const look =
      'import os\nreturn [[sorted(os.listdir(path)) for path in ("/tmp", "/workspace", "/dev/shm")], sum(pid.isdigit() for pid in os.listdir("/proc"))]';
    const before = await python(look);
    expect(await python(plant)).toMatchObject({ kind: 'success' });
    expect(before).toMatchObject({
      kind: 'success',
      result: [[['.workspace', 'work'], [], []], 2],
    });
    expect(await python(look)).toEqual(before);
  });

  it('a run in a container reaches only allowed hosts, in both languages', async () => {
    const web = await startWebServer();
    const session = runs.egress.open({
      policy: 'restricted',
      hosts: [{ host: '127.0.0.1', below: false, port: web.port }],
    });
    const network = session?.access ?? null;
    const url = `http://127.0.0.1:${web.port}/hello`;
    const inPython = `import urllib.request\ntry:\n    return urllib.request.urlopen("${url}").status\nexcept OSError as error:\n    return str(error)`;
    const inTypescript = `return new Promise((resolve) => http.get("${url}", (answer: any) => resolve(answer.statusCode)).on("error", (error: any) => resolve(error.code)));`;
    expect(
      await Promise.all([
        python(inPython, { network }),
        typescript(inTypescript, { network }),
        python(inPython),
        typescript(inTypescript),
      ]),
    ).toEqual([
      { kind: 'success', result: 200 },
      { kind: 'success', result: 200 },
      { kind: 'success', result: expect.stringContaining('no network') },
      { kind: 'success', result: 'EACCES' },
    ]);
    session?.close();
    await web.close();
  });

  it('the CPU time and the memory of a run in a container are measured', async () => {
    await python('return 1');
    await until(
      'a container that waits',
      async () => (await runs.engine.list(OWNER_LABEL)).length > 0,
    );
    const host = new RecordingHost();
    const handle = start(
      buildRunSpec(buildScript('data = bytearray(30 << 20)\nfor _ in range(10**6): pass')),
      'python',
      { host },
    );
    expect(await handle.outcome).toMatchObject({ kind: 'success' });
    const usage = await handle.usage;
    expect(usage?.cpuMs).toBeGreaterThan(5);
    expect(usage?.peakMemoryBytes).toBeGreaterThan(20 << 20);
  });
});

it('a run that waits for its container shows a phase, and another once it has one', async () => {
  const host = new RecordingHost();
  const limits = { memory_bytes: 77 * 1024 * 1024 };
  expect(await python('return 1', { host, limits })).toMatchObject({ kind: 'success' });
  expect(host.events).toEqual(WAITED);
});

describe('where a container cannot be had', () => {
  it('a run without a container reports that its image is gone, or the error of the engine', async () => {
    const digest = `sha256:${'5'.repeat(64)}`;
    const spec = { ...buildRunSpec(buildScript('return 1')), image: { digest, pinned: digest } };
    const host = new RecordingHost();
    expect(await runs.runtimes.get('python').start(spec, host).outcome).toMatchObject({
      kind: 'failed',
      code: 'sandbox_error',
      message: expect.stringContaining(
        `The image ${digest} is not on this machine any more (image_gone)`,
      ),
    });
    expect(host.events).toEqual([`phase:${STARTING}`]);
    const broken = await openContainerRuns({
      METARUN_CONTAINER_RUN_ARGS: '--runtime /no/such/runtime',
    });
    const failed = { ...buildRunSpec(buildScript('return 1')), image: broken.image };
    expect(await broken.runtimes.get('python').start(failed, host).outcome).toMatchObject({
      kind: 'failed',
      code: 'sandbox_error',
      message: expect.stringMatching(/^The container of the run could not be started: .*runtime/),
    });
    await broken.close();
  });
});

describe('containers that nothing needs', () => {
  it('containers of dead servers and lost containers are removed, and no others', async () => {
    const made: string[] = [];
    const leave = async (labels: Record<string, string>): Promise<string> => {
      const engine = await ContainerEngine.open(runs.engine.about.engine, {
        args: found.args,
        runArgs: [...found.runArgs, '--detach'],
        env: engineEnvironment(),
        labels: { ...ownLabels(), ...labels },
        seccomp: null,
      });
      const name = containerName();
      const limits = { memoryBytes: 64 * 1024 * 1024, processes: 8, cpuSeconds: 0 };
      const command = ['sleep', '600'] as const;
      await engine.runOnce(
        { image: runs.image.pinned, name, command, limits },
        { timeoutMs: 60_000 },
      );
      made.push(name);
      return name;
    };
    const lost = await leave({});
    const ofTheDead = await leave({ [OWNER_LABEL]: '1234567.1' });
    const ofAnother = await leave({ [OWNER_LABEL]: `1.${await startOfInit()}` });
    await new Orphans(runs.engine, (error) => {
      throw error;
    }).remove();
    const names = await runs.engine.list(OWNER_LABEL);
    expect(made.filter((name) => names.includes(name))).toEqual([ofAnother]);
    expect(names).not.toContain(lost);
    expect(names).not.toContain(ofTheDead);
    await runs.engine.remove(ofAnother);
  });
});

/** Returns the start time of the machine's first process, which is certain to be alive. */
async function startOfInit(): Promise<string> {
  const stat = await readFile('/proc/1/stat', 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
