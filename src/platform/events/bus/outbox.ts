import { messagesMissed } from '../event-bus.js';
import { MAX_BYTES, type Outgoing } from './bus.js';
import { type Envelope, envelopeText, messageText } from './envelope.js';

/**
 * Maximum number of bytes that wait for one recipient. Beyond it, the recipient only needs to know that there is much
 * to read.
 */
const MAX_WAITING = 64 * 1024;
const MISSED = messageText(messagesMissed.name, {});

/** Messages that wait for one recipient, without duplicates. */
interface Waiting {
  texts: Set<string>;
  bytes: number;
}

/** Messages that wait to be sent, packed into as few texts as possible. */
export class Outbox {
  private readonly waiting = new Map<string | null, Waiting>();

  /** Adds a message. `to` is one server; null for all. */
  add(to: string | null, name: string, value: unknown): void {
    const { texts, bytes } = this.waiting.get(to) ?? { texts: new Set(), bytes: 0 };
    const text = messageText(name, value);
    if (texts.has(text) || texts.has(MISSED)) return;
    const size = Buffer.byteLength(text);
    // The recipient reads messages that do not fit from the rows, in its next poll.
    if (size > MAX_BYTES / 2 || bytes + size > MAX_WAITING)
      this.waiting.set(to, { texts: new Set([MISSED]), bytes: MISSED.length });
    else this.waiting.set(to, { texts: texts.add(text), bytes: bytes + size });
  }

  /** Takes all waiting messages. With `always`, there is at least one text for all. */
  take(head: Omit<Envelope, 'messages'>, always: boolean): Outgoing[] {
    const most = MAX_BYTES - Buffer.byteLength(envelopeText(head, []));
    const sent = [...this.waiting].flatMap(([to, { texts }]) =>
      packed([...texts], most).map((some) => ({ to, text: envelopeText(head, some) })),
    );
    this.waiting.clear();
    if (always && !sent.some(({ to }) => to === null))
      sent.push({ to: null, text: envelopeText(head, []) });
    return sent;
  }
}

/** Returns the texts in groups of at most `most` bytes, counting a comma for each. */
function packed(texts: readonly string[], most: number): string[][] {
  const groups: string[][] = [];
  let left = 0;
  for (const text of texts) {
    const size = Buffer.byteLength(text) + 1;
    if (size > left) {
      groups.push([]);
      left = most;
    }
    groups.at(-1)?.push(text);
    left -= size;
  }
  return groups;
}
