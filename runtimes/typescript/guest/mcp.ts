import { call, needNumber, needText } from './calls.js';
import { inspect } from './inspect.js';
import { assign, ErrorClass, freeze, isArray, TypeErrorClass } from './intrinsics.js';
import type { Link } from './link.js';

/** Limits in seconds, as in the host. */
const LEAST_SECONDS = 0.001;
const MOST_SECONDS = 3600;
const UNKNOWN = 'mcp_outcome_unknown';

/** Thrown if it is unknown whether a call took effect; every replay fails in the same way. */
export class McpOutcomeUnknown extends ErrorClass {
  override readonly name = 'McpOutcomeUnknown';
  readonly code = UNKNOWN;

  /** Created during the call, so that the stack shows the script's line. */
  constructor() {
    super('');
  }
}

/** Creates `reporter.mcp`. */
export function makeMcp(link: Link): object {
  return freeze({
    call: async (
      server: unknown,
      tool: unknown,
      args: unknown = {},
      options: { timeout?: unknown } = {},
    ) => {
      const where = 'reporter.mcp.call';
      if (args === null || typeof args !== 'object' || isArray(args))
        throw new TypeErrorClass(`${where} needs arguments as an object, not ${inspect(args)}`);
      const { timeout } = options;
      const unknown = new McpOutcomeUnknown();
      try {
        return await call(link, 'mcp.call', {
          server: needText(where, 'server', server),
          tool: needText(where, 'tool', tool),
          arguments: args,
          timeout:
            timeout == null
              ? null
              : needNumber(where, 'timeout', timeout, LEAST_SECONDS, MOST_SECONDS),
        });
      } catch (error) {
        const { code, message } = error as { code?: unknown; message: string };
        throw code === UNKNOWN ? assign(unknown, { message }) : error;
      }
    },

    tools: async (server: unknown) =>
      call(link, 'mcp.tools', { server: needText('reporter.mcp.tools', 'server', server) }),
  });
}
