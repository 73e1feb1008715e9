import { SERVER } from '../api/addresses.js';
import { eventsOf } from './event-text.js';
import type { LiveEvent } from './task-change.js';

/** The stream of a task that has not ended goes on for ever: when it is silent for so long, what has happened has come. */
const SILENCE_MS = 250;

/** Returns the events of a task until now. Later ones come by the stream of the project. */
export async function eventsSoFar(
  project: string,
  task: string,
  types: readonly string[],
  signal: AbortSignal,
): Promise<LiveEvent[]> {
  const address = new URL(`external/v1/projects/${project}/tasks/${task}/events`, SERVER);
  address.searchParams.set('types', types.join());
  const answer = await fetch(address, { signal });
  if (!answer.ok || answer.body === null) return [];
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const silence = new Promise<null>((resolve) => setTimeout(resolve, SILENCE_MS, null));
    const chunk = await Promise.race([reader.read(), silence]);
    if (chunk === null || chunk.done) break;
    text += chunk.value;
  }
  reader.cancel().catch(() => undefined);
  return eventsOf(text);
}
