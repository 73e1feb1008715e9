import { SERVER } from '../api/addresses.js';
import type { LiveEvent } from './task-change.js';

/** Silence after which all past events have arrived, in ms. The stream of an unfinished task has no end. */
const SILENCE_MS = 250;

/** Returns the events of a task so far. Later events arrive in the stream of the project. */
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
  return parseEvents(text);
}

/** Parses server-sent events. An incomplete event at the end is ignored. */
export function parseEvents(text: string): LiveEvent[] {
  const blocks = text.split('\n\n').slice(0, -1);
  return blocks.flatMap((block) => {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      const at = line.indexOf(': ');
      if (at > 0) fields.set(line.slice(0, at), line.slice(at + 2));
    }
    const data = fields.get('data');
    const type = fields.get('event');
    if (data === undefined || type === undefined) return [];
    return [{ type, seq: Number(fields.get('id')), data: JSON.parse(data) as LiveEvent['data'] }];
  });
}
