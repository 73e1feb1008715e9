import { createParser } from 'eventsource-parser';

/** A block of a stream: an event, or a heartbeat, which has only the place that the stream has come to. */
export interface Block {
  id: string | null;
  event: { type: string; data: string } | null;
}

/** The server lets a stream be silent for 15 s; a connection that is silent for longer is dead, ms. */
const SILENCE_MS = 45_000;
/** Characters of one event: far more than a server sends. */
const MAX_EVENT_LENGTH = 64 * 1024 * 1024;

/**
 * The blocks of an answer that is a stream of server-sent events. Where it breaks off, or is silent, it throws what
 * `broken` makes of that.
 */
export async function* readBlocks(
  body: ReadableStream<Uint8Array>,
  broken: (error: unknown) => unknown,
): AsyncGenerator<Block, void, undefined> {
  const blocks: Block[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onId: (id) => blocks.push({ id, event: null }),
    onEvent: ({ event, data }) =>
      blocks.push({ id: null, event: { type: event ?? 'message', data } }),
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await withinTime(reader.read()).catch((error: unknown) => {
        throw broken(error);
      });
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* blocks.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function withinTime<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the stream is silent')), SILENCE_MS);
  });
  try {
    return await Promise.race([read, silence]);
  } finally {
    clearTimeout(timer);
  }
}
