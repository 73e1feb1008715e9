import { MetarunError } from '../../base/kernel/errors.js';
import type { JsonObject } from '../../base/kernel/json.js';
import { quoted } from '../../base/kernel/quoted.js';
import type { TaskAnswer, ToolOutput } from '../../agents/mcp-servers/connection/answers.js';
import type { ListedTool } from '../../agents/mcp-servers/registry/mcp-server.js';
import {
  type CallAnswer,
  type CallRequest,
  McpPort,
  type RemoteRef,
  type ServerRef,
  type ToolRef,
} from '../../agents/mcp-servers/steps/mcp-port.js';

/** A stand-in for the MCP servers of a project. Methods throw MetarunError. */
export interface McpScript {
  call(server: string, tool: string, args: JsonObject): ToolOutput;
  /** Returns the names of a server's tools. */
  tools(server: string): string[];
}

/** The MCP servers of a run without a server: only those that a script stands for. */
export class ScriptedMcpPort extends McpPort {
  private readonly byProject = new Map<string, McpScript>();

  answer(projectId: string, script: McpScript): void {
    this.byProject.set(projectId, script);
  }

  /** A script that calls one may run here. */
  any(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async tools({ projectId, server }: ServerRef): Promise<ListedTool[]> {
    return this.getScript(projectId, server).tools(server).map(buildTool);
  }

  tool({ tool }: ToolRef): Promise<ListedTool> {
    return Promise.resolve(buildTool(tool));
  }

  async call({ projectId, server, tool, args, onSending }: CallRequest): Promise<CallAnswer> {
    const script = this.getScript(projectId, server);
    await onSending();
    return { kind: 'result', output: script.call(server, tool, args) };
  }

  /** No script answers with a task. */
  task({ server }: RemoteRef): Promise<{ answer: TaskAnswer; serverId: string }> {
    return Promise.reject(noServer(server));
  }

  private getScript(projectId: string, server: string): McpScript {
    const script = this.byProject.get(projectId);
    if (script === undefined) throw noServer(server);
    return script;
  }
}

function noServer(server: string): MetarunError {
  return new MetarunError(
    'not_found',
    `There is no MCP server ${quoted(server)} here: run it on a server whose project has one, or in a case of metarun test with stubs.mcp.`,
  );
}

/** The tool may be called again: a stub changes nothing. */
function buildTool(name: string): ListedTool {
  return {
    name,
    title: null,
    description: null,
    inputSchema: { type: 'object' },
    outputSchema: null,
    annotations: { idempotentHint: true },
  };
}
