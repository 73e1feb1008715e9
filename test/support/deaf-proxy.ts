import { type Filter, FlakyConnection } from './flaky-connection.js';

/** Type of the PostgreSQL message that notifies a client. */
const NOTIFICATION = 'A'.charCodeAt(0);
/** Bytes of a message before its content: the type, and the length, which does not count the type. */
const HEAD = 5;

/**
 * Starts a proxy in front of PostgreSQL that drops notifications only, as a pooler does that gives each transaction
 * another connection. `url` leads through it to the same database.
 */
export function deafProxy(target: string): Promise<FlakyConnection> {
  return FlakyConnection.open(() => target, withoutNotifications);
}

/** Returns a filter that passes on complete messages and drops notifications. */
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
