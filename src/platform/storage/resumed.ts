import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { asUnavailable } from './s3-errors.js';

/** Number of consecutive retries, and the pause before the first one (ms). */
const TRIES = 3;
const PAUSE_MS = 200;

/**
 * Returns the bytes of `first`. If they stop early, it continues with the stream that `rest` returns for an offset, in
 * bytes from the start. If the content cannot be read this way either, the stream fails with `unavailable`.
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
        // The reader has closed the stream.
        if (stream.destroyed) return;
        body = await rest(offset).catch((cause: unknown) => {
          throw asUnavailable(cause);
        });
        if (stream.destroyed) body.destroy();
      }
    }
  }
  const stream = Readable.from(bytes(), { objectMode: false });
  // If reading has not begun, the generator does not reach its end.
  stream.once('close', () => body.destroy());
  return stream;
}
