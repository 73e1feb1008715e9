/** Tests the image as docs/hosting.md builds and starts it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/markdown.js';
import { LANGUAGES, NO_OP } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import type { Shell } from '../support/shell.js';
import { createMetaTask, createTask, readTask, runScript, taskWhen } from '../support/tasks.js';
import { serverIn } from './container.js';
import { buildOptions, IMAGE, mustPodman, podman, say } from './engine.js';
import { buildImage, containerBlocks, executeBlocks, readersShell } from './page.js';
import { freePort } from '../support/ports.js';

const MIB = 1024 * 1024;
const CLONE = 'localhost/metarun-clone';
/** Maximum size of the image, in MiB. */
const MOST_MIB = 700;
const PROFILE = join(ROOT, 'deploy/seccomp.json');
/** Options of the page for further containers. */
const OPTIONS = [
  ['--security-opt', `seccomp=${PROFILE}`],
  ['--security-opt', 'systempaths=unconfined'],
  ['--security-opt', 'no-new-privileges'],
  ['--cap-drop', 'ALL'],
  ['--read-only', '--tmpfs', '/tmp'],
].flat();

/** Blocks of the page: the one that starts the server, those that use it, and those that stop it. */
const blocks = containerBlocks();
const start = blocks.slice(0, 1);
const stop = blocks.findIndex(({ text }) => text.includes('podman stop'));

const folder = mkdtempSync(join(tmpdir(), 'metarun-image-'));
let shell: Shell;
let port: number;
let server: TestServer;

beforeAll(async () => {
  await remove();
  await buildImage(folder);
  port = await freePort();
  shell = readersShell(join(folder, 'package'));
  await executeBlocks(start, shell, page());
  server = await serverIn('metarun', port);
}, 1_200_000);
afterAll(async () => {
  shell.end();
  await remove();
  rmSync(folder, { recursive: true, force: true });
});

async function remove(): Promise<void> {
  await podman(['rm', '--force', '--volumes', 'metarun']);
  await podman(['volume', 'rm', '--force', 'metarun']);
  await podman(['image', 'rm', '--force', CLONE]);
  // Layers of the last hour are kept for the next build.
  await podman(['image', 'prune', '--force', '--filter', 'until=1h']);
}

function page(): string {
  return `http://127.0.0.1:${port}`;
}

/** Runs a container that must fail and returns its error output. */
async function refusal(options: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await podman(['run', '--rm', ...options, IMAGE]);
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: '' });
  return stderr;
}

function inside(command: string): Promise<string> {
  return mustPodman(['exec', 'metarun', 'sh', '-c', command]);
}

describe('the image', () => {
  it('the image is small, runs as an ordinary user and has no build tools', async () => {
    const size = Number(await mustPodman(['image', 'inspect', '--format', '{{.Size}}', IMAGE]));
    const base = await mustPodman([
      'image',
      'inspect',
      '--format',
      '{{.Size}}',
      'docker.io/library/debian:bookworm-slim',
    ]);
    say(`the image has ${mib(size)} MiB, its base ${mib(Number(base))} of them`);
    expect(size / MIB).toBeLessThan(MOST_MIB);
    expect(await inside('id -u; id -g')).toBe('1000\n1000');
    const tools =
      'for name in npm gcc cc make git curl jest esbuild nest; do command -v $name; done; true';
    expect(await inside(tools)).toBe('');
    expect(await inside('ls /opt/metarun/node_modules/metarun')).not.toMatch(/src|test|scripts/);
  });

  it('the image can also be built from a clone', async () => {
    say('building the image from the clone …');
    // Cached layers would stay for each state of the clone.
    const options = ['--layers=false', '--format', 'docker', ...buildOptions(), '-t', CLONE];
    await mustPodman(['build', ...options, '-f', join(ROOT, 'deploy/Dockerfile'), ROOT], 900_000);
    const version = ['run', '--rm', '--network', 'none', CLONE, '--version'];
    expect(await mustPodman(version)).toBe(await mustPodman(['run', '--rm', IMAGE, '--version']));
  });
});

describe('a container of it', () => {
  it('the container does what the commands of the page show', async () => {
    await executeBlocks(blocks.slice(1, stop), shell, page());
  });

  it('the container has sandbox level 3 as an ordinary user without capabilities on a read-only root', async () => {
    const { body } = await server.call<{ details: { sandbox: object } }>('GET', '/health/ready');
    expect(body.details.sandbox).toMatchObject({ level: 3, kind: 'bubblewrap', advice: null });
    expect(await inside('grep -E "^(Cap(Eff|Bnd)|NoNewPrivs|Seccomp):" /proc/1/status')).toBe(
      'CapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2',
    );
    expect(await inside('touch /opt/x /etc/x 2>&1 || true')).toMatch(/Read-only[^]*Read-only/);
  });

  it('the container passes its health check', async () => {
    expect((await podman(['healthcheck', 'run', 'metarun'])).code).toBe(0);
  });

  it.each(LANGUAGES)('the container runs a script in %s', async (language) => {
    const task = await runScript(server, language, NO_OP[language]);
    expect(task).toMatchObject({ status: 'success', error_message: null });
  });

  it('the container converts a document', async () => {
    const form = new FormData();
    form.append('file', new Blob(['<h1>Hello</h1>']), 'a.html');
    const sent = await fetch(`${server.url}/external/v1/projects/default/files/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.apiKey}` },
      body: form,
    });
    expect(sent.status).toBe(201);
    const { body } = await server.call<{ details: { conversion: object } }>('GET', '/health/ready');
    expect(body.details.conversion).toMatchObject({ status: 'up' });
  });

  it('a hostile script sees nothing of the machine or of the container', async () => {
    const { result } = await runScript(
      server,
      'python',
      `import ctypes, errno, os, socket
def tried(call, *args):
    try:
        return str(call(*args))
    except OSError as error:
        return errno.errorcode.get(error.errno, "?")
def run(params, reporter):
    libc = ctypes.CDLL(None, use_errno=True)
    def called(name, *args):
        return "done" if getattr(libc, name)(*args) >= 0 else errno.errorcode[ctypes.get_errno()]
    return {
        "users": open("/etc/passwd").read().count("\\n"),
        "files": [at for at in ("/var/lib/metarun", "/etc/shadow", "/root", "/home", "/sys", "/opt/metarun/node_modules/metarun/package.json") if os.path.exists(at)],
        "processes": len([name for name in os.listdir("/proc") if name.isdigit()]),
        "kernel": [tried(open, at, "w") for at in ("/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/sys/kernel/hostname")],
        "memory": tried(open, "/proc/kcore", "rb"),
        "network": tried(socket.create_connection, ("127.0.0.1", 8080), 2),
        "unshare": called("unshare", 0x10000000),
        "mount": called("mount", b"none", b"/tmp", b"tmpfs", 0, None),
        "chroot": called("chroot", b"/tmp"),
        "user": os.getuid(),
        "environment": sorted(os.environ),
    }
`,
    );
    expect(result).toMatchObject({
      // The sandbox defines these users, not the image.
      users: 2,
      files: [],
      kernel: [
        expect.stringMatching(/^(EACCES|EROFS|EPERM|ENOENT)$/),
        expect.stringMatching(/^(EACCES|EROFS|EPERM|ENOENT)$/),
        expect.stringMatching(/^(EACCES|EROFS|EPERM|ENOENT)$/),
      ],
      memory: expect.stringMatching(/^(EACCES|EPERM|ENOENT)$/),
      network: expect.stringMatching(/^(ECONNREFUSED|ENETUNREACH|EPERM|EACCES)$/),
      unshare: 'EPERM',
      mount: 'EPERM',
      chroot: 'EPERM',
      environment: ['HOME', 'LANG', 'PATH', 'TMPDIR'],
    });
    expect((result as { processes: number }).processes).toBeLessThan(4);
  });

  it('the container leaves no zombie process behind', async () => {
    const hostile = await createMetaTask(
      server,
      'python',
      'import os, signal, time\ndef run(params, reporter):\n    if os.fork() == 0:\n        time.sleep(600)\n    os.kill(os.getpid(), signal.SIGKILL)\n',
    );
    const ids = await Promise.all(Array.from({ length: 4 }, () => createTask(server, hostile)));
    for (const id of ids) expect(await taskWhen(server, id)).toMatchObject({ status: 'failed' });
    // The first process of a killed sandbox is left to process 1.
    await inside(
      'kill -9 $(grep -l "^bwrap$" /proc/[0-9]*/comm | cut -d/ -f3) 2>/dev/null; sleep 2',
    );
    expect(await inside('grep -l "^State:.Z" /proc/[0-9]*/status 2>/dev/null || true')).toBe('');
    expect(await runScript(server, 'python', NO_OP.python)).toMatchObject({ status: 'success' });
  });

  it('the container stops gracefully, and a new one on its volume loses no task', async () => {
    const waits = `import time
def run(params, reporter):
    reporter.set_phase("Working")
    if reporter.task.attempt == 1 and params["seconds"] > 60:
        time.sleep(params["seconds"])
    time.sleep(min(params["seconds"], 6))
    return "done"
`;
    const metaTask = await createMetaTask(server, 'python', waits, { timeout_seconds: 600 });
    const short = await createTask(server, metaTask, { seconds: 6 });
    const long = await createTask(server, metaTask, { seconds: 300 });
    for (const id of [short, long])
      await taskWhen(server, id, ({ current_phase: phase }) => phase === 'Working');
    const { adminToken, apiKey } = server;
    await executeBlocks(blocks.slice(stop), shell, page());
    await executeBlocks(start, shell, page());
    server = await serverIn('metarun', port, { adminToken, apiKey });
    const { body } = await readTask(server, short);
    expect(body).toMatchObject({ status: 'success', result: 'done', attempt: 1 });
    // The task was released, which does not count as an attempt.
    await taskWhen(server, long, ({ current_phase: phase }) => phase === 'Working');
    expect(
      (await server.call('POST', `/external/v1/projects/default/tasks/${long}/cancel`)).status,
    ).toBe(200);
  });
});

describe('a start is refused, and says what to do,', () => {
  const advice = '--security-opt seccomp=seccomp.json --security-opt systempaths=unconfined';

  it('a start with the default seccomp profile is refused with advice', async () => {
    const said = await refusal(['--cap-drop', 'ALL', '--security-opt', 'systempaths=unconfined']);
    expect(said).toContain('METARUN_SANDBOX_MIN_LEVEL asks for 3');
    expect(said).toContain('bubblewrap does not work here (bwrap: ');
    expect(said.split(advice)).toHaveLength(2);
  });

  it('a start beside a partly covered /proc is refused with advice', async () => {
    const said = await refusal(['--cap-drop', 'ALL', '--security-opt', `seccomp=${PROFILE}`]);
    expect(said).toContain("bwrap: Can't mount proc");
    expect(said.split(advice)).toHaveLength(2);
  });

  it('a start as root is refused with advice', async () => {
    const said = await refusal([...OPTIONS, '--user', '0', '-e', 'METARUN_DATA_DIR=/tmp/data']);
    expect(said).toContain('start a container as an ordinary user');
  });

  it('a start on a data folder of another user is refused', async () => {
    const other = mkdtempSync(join(tmpdir(), 'metarun-other-'));
    const said = await refusal([...OPTIONS, '-v', `${other}:/var/lib/metarun`]);
    expect(said).toContain('/var/lib/metarun');
    rmSync(other, { recursive: true });
  });
});

describe('the seccomp profile', () => {
  it('the seccomp profile allows nothing beyond the default one but what bubblewrap needs', () => {
    const own = readRules(PROFILE);
    const engine = readRules('/usr/share/containers/seccomp.json');
    const allowed = engine.filter(({ action, includes, args }) => {
      const always = includes?.caps === undefined && (args ?? []).length === 0;
      return action === 'SCMP_ACT_ALLOW' && always;
    });
    const names = new Set(allowed.flatMap((rule) => rule.names));
    const more = own.flatMap((rule) => rule.names).filter((name) => !names.has(name));
    // Both profiles allow sockets of some families.
    expect([...new Set(more)].sort()).toEqual(['chroot', 'sethostname', 'socket']);
  });

  it.each(bubblewrapCalls())('bubblewrap does not work without the call %s', async (name) => {
    const profile = JSON.parse(readFileSync(PROFILE, 'utf8')) as { syscalls: Rule[] };
    for (const rule of profile.syscalls) rule.names = rule.names.filter((other) => other !== name);
    const file = join(folder, 'without.json');
    profile.syscalls = profile.syscalls.filter((rule) => rule.names.length > 0);
    // The call also creates threads, which must remain allowed.
    if (name === 'clone')
      profile.syscalls.push({
        names: [name],
        action: 'SCMP_ACT_ALLOW',
        args: [{ index: 0, value: 0x7e020000, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }],
      });
    writeFileSync(file, JSON.stringify(profile));
    const options = [...OPTIONS.slice(2), '--security-opt', `seccomp=${file}`];
    expect(await refusal(options)).toContain('bubblewrap does not work here');
  });
});

interface Rule {
  names: string[];
  action: string;
  comment?: string;
  includes?: { caps?: string[] };
  args?: object[] | null;
}

function readRules(file: string): Rule[] {
  return (JSON.parse(readFileSync(file, 'utf8')) as { syscalls: Rule[] }).syscalls;
}

function bubblewrapCalls(): string[] {
  return readRules(PROFILE).find(({ comment }) => comment?.includes('bubblewrap'))?.names ?? [];
}

function mib(bytes: number): number {
  return Math.round(bytes / MIB);
}
