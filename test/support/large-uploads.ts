import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { readStatusField } from './processes.js';
import type { TestServer } from './server.js';
import type { ServerProcess } from './server-process.js';

/** Uploads `bytes` random bytes and returns their SHA-256. */
export async function uploadRandomBytes(
  to: TestServer,
  name: string,
  bytes: number,
): Promise<string> {
  const upload = streamed(to, name, bytes);
  const hash = createHash('sha256');
  for (let sent = 0; sent < bytes; sent += 64 * 1024) {
    const chunk = randomBytes(64 * 1024);
    hash.update(chunk);
    await upload.write(chunk);
  }
  const status = await upload.end();
  if (status !== 201) throw new Error(`the upload was answered ${status}`);
  return hash.digest('hex');
}

/** Starts an upload whose body is written piece by piece, as fast as the server accepts it. */
export function streamed(
  to: TestServer,
  name: string,
  bytes: number,
): { write: (chunk: Buffer) => Promise<void>; end: () => Promise<number> } {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const tail = '\r\n--b--\r\n';
  const upload = request(`${to.url}/external/v1/projects/default/files/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${to.apiKey}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': head.length + bytes + tail.length,
    },
  });
  const answered = new Promise<number>((resolve, reject) => {
    upload.on('error', reject);
    upload.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
  });
  const write = (chunk: Buffer | string): Promise<void> =>
    new Promise((resolve) => {
      if (upload.write(chunk)) resolve();
      else upload.once('drain', resolve);
    });
  const begun = write(head);
  return {
    write: (chunk) => begun.then(() => write(chunk)),
    end: () => {
      upload.end(tail);
      return answered;
    },
  };
}

/** Returns the memory of a server process, in bytes. */
export function memory({ pid }: ServerProcess, what: 'VmRSS' | 'VmHWM'): number {
  return Number.parseInt(readStatusField(pid, what), 10) * 1024;
}
