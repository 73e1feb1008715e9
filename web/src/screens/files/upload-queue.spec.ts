import { expect, it } from '@jest/globals';
import type { FileUpload } from '../../api/file-upload.js';
import { RequestError } from '../../api/request-error.js';
import { UploadQueue } from './upload-queue.js';

interface Sent extends FileUpload {
  end: (error?: RequestError) => Promise<void>;
}

function createQueue(): { queue: UploadQueue; sent: Sent[]; stored: string[] } {
  const sent: Sent[] = [];
  const stored: string[] = [];
  const queue = new UploadQueue('p', {
    send: (upload) =>
      new Promise((resolve, reject: (error: RequestError) => void) =>
        sent.push({
          ...upload,
          end: async (error) => {
            if (error) reject(error);
            else resolve();
            await new Promise((resolve) => setTimeout(resolve, 0));
          },
        }),
      ),
    present: () => Promise.resolve({ is: 'replaces', etag: '"1"' }),
    onStored: (ws) => stored.push(ws),
  });
  return { queue, sent, stored };
}

const file = (name: string) => ({ name, folder: '/', file: new Blob([name]) });
const EXISTS = new RequestError('It is there.', 412, 'precondition_failed', null);
const QUOTA = new RequestError('It is full.', 413, 'quota_exceeded', null);
const states = (queue: UploadQueue) =>
  queue.snapshot().map(({ name, state }) => `${name} ${state}`);

it('two files are uploaded at a time, and only where no file exists yet', async () => {
  const { queue, sent, stored } = createQueue();
  queue.add('w', [file('a'), file('b'), file('c')]);
  expect(states(queue)).toEqual(['a sends', 'b sends', 'c waits']);
  expect(sent[0]?.condition).toEqual({ is: 'new' });
  sent[0]?.onProgress(0.5);
  expect(queue.snapshot()[0]?.share).toBe(0.5);
  await sent[0]?.end();
  expect(states(queue)).toEqual(['a stored', 'b sends', 'c sends']);
  expect(stored).toEqual(['w']);
});

it('an existing file can be replaced, kept beside the new one or skipped', async () => {
  const { queue, sent } = createQueue();
  queue.add('w', [file('a.txt')]);
  await sent[0]?.end(EXISTS);
  expect(states(queue)).toEqual(['a.txt exists']);
  queue.resume([1], 'keep-both');
  await sent[1]?.end(EXISTS);
  queue.resume([1], 'keep-both');
  expect(sent.map(({ name }) => name)).toEqual(['a.txt', 'a (2).txt', 'a (3).txt']);
  await sent[2]?.end(EXISTS);
  queue.resume([1], 'replace');
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(sent[3]?.condition).toEqual({ is: 'replaces', etag: '"1"' });
  queue.resume([1], 'skip');
  expect(sent[3]?.signal.aborted).toBe(true);
  expect(queue.snapshot()).toEqual([]);
});

it('a refused upload shows its error and can be sent again', async () => {
  const { queue, sent } = createQueue();
  queue.add('w', [file('a')]);
  await sent[0]?.end(QUOTA);
  expect(queue.snapshot()[0]).toMatchObject({ state: 'failed', error: { message: 'It is full.' } });
  queue.resume([1]);
  await sent[1]?.end();
  expect(states(queue)).toEqual(['a stored']);
});

it('a file that is cancelled while it is sent is sent no further, and makes place for the next one', () => {
  const { queue, sent } = createQueue();
  queue.add('w', [file('a'), file('b'), file('c')]);
  queue.drop([1]);
  expect(sent.map(({ name, signal }) => `${name} ${signal.aborted}`)).toEqual([
    'a true',
    'b false',
    'c false',
  ]);
  expect(states(queue)).toEqual(['b sends', 'c sends']);
});
