import { type ReadableByteStreamController, ReadableStream } from 'web-streams-polyfill';

type Bytes = Uint8Array<ArrayBuffer>;

/** Maximum number of bytes that a reader of a body receives at once. */
const CHUNK = 64 * 1024;

/** Returns a stream of bytes in memory, with one part each time that its reader requests more. */
export function createByteStream(bytes: Bytes): ReadableStream<Bytes> {
  let at = 0;
  return new ReadableStream({
    type: 'bytes',
    pull(controller: ReadableByteStreamController) {
      if (at < bytes.length) {
        controller.enqueue(bytes.slice(at, at + CHUNK));
        at += CHUNK;
      }
      if (at < bytes.length) return;
      controller.close();
      controller.byobRequest?.respond(0);
    },
  });
}

/** Returns whether a stream has been read from or cancelled. */
export function isDisturbed(stream: ReadableStream): boolean {
  // The standard keeps this in an internal slot of the stream, which only other standards can access.
  return (stream as unknown as { _disturbed: boolean })._disturbed;
}

/** Reads a stream to its end. Rejects with TypeError if it contains anything except bytes. */
export async function readAll(stream: ReadableStream): Promise<Bytes> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const part: unknown = next.value;
    if (!(part instanceof Uint8Array)) {
      const error = new TypeError('A body must be a stream of Uint8Arrays');
      await reader.cancel(error);
      throw error;
    }
    parts.push(part);
    size += part.length;
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
