import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { asUnavailable } from './s3-errors.js';

/** The number of retries in a row, and the pause before the first one, in ms. */
const TRIES = 3;
const PAUSE_MS = 200;

/**
 * Returns the bytes of `first`. If they stop before their end, it continues with the stream that `rest` returns for an offset,
 * in bytes from the first. A content that cannot be read this way ends with `unavailable`.
 */
export function resumed(first: Readable, rest: (offset: number) => Promise<Readable>): Readable {
  let body = first;
  async function* bytes(): AsyncGenerator<Buffer> {
    let offset = 0;
    for (let tries = 0; ;) {
      try {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          offset += chunk.length;
          tries = 0;
          yield chunk;
        }
        return;
      } catch (error) {
        tries += 1;
        if (tries > TRIES) throw asUnavailable(error);
        await setTimeout(PAUSE_MS * tries);
        // The reader has closed it.
        if (stream.destroyed) return;
        body = await rest(offset).catch((cause: unknown) => {
          throw asUnavailable(cause);
        });
        if (stream.destroyed) body.destroy();
      }
    }
  }
  const stream = Readable.from(bytes(), { objectMode: false });
  // If no reader has begun, the generator does not reach its end.
  stream.once('close', () => body.destroy());
  return stream;
}
