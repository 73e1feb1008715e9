import { MetarunError } from '../../../src/base/kernel/errors.js';
import { MCP_ERRORS } from '../../../src/agents/mcp-servers/errors.js';
import type { Group, PortBehaviour } from '../behaviour.js';

const RESULT = {
  content: [{ type: 'text', text: 'tëxt' }],
  structured: { n: 1 },
  is_error: false,
  path: null,
};
const TOOL = {
  name: 'get',
  title: null,
  description: 'Gets.',
  input_schema: {},
  output_schema: null,
  annotations: {},
};

export const MCP: Group<PortBehaviour> = {
  title: 'MCP servers',
  behaviours: {
    'mcp.call': {
      says: 'a tool call reaches the host with its arguments, and all parts of the result are returned',
      answers: () => Promise.resolve(RESULT),
      python:
        'found = reporter.mcp.call("shop", "get", {"a": "ü"}, timeout=1.5)\nreturn [found.content, found.structured, found.is_error, found.path]',
      typescript:
        'const found = await reporter.mcp.call("shop", "get", { a: "ü" }, { timeout: 1.5 });\nreturn [found.content, found.structured, found.is_error, found.path];',
      result: [RESULT.content, { n: 1 }, false, null],
      calls: [
        {
          method: 'mcp.call',
          args: { server: 'shop', tool: 'get', arguments: { a: 'ü' }, timeout: 1.5 },
        },
      ],
    },
    'mcp.unknown': {
      says: 'a tool call with an unknown outcome raises McpOutcomeUnknown',
      answers: () =>
        Promise.reject(new MetarunError(MCP_ERRORS.mcp_outcome_unknown, 'The service stopped.')),
      python:
        'try:\n    reporter.mcp.call("shop", "send")\nexcept Exception as error:\n    return [type(error).__name__, error.code, str(error)]',
      typescript:
        'try { await reporter.mcp.call("shop", "send"); } catch (error: any) { return [error.name, error.code, error.message]; }',
      result: ['McpOutcomeUnknown', 'mcp_outcome_unknown', 'The service stopped.'],
      calls: [
        {
          method: 'mcp.call',
          args: { server: 'shop', tool: 'send', arguments: {}, timeout: null },
        },
      ],
    },
    'mcp.tools': {
      says: '`tools` returns the list of tools that the host provides',
      answers: () => Promise.resolve([TOOL]),
      python: 'return reporter.mcp.tools("shop")',
      typescript: 'return await reporter.mcp.tools("shop");',
      result: [TOOL],
      calls: [{ method: 'mcp.tools', args: { server: 'shop' } }],
    },
  },
};
