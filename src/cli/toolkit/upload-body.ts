import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** A request body that uploads one file, which is read while it is sent. */
export interface UploadBody {
  contentType: string;
  body: ReadableStream<Uint8Array>;
}

/**
 * `name` is the file name on the server, without control characters. `onBytes` is called with the number of the file's
 * bytes sent since the last call.
 */
export function uploadBody(
  file: string,
  name: string,
  fields: Readonly<Record<string, string>>,
  onBytes: (count: number) => void,
): UploadBody {
  const boundary = `metarun-${randomBytes(16).toString('hex')}`;
  const chunks = multipart(boundary, file, name, fields, onBytes);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: ReadableStream.from(chunks),
  };
}

async function* multipart(
  boundary: string,
  file: string,
  name: string,
  fields: Readonly<Record<string, string>>,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const [field, value] of Object.entries(fields))
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
    );
  const head = `Content-Disposition: form-data; name="file"; filename="${quoted(name)}"`;
  yield Buffer.from(`--${boundary}\r\n${head}\r\nContent-Type: application/octet-stream\r\n\r\n`);
  for await (const chunk of createReadStream(file)) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a file was read as text');
    onBytes(chunk.byteLength);
    yield chunk;
  }
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

/** Escapes a name, so that it cannot end its header. */
function quoted(name: string): string {
  return name.replaceAll(/["\\]/g, '\\$&');
}
