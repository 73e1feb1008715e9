import { afterAll, beforeAll, expect } from '@jest/globals';
import { FilesClient } from '../../support/files-client.js';
import { proves } from './proves.js';
import type { TestServer } from '../../support/server.js';
import { sharedServer } from '../../support/shared-server.js';

let server: TestServer;
let files: FilesClient;
let ws: string;
beforeAll(async () => {
  server = await sharedServer();
  files = new FilesClient(server, server.apiKey);
  const made = await server.call<{ id: string }>('POST', '/projects/default/workspaces', {
    body: { name: 'Second' },
  });
  ws = made.body.id;
  await files.put('/a/one.txt', 'one');
  await files.put('/only-there.txt', 'there', { ws });
});
afterAll(() => server.stop());

const status = async (response: Promise<Response>): Promise<number> => (await response).status;
const content = async (path: string, more = ''): Promise<unknown> =>
  ((await (await files.read(path, more)).json()) as { content?: string }).content;
const part = (text: string): Blob => new Blob([text]);

proves('files.list', async () => expect(await files.paths('/a')).toEqual(['/a/one.txt']));
proves('files.list.path', async () => {
  const entries = (await (await files.fetch('')).json()) as { path: string }[];
  expect(entries.map(({ path }) => path)).toEqual(await files.paths('/'));
});
proves('files.list.ws', async () => {
  expect(await files.paths('/', `&ws=${ws}`)).toContain('/only-there.txt');
  expect(await files.paths('/')).not.toContain('/only-there.txt');
});
proves('files.read', async () => expect(await content('/a/one.txt')).toBe('one'));
proves('files.read.path', async () => {
  expect(await status(files.fetch('/content'))).toBe(422);
  expect(await status(files.read('/nowhere'))).toBe(404);
});
proves('files.read.ws', async () => {
  expect(await content('/only-there.txt', `&ws=${ws}`)).toBe('there');
  expect(await status(files.read('/only-there.txt'))).toBe(404);
});
proves('files.write', async () => {
  expect(await status(files.put('/w/new.txt', 'first'))).toBe(201);
  expect(await status(files.put('/w/new.txt', 'second'))).toBe(200);
  expect(await content('/w/new.txt')).toBe('second');
});
proves('files.write.path', async () =>
  expect(await status(files.json('PUT', '/content', { content: 'x' }))).toBe(422),
);
proves('files.write.content', async () => {
  expect(await status(files.json('PUT', '/content', { path: '/x' }))).toBe(422);
  await files.put('/text.txt', 'Ünï 🎉\n');
  expect(await content('/text.txt')).toBe('Ünï 🎉\n');
});
proves('files.write.ws', async () => {
  await files.put('/written.txt', 'w', { ws });
  expect(await content('/written.txt', `&ws=${ws}`)).toBe('w');
  expect(await status(files.read('/written.txt'))).toBe(404);
});
proves('files.upload', async () => {
  expect(await status(files.upload([['file', part('up'), 'up.txt']]))).toBe(201);
  expect(await content('/up.txt')).toBe('up');
});
proves('files.upload.file', async () =>
  expect(await status(files.upload([['dir_path', '/x']]))).toBe(422),
);
proves('files.upload.dir_path', async () => {
  await files.upload([
    ['dir_path', '/deep/down'],
    ['file', part('d'), 'd.txt'],
  ]);
  expect(await content('/deep/down/d.txt')).toBe('d');
});
proves('files.upload.ws', async () => {
  await files.upload([
    ['ws', ws],
    ['file', part('e'), 'e.txt'],
  ]);
  expect(await content('/e.txt', `&ws=${ws}`)).toBe('e');
});
proves('files.delete', async () => {
  await files.put('/gone/deep/a.txt', 'a');
  await files.put('/gone.txt', 'a');
  expect(await status(files.remove('/gone.txt'))).toBe(204);
  expect(await status(files.remove('/gone'))).toBe(204);
  expect(await status(files.read('/gone/deep/a.txt'))).toBe(404);
});
proves('files.delete.path', async () =>
  expect(await status(files.fetch('', { method: 'DELETE' }))).toBe(422),
);
proves('files.delete.ws', async () => {
  await files.put('/both.txt', 'here');
  await files.put('/both.txt', 'there', { ws });
  expect(await status(files.fetch(`?path=/both.txt&ws=${ws}`, { method: 'DELETE' }))).toBe(204);
  expect(await content('/both.txt')).toBe('here');
});
