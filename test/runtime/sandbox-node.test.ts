/** The environment of a script that has escaped from V8, tested by processes in the sandbox of a TypeScript runner. */
import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { checkerGuest } from '../../src/sandbox/runtime/typescript/typescript-guests.js';
import { spawnGuest } from '../../src/sandbox/runtime/sandbox/spawn-guest.js';
import { found } from '../support/in-place-of-guest.js';
import { alive, listDescendants, noneNames } from '../support/processes.js';
import { sandbox, TYPESCRIPT_GUEST } from '../support/sandbox.js';

/** Maximum time (ms) until a sandbox encloses its guest. If it is killed earlier, the guest may survive. */
const MOST_MS = 15;
const KILLED = 150;

/**
 * Returns whether a uid, as seen by a guest, is the expected one. If the server runs as root, each guest has a separate
 * user; else it has the user of the server, which it sees as 'nobody'.
 */
const isItsUser = (uid: unknown): boolean =>
  sandbox.ownUsers ? Number(uid) >= 32_768 && uid !== 65_534 : uid === 65_534;

const contained = sandbox.contained ? describe : describe.skip;

contained('a process in the place of a runner', () => {
  it('a runner process has no rights, capabilities or environment and is behind a filter', async () => {
    const code = `
      const status = fs.readFileSync('/proc/self/status', 'utf8');
      const value = (key) => new RegExp('^' + key + ':\\\\s+(\\\\S+)', 'm').exec(status)[1];
      return [process.getuid(), process.getgid(), value('CapEff'), value('CapPrm'), value('NoNewPrivs'),
        value('Seccomp'), Object.keys(process.env).filter((name) => name !== 'PWD')];`;
    const none = '0000000000000000';
    const [uid, ...others] = (await found(code)) as unknown[];
    expect(isItsUser(uid)).toBe(true);
    expect(others).toEqual([65534, none, none, '1', '2', []]);
  });

  it('a runner process sees no files of the machine or of the server', async () => {
    const paths = [
      '/etc/passwd',
      '/etc/shadow',
      '/root',
      '/home',
      '/var',
      '/sys',
      '/usr/bin',
      '/bin',
    ];
    const repository = join(TYPESCRIPT_GUEST, '../../..');
    const others = [join(repository, 'package.json'), join(repository, 'dist/server/cli.js')];
    const code = `return ${JSON.stringify([...paths, ...others])}.filter((path) => fs.existsSync(path));`;
    expect(await found(code)).toEqual([]);
  });

  it('a runner process can write nowhere', async () => {
    const folders = ['/', '/tmp', '/dev', '/dev/shm', '/proc', '/usr/lib', TYPESCRIPT_GUEST];
    const code = `return ${JSON.stringify(folders)}.filter((at) => tried(() => fs.writeFileSync(at + '/x', '')) === undefined);`;
    expect(await found(code)).toEqual([]);
  });

  it('a runner process can start no other process', async () => {
    const code = `return tried(() => { const { error } = require('node:child_process').spawnSync(process.execPath, ['-v']); throw error ?? new Error('started'); });`;
    expect(await found(code)).toBe('EPERM');
  });

  it('a runner process sees only its own processes and those of the sandbox', async () => {
    const code = `return fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).length;`;
    expect(await found(code)).toBeLessThanOrEqual(2);
  });

  it('a runner process has no network and no name lookup', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const code = `
      const outcome = (host, port) => new Promise((resolve) => {
        const socket = require('node:net').connect(port, host);
        socket.on('connect', () => resolve('connected'));
        socket.on('error', () => resolve('refused'));
      });
      return Promise.all([outcome('127.0.0.1', ${port}), outcome('1.1.1.1', 53), outcome('example.com', 80)]);`;
    expect(await found(code)).toEqual(['refused', 'refused', 'refused']);
    server.close();
  });
});

contained('the checker', () => {
  it('the checker has the same sandbox, but may start its compiler', async () => {
    const code = `return [process.getuid(), fs.existsSync('/etc/passwd'), require('node:child_process').spawnSync(process.execPath, ['-v']).status];`;
    const [uid, ...others] = (await found(code, checkerGuest)) as unknown[];
    expect(isItsUser(uid)).toBe(true);
    expect(others).toEqual([false, 0]);
  });
});

describe('the limits of the kernel', () => {
  const LIMITS = `const limit = (name) => new RegExp('^' + name + ' +(\\\\S+) +(\\\\S+)', 'm').exec(fs.readFileSync('/proc/self/limits', 'utf8')).slice(1).join(' ');
    return [limit('Max core file size'), limit('Max open files'), limit('Max file size')];`;
  it('the kernel limits apply to a runner', async () => {
    expect(await found(LIMITS)).toEqual(['0 0', '256 256', '0 0']);
  });

  it('the kernel limits apply to the checker', async () => {
    expect(await found(LIMITS, checkerGuest)).toEqual([
      '0 0',
      '1024 1024',
      '1073741824 1073741824',
    ]);
  });
});

describe('the end of a guest', () => {
  it('all processes around and within a guest end with it', async () => {
    const guest = checkerGuest(process.execPath, TYPESCRIPT_GUEST);
    const code = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true }).on('spawn', () => require('node:fs').writeSync(3, '.')); setInterval(() => {}, 1000);`;
    const child = spawnGuest(sandbox.wrap({ ...guest, args: ['-e', code, '--'] }));
    await new Promise((resolve) => child.channel.once('data', resolve));
    const marks = listDescendants(child.pid);
    expect(marks.length).toBeGreaterThan(1);
    child.kill();
    await child.exited;
    while (alive(marks).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('a sandbox that is killed from outside at any moment leaves nothing behind', async () => {
    const guest = checkerGuest(process.execPath, TYPESCRIPT_GUEST);
    const mark = `metarun-test-${randomUUID()}`;
    const command = sandbox.wrap({
      ...guest,
      args: ['-e', 'setInterval(() => {}, 1000)', '--', mark],
    });
    for (let count = 0; count < KILLED; count += 1) {
      const child = spawnGuest(command);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * MOST_MS));
      process.kill(child.pid, 'SIGKILL');
      await child.exited;
    }
    await noneNames(mark);
  });
});
