import { quoted } from '../../base/kernel/quoted.js';
import type { NetworkPolicy } from '../../base/kernel/network.js';
import { nearest } from '../../base/schema/nearest.js';
import type { MemoryGrant } from '../../tasks/catalogue/memory-field.js';
import { IDENTIFIER_PATTERN } from '../../tasks/catalogue/identifier.js';

/**
 * Tools that are also capabilities of scripts, with the same names. A test compares them with the registered
 * capabilities.
 */
export const CAPABILITY_TOOLS = [
  'files.read',
  'files.read_lines',
  'files.read_section',
  'files.write',
  'files.list',
  'files.glob',
  'files.search',
  'files.outline',
  'files.delete',
  'files.exists',
  'http.request',
  'event.wait',
  'sleep',
  'memory.search',
  'memory.remember',
] as const;

/** All tools except those with a variable part, such as `task:<identifier>`. */
export const AGENT_TOOLS: readonly string[] = [...CAPABILITY_TOOLS, 'code.run', 'ask_person'];

/** Capabilities of scripts that are not available as tools, with their alternatives. */
export const NO_TOOLS: Readonly<Record<string, string>> = {
  'secrets.get':
    'a model gets no secret; the host places one where a header of http.request says {{secret:NAME}}',
  'files.read_part': '"files.read" and "files.read_lines" give text',
  'task.run': 'name each meta-task that it may run: "task:<identifier>"',
  'memory.forget': 'a script or a person takes memories back',
  'mcp.call': 'name each tool of an MCP server: "mcp:<server>/<tool>"',
  'mcp.tools': 'name each tool of an MCP server: "mcp:<server>/<tool>"',
  output: 'what the model writes is shown while it comes',
  'approval.ask': 'use "ask_person"; what a person has to approve first goes to "approve"',
};

/** An unsupported part of a contract or an agent. */
export interface ContractIssue {
  /** JSON pointer (RFC 6901) into the front matter or the body of a request. */
  pointer: string;
  message: string;
  /**
   * `unavailable`: valid on an installation that has the named thing. `doubtful`: probably unintended, which only a
   * server can detect.
   */
  kind: 'invalid' | 'unavailable' | 'doubtful';
}

export type Issue = Omit<ContractIssue, 'pointer'>;

const TASK = 'task:';

/** Returns the identifier of the meta-task that a tool runs; null for other tools. */
export function metaTaskOfTool(tool: string): string | null {
  return tool.startsWith(TASK) ? tool.slice(TASK.length) : null;
}

const MCP = /^mcp:([a-z0-9][a-z0-9-]{0,49})\/([A-Za-z0-9_./-]{1,128})$/;

/** Returns the server and tool of an MCP tool in a contract; null for other tools. */
export function parseMcpTool(name: string): { server: string; tool: string } | null {
  const [, server, tool] = MCP.exec(name) ?? [];
  return server === undefined || tool === undefined ? null : { server, tool };
}

/**
 * Returns the reason why every call of a memory tool would be refused under the run's grant; null if it would not be.
 */
export function memoryToolIssue(tool: string, grant: MemoryGrant | null): Issue | null {
  if (tool === 'memory.search' && (grant?.read ?? []).length === 0)
    return {
      kind: 'invalid',
      message:
        'memory.search needs memories to read: name their scopes in "read" of the field "memory" of the meta-task or of the agent, or leave the tool out',
    };
  if (tool === 'memory.remember' && grant?.write !== true)
    return {
      kind: 'invalid',
      message:
        'memory.remember needs to write memories: set "write" of the field "memory" of the meta-task or of the agent to true, or leave the tool out',
    };
  return null;
}

/**
 * Returns the problem with a tool that its name alone shows, or null. `network`: null = not known yet.
 */
export function toolIssue(tool: string, network: NetworkPolicy | null): Issue | null {
  const invalid = (message: string): Issue => ({ kind: 'invalid', message });
  if (tool === 'http.request' && network === 'none')
    return invalid(
      'http.request needs a network, and that of the meta-task is "none": set "network", or leave the tool out',
    );
  if (AGENT_TOOLS.includes(tool)) return null;
  const instead = NO_TOOLS[tool];
  if (instead !== undefined) return invalid(`${tool} is not a tool for models: ${instead}`);
  const identifier = metaTaskOfTool(tool);
  if (identifier !== null)
    return IDENTIFIER_PATTERN.test(identifier)
      ? null
      : invalid(
          `${quoted(tool)} names no meta-task: behind "task:" stands an identifier, which has letters, digits, ".", "_" and "-"`,
        );
  if (tool.startsWith('mcp:'))
    return parseMcpTool(tool) === null
      ? invalid(
          `${quoted(tool)} names no tool of an MCP server: behind "mcp:" stand the name of a server, "/", and the name of one of its tools`,
        )
      : null;
  const near = nearest(tool, AGENT_TOOLS);
  return invalid(
    `${quoted(tool)} is not a tool: ${near === undefined ? `tools are ${AGENT_TOOLS.join(', ')}, "task:<identifier>" and "mcp:<server>/<tool>"` : `did you mean ${quoted(near)}?`}`,
  );
}
