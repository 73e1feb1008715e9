import type { SandboxKind } from '../../src/sandbox/runtime/sandbox/sandbox.js';
import type { User } from './server-process.js';
import { WHOLE_SIZE } from './size.js';

/** As distributions have it; nothing belongs to it. */
const NOBODY: User = { uid: 65_534, gid: 65_534 };

/** The users that a server may have here, each with a name for tests; undefined is the user of the tests. */
export const USERS: readonly [name: string, user: User | undefined][] =
  process.getuid?.() === 0
    ? [
        ['root', undefined],
        ['an ordinary user', NOBODY],
      ]
    : [['an ordinary user', undefined]];

/** Servers of these users and sandboxes: `npm run test:all -- faults` has each with each, other runs each at least once. */
export function listServers<Kind extends SandboxKind>(
  kinds: readonly Kind[],
): [name: string, kind: Kind, user: User | undefined][] {
  return USERS.flatMap(([name, user], row) =>
    kinds
      .filter(
        (_, column) => WHOLE_SIZE || row % kinds.length === column || column % USERS.length === row,
      )
      .map((kind): [string, Kind, User | undefined] => [name, kind, user]),
  );
}
