import { call, needNumber, needText } from './calls.js';
import { freeze } from './intrinsics.js';
import type { Link } from './link.js';

const MAX_FOUND = 50;
/** Ten years. */
const MAX_SECONDS = 10 * 366 * 24 * 60 * 60;

interface RememberOptions {
  kind?: unknown;
  scope?: unknown;
  expiresIn?: unknown;
}

/** Creates `reporter.memory`. */
export function makeMemory(link: Link): object {
  return freeze({
    search: async (query: unknown, options: { scope?: unknown; limit?: unknown } = {}) => {
      const where = 'reporter.memory.search';
      const { scope, limit = 5 } = options;
      return call(link, 'memory.search', {
        query: needText(where, 'query', query),
        scope: scope == null ? null : needText(where, 'scope', scope),
        limit: needNumber(where, 'limit', limit, 1, MAX_FOUND),
      });
    },

    remember: async (text: unknown, options: RememberOptions = {}) => {
      const where = 'reporter.memory.remember';
      const { kind = 'fact', scope = 'task_type', expiresIn } = options;
      return call(link, 'memory.remember', {
        text: needText(where, 'text', text),
        kind: needText(where, 'kind', kind),
        scope: needText(where, 'scope', scope),
        expires_in:
          expiresIn == null ? null : needNumber(where, 'expiresIn', expiresIn, 1, MAX_SECONDS),
      });
    },

    forget: async (id: unknown) =>
      call(link, 'memory.forget', { id: needText('reporter.memory.forget', 'id', id) }),
  });
}
