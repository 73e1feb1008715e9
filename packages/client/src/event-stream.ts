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
 * The blocks of an answer that is a stream of server-sent events. Where it breaks off, is silent, or `signal` ends it, it
 * throws what `broken` makes of that. That the request has the signal is not enough: once it is collected as garbage, Node
 * no longer passes an abort on to its answer.
 */
export async function* readBlocks(
  body: ReadableStream<Uint8Array>,
  broken: (error: unknown) => unknown,
  signal?: AbortSignal,
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
      const { done, value } = await withinTime(reader.read(), signal).catch((error: unknown) => {
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

async function withinTime<T>(read: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort = (): void => undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the stream is silent')), SILENCE_MS);
    abort = () => reject(signal?.reason);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([read, end]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
