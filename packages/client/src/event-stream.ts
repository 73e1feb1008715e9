import { createParser } from 'eventsource-parser';

/** A block of a stream: an event, or a heartbeat, which has only the current position in the stream. */
export interface Block {
  id: string | null;
  event: { type: string; data: string } | null;
}

/** Time after which a silent connection counts as broken, in ms. The server sends something at least every 15 s. */
const SILENCE_MS = 45_000;
/** Maximum length of one event in characters, far above the length of any real event. */
const MAX_EVENT_LENGTH = 64 * 1024 * 1024;

/**
 * Yields the blocks of a stream of server-sent events. If the stream breaks off, stays silent or is aborted by
 * `signal`, throws the error that `broken` returns. Passing the signal to the request is not enough: once the request
 * is garbage-collected, Node no longer forwards an abort to its response.
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
