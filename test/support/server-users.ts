import type { SandboxKind } from '../../src/sandbox/runtime/sandbox/sandbox.js';
import type { User } from './server-process.js';
import { WHOLE_SIZE } from './size.js';

/** The user `nobody` of Linux distributions, who owns no files. */
const NOBODY: User = { uid: 65_534, gid: 65_534 };

/** The users that a server can run as, with names for tests; undefined is the user who runs the tests. */
export const USERS: readonly [name: string, user: User | undefined][] =
  process.getuid?.() === 0
    ? [
        ['root', undefined],
        ['an ordinary user', NOBODY],
      ]
    : [['an ordinary user', undefined]];

/**
 * Returns combinations of users and sandboxes: all of them in `npm run test:all -- faults`, otherwise each user and
 * each sandbox at least once.
 */
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
