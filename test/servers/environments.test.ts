/** Tests that metarun works in any environment or refuses to start with the reason. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from '@jest/globals';
import { makeControlGroup, removeControlGroup } from '../support/control-group.js';
import { expectEachKind } from '../support/inline-script.js';
import { sandbox } from '../support/sandbox.js';
import type { Answer, TestServer } from '../support/server.js';
import {
  CLI,
  reasonOfRefusal,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.js';

interface Environment {
  /** Shell commands before the start. The last may be another `exec … "$@"` if the server is not an ordinary user. */
  setup?: string;
  env?: Record<string, string>;
  /** True if only root can create the environment. */
  rooted?: boolean;
  /** Expected level of the sandbox; by default the best of this machine. */
  level?: number;
  /** Expected parts of the reason why the level is not higher. */
  advice?: RegExp;
}

const isRoot = process.getuid?.() === 0;
const BEST = sandbox.report.level;
const SETPRIV = isRoot ? 'setpriv --reuid=65534 --regid=65534 --clear-groups' : '';
/** Command that starts the server as an ordinary user. */
const ORDINARY = `${isRoot ? 'chown 65534:65534 "$METARUN_DATA_DIR"; ' : ''}exec ${SETPRIV} `;
/** Command that enters a user namespace which allows no further ones, and then drops its privileges. */
const NO_NAMESPACES = `${ORDINARY} unshare --user --map-user=65534 --map-group=65534 --keep-caps sh -c '
  echo 0 >/proc/sys/user/max_user_namespaces
  exec setpriv --inh-caps=-all --ambient-caps=-all --bounding-set=-all "$@"' sh "$@"`;
const IPV6_ALONE = 'ip link set lo up; ip address delete 127.0.0.1/8 dev lo';
const LIMIT_BYTES = 512 * 1024 * 1024;

const temporary = mkdtempSync(join(tmpdir(), 'metarun-env-'));
chmodSync(temporary, 0o1777);
const group = makeControlGroup(`metarun-environments-${process.pid}`);
afterAll(async () => {
  rmSync(temporary, { recursive: true });
  if (group !== null) await removeControlGroup(group);
});

/** Returns a folder with this program in it. */
function folderWith(name: string, program: string): string {
  const folder = mkdtempSync(join(temporary, 'bin-'));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, name), program, { mode: 0o755 });
  return folder;
}

/** Returns commands that hide a path from the server. */
const hidden = (path: string): string => `
  mount -t tmpfs layers /mnt
  mkdir /mnt/upper /mnt/work
  mount -t overlay -o lowerdir=${join(path, '..')},upperdir=/mnt/upper,workdir=/mnt/work over ${join(path, '..')}
  rm ${path}`;
/** Returns a command that mounts a file system at the folder for temporary files. */
const mounted = (options: string): string =>
  `mount -t tmpfs -o mode=1777,${options} small ${temporary}`;
const TMPDIR = { TMPDIR: temporary };

function start({ setup = '', env = {} }: Environment): Promise<ServerProcess> {
  const own = /\bexec\b.*"\$@"$/s.test(setup) ? setup : `${setup}\n${ORDINARY} "$@"`;
  const within = [...(isRoot ? ['unshare', '--mount'] : []), 'sh', '-ec', own, 'sh'];
  return startServerProcess(env, undefined, CLI, undefined, within);
}

async function expectWorks(
  environment: Environment,
  call = (server: ServerProcess): TestServer => server,
): Promise<void> {
  const { level = BEST, advice } = environment;
  const server = await start(environment);
  try {
    const inside = call(server);
    const { body } = await inside.call('GET', '/health/ready');
    expect(body).toMatchObject({
      details: {
        sandbox: { level, ...(advice && { advice: expect.stringMatching(advice) }) },
      },
    });
    await expectEachKind(inside, level > 1);
  } finally {
    await server.stop();
  }
}

/** Returns a PATH with an interpreter named `python3`. */
function pythonOnPath(): string {
  const folder = folderWith('unused', '');
  symlinkSync(realpathSync('/usr/bin/python3'), join(folder, 'python3'));
  return `${folder}:${process.env['PATH'] ?? ''}`;
}

const WORKING: Record<string, Environment> = {
  'without HOME, of a user without an entry': {
    setup: `unset HOME\n${ORDINARY.replaceAll('65534', '12345')} "$@"`,
  },
  'with umask 077, of root where root starts it': { setup: 'umask 077; exec "$@"' },
  'in the C locale': { env: { LC_ALL: 'C', LANG: 'C' } },
  'in a locale that the machine lacks': { env: { LC_ALL: 'xx_XX.UTF-8' } },
  'on one processor': { setup: 'taskset --pid 1 $$ >/dev/null' },
  'with a TMPDIR that runs no programs': {
    setup: mounted('noexec,nosuid,nodev'),
    env: TMPDIR,
    rooted: true,
  },
  'with a TMPDIR of 1 MB that is full': {
    setup: `${mounted('size=1m')}; cat /dev/zero >${temporary}/all 2>/dev/null || true`,
    env: TMPDIR,
    rooted: true,
  },
  'with a python3 on PATH alone': {
    setup: hidden('/usr/bin/python3'),
    env: { PATH: pythonOnPath() },
    rooted: true,
  },
  'of a user who may make no namespaces': {
    setup: NO_NAMESPACES,
    level: 1,
    advice: /max_user_namespaces/,
  },
  'of root without a capability': {
    setup: 'exec setpriv --bounding-set=-all --inh-caps=-all "$@"',
    rooted: true,
    level: 1,
    advice: /ordinary user/,
  },
  'of root of a user namespace with one id': {
    setup: `${ORDINARY} unshare --user --map-root-user "$@"`,
  },
};

for (const [name, environment] of Object.entries(WORKING))
  (environment.rooted && !isRoot ? it.skip : it)(`a server runs each kind of script ${name}`, () =>
    expectWorks(environment),
  );

(group === null ? it.skip : it)(
  'a server runs each kind of script with 512 MB of memory',
  async () => {
    const file = ['memory.max', 'memory.limit_in_bytes']
      .map((name) => join(group ?? '', name))
      .find(existsSync);
    writeFileSync(file ?? '', String(LIMIT_BYTES));
    await expectWorks({ setup: `echo $$ >${group}/cgroup.procs` });
  },
);

(isRoot ? it : it.skip)('a server runs each kind of script on a machine that has IPv6 alone', () =>
  expectWorks(
    {
      setup: `exec unshare --net sh -ec '${IPV6_ALONE}; exec "$@"' sh "$@"`,
      env: { METARUN_HOST: '::1' },
    },
    fromItsNetwork,
  ),
);

it.each(otherPythons())('a server runs each kind of script with Python %s', (_, python) =>
  expectWorks({ setup: 'exec "$@"', env: { METARUN_PYTHON: python } }),
);

/** Returns the Python of this machine, and those from 3.9 on that pyenv has installed. */
function otherPythons(): [version: string, path: string][] {
  const folder = join(homedir(), '.pyenv/versions');
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  const found = versions.filter((name) => /^3\.(9|\d\d)\./.test(name));
  return [
    ['of this machine', '/usr/bin/python3'],
    ...found.map((name): [string, string] => [name, join(folder, name, 'bin/python3')]),
  ];
}

/** Returns a client that calls the server from inside its network namespace. */
function fromItsNetwork(server: ServerProcess): TestServer {
  const asks = `const [url, method, token, body] = process.argv.slice(1);
    const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
    const answer = await fetch(url, { method, headers, ...(body && { body }) });
    console.log(JSON.stringify({ status: answer.status, body: await answer.json() }));`;
  const { adminToken, apiKey, dataDir, env, url, pid } = server;
  return {
    adminToken,
    apiKey,
    dataDir,
    env,
    url,
    stop: () => server.stop(),
    call: async <Body>(method: string, path: string, { body }: { body?: unknown } = {}) => {
      const token = path.startsWith('/external/') ? apiKey : adminToken;
      const program = [
        process.execPath,
        '--input-type=module',
        '-e',
        asks,
        '--',
        url + path,
        method,
        token,
      ];
      const { stdout } = await promisify(execFile)('nsenter', [
        `--net=/proc/${pid}/ns/net`,
        ...program,
        ...(body === undefined ? [] : [JSON.stringify(body)]),
      ]);
      return JSON.parse(stdout) as Answer<Body>;
    },
  };
}

const OLD_PYTHON = folderWith(
  'python3',
  `#!/bin/sh\n[ "$3" = -c ] && echo '{"version": [3, 8, 18]}'\n`,
);

/** Settings for the sandbox made by Python. With bubblewrap, a server without Python still runs other languages. */
const WITHOUT_BWRAP = { METARUN_SANDBOX: 'namespaces' };

it.each<[name: string, reason: RegExp, environment: Environment]>([
  [
    'with a TMPDIR that does not exist',
    /Nothing can be written to \/nowhere: .*TMPDIR/s,
    { env: { TMPDIR: '/nowhere' } },
  ],
  [
    'with a python3 that is too old',
    /is Python 3\.8\. METARUN_PYTHON names the interpreter, 3\.9 or later/,
    { env: { ...WITHOUT_BWRAP, METARUN_PYTHON: join(OLD_PYTHON, 'python3') } },
  ],
  [
    'without a python3',
    /there is no \/nowhere\/python3\. METARUN_PYTHON/,
    { env: { ...WITHOUT_BWRAP, METARUN_PYTHON: '/nowhere/python3' } },
  ],
  [
    'without namespaces where a sandbox is demanded',
    /has level 1, and METARUN_SANDBOX_MIN_LEVEL asks for 2.*max_user_namespaces/,
    { setup: NO_NAMESPACES, env: { METARUN_SANDBOX_MIN_LEVEL: '2' } },
  ],
])('a server refuses to start %s, and says so', async (_, reason, environment) => {
  expect(await reasonOfRefusal(start(environment))).toMatch(reason);
});

(isRoot ? it : it.skip)(
  'a server refuses to start with a data folder on a disk that is full, and says so',
  async () => {
    const setup = 'mount -t tmpfs -o size=256k small "$METARUN_DATA_DIR"; exec "$@"';
    expect(await reasonOfRefusal(start({ setup }))).toMatch(/database or disk is full/);
  },
);

(isRoot ? it : it.skip)(
  'a server refuses to start with a TMPDIR that takes no further file, and says so',
  async () => {
    const full = { setup: mounted('nr_inodes=1'), env: TMPDIR };
    expect(await reasonOfRefusal(start(full))).toMatch(
      /Nothing can be written to .*: ENOSPC.*Free some space/s,
    );
  },
);

(isRoot ? it : it.skip)(
  'a server refuses to start on 127.0.0.1 where there is IPv6 alone, and says so',
  async () => {
    const setup = `exec unshare --net sh -ec '${IPV6_ALONE}; exec "$@"' sh "$@"`;
    expect(await reasonOfRefusal(start({ setup }))).toMatch(
      /Cannot listen on 127\.0\.0\.1:0 .* METARUN_HOST/,
    );
  },
);
