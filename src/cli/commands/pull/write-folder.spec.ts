import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type MetaTask, MetarunClient } from '@metarun/client';
import type { PulledTask } from '../replay/pulled-task.js';
import { writeFolder } from './write-folder.js';

const PULLED = { task: { params: {} } } as PulledTask;
const VERSION = { name: 'x', execution_mode: 'agent', script: '' } as MetaTask;
const BOUND = { workspace: null, agent: null, image: null, ws: {} };

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'write-folder-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Pulls a file of three bytes from a server that sends this body. */
function pull(body: ConstructorParameters<typeof Response>[0]): Promise<void> {
  const client = new MetarunClient({
    url: 'http://h',
    token: 't',
    project: 'p',
    fetch: async () => new Response(body),
  });
  const files = [{ path: '/a.txt', size: 3, version: null, asNow: false }];
  const fetched = { pulled: PULLED, version: VERSION, files, ...BOUND };
  const options = { force: false, onBytes: () => undefined };
  return writeFolder(client, join(root, 'pulled'), fetched, options);
}

it('a file of the size that was listed is pulled', async () => {
  await pull('abc');
  expect(readdirSync(join(root, 'pulled/workspace'))).toEqual(['a.txt']);
});

it('a file that goes on beyond the size that was listed ends the pull, which leaves nothing', async () => {
  const endless = new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(65_536)) });
  await expect(pull(endless)).rejects.toMatchObject({ code: 'wrong_answer' });
  expect(readdirSync(root)).toEqual([]);
});
