import type { Json } from '../../../base/kernel/json.js';

/** Yields the messages of a response as they arrive: a single JSON message, or those of an event stream. */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  type: string,
): AsyncGenerator<Json> {
  const texts = body.pipeThrough(
    new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>,
  );
  let text = '';
  for await (const chunk of texts) {
    text += chunk;
    if (!type.startsWith('text/event-stream')) continue;
    const events = text.replaceAll('\r\n', '\n').split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) yield* parseEventMessage(event);
  }
  if (type.startsWith('text/event-stream')) yield* parseEventMessage(text);
  else if (text.trim() !== '') yield JSON.parse(text) as Json;
}

function* parseEventMessage(event: string): Generator<Json> {
  const data = event
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n');
  if (data !== '') yield JSON.parse(data) as Json;
}
