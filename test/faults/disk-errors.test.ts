import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.stop());

const isRoot = process.getuid?.() === 0;
/** Agent with the one connection that is opened before the server runs out of file descriptors. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Writes a file and returns the status with the code and message of a refusal. */
function write(path: string): Promise<[number, string, string]> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${server.url}/external/v1/projects/default/files/content`,
      {
        method: 'PUT',
        agent,
        headers: {
          authorization: `Bearer ${server.apiKey}`,
          'content-type': 'application/json',
        },
      },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () => {
          const { code = '', detail = '' } = JSON.parse(text) as { code?: string; detail?: string };
          resolve([answer.statusCode ?? 0, code, detail]);
        });
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify({ path, content: `${path} ${Math.random()}` }));
  });
}

function limitFiles(most: string): void {
  execFileSync('/usr/bin/prlimit', ['--pid', String(server.pid), `--nofile=${most}`]);
}

(process.platform === 'linux' ? it : it.skip)(
  'no more files can be opened: 503 with the reason, and all goes on afterwards',
  async () => {
    expect((await write('/before.md'))[0]).toBe(201);
    const before = /^Max open files\s+(\d+)\s+(\d+)/m.exec(
      readFileSync(`/proc/${server.pid}/limits`, 'utf8'),
    );
    limitFiles(`10:${before?.[2]}`);
    expect(await write('/during.md')).toEqual([
      503,
      'unavailable',
      expect.stringContaining('too many files are open'),
    ]);
    limitFiles(`${before?.[1]}:${before?.[2]}`);
    expect((await write('/after.md'))[0]).toBe(201);
  },
);

(isRoot ? it : it.skip)(
  'a disk that can only be read: 503 with the reason, then all goes on',
  async () => {
    const blobs = join(server.dataDir, 'blobs');
    try {
      execFileSync('/bin/mount', ['--bind', blobs, blobs]);
    } catch {
      return; // This root user may not mount.
    }
    try {
      execFileSync('/bin/mount', ['-o', 'remount,ro,bind', blobs]);
      expect(await write('/read-only.md')).toEqual([
        503,
        'unavailable',
        expect.stringContaining('may not be written'),
      ]);
    } finally {
      execFileSync('/bin/umount', [blobs]);
    }
    expect((await write('/read-only.md'))[0]).toBe(201);
  },
);
