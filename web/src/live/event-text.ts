import type { LiveEvent } from './task-change.js';

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
