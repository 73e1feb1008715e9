import { SERVER } from '../api/addresses.js';
import { fetchOrThrow } from '../api/request-error.js';
import { parseEvents } from './event-text.js';
import type { LiveEvent } from './task-change.js';

/** Silence after which all past events have arrived, in ms. The stream of an unfinished task has no end. */
const SILENCE_MS = 250;

/**
 * Returns the events of a task so far. Later events arrive in the stream of the project. Throws a RequestError if the
 * request fails.
 */
export async function eventsSoFar(
  project: string,
  task: string,
  types: readonly string[],
  signal: AbortSignal,
): Promise<LiveEvent[]> {
  const address = new URL(`external/v1/projects/${project}/tasks/${task}/events`, SERVER);
  address.searchParams.set('types', types.join());
  const answer = await fetchOrThrow(address, { signal });
  if (answer.body === null) return [];
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const silence = new Promise<null>((resolve) => setTimeout(resolve, SILENCE_MS, null));
    const chunk = await Promise.race([reader.read(), silence]);
    if (chunk === null || chunk.done) break;
    text += chunk.value;
  }
  reader.cancel().catch(() => undefined);
  return parseEvents(text);
}
