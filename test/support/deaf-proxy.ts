import { type Filter, FlakyConnection } from './flaky-connection.js';

/** The type of a message by which PostgreSQL notifies a client. */
const NOTIFICATION = 'A'.charCodeAt(0);
/** Bytes of a message before its content: its type, and its length without that. */
const HEAD = 5;

/**
 * A proxy in front of a PostgreSQL that lets all through but notifications, as a pooler does that gives each transaction another
 * connection. `url` leads through it to the same database.
 */
export function deafProxy(target: string): Promise<FlakyConnection> {
  return FlakyConnection.open(() => target, withoutNotifications);
}

/** Returns a function that returns the whole messages which have come so far, less the notifications. */
function withoutNotifications(): Filter {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const kept: Buffer[] = [];
    while (rest.length >= HEAD) {
      const length = 1 + rest.readUInt32BE(1);
      if (rest.length < length) break;
      if (rest[0] !== NOTIFICATION) kept.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    return Buffer.concat(kept);
  };
}
