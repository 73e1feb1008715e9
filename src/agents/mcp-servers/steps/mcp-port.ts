import type { JsonObject } from '../../../base/kernel/json.js';
import type { ListedTool } from '../registry/mcp-server.js';
import type { RemoteTask, TaskAnswer, ToolAnswer } from '../connection/answers.js';
import type { OnQuestion } from '../connection/mcp-connection.js';

/** A reference to a server of a project by name. */
export interface ServerRef {
  projectId: string;
  server: string;
}

export interface ToolRef extends ServerRef {
  tool: string;
}

/** Answers to a server's questions; `state` is the value sent with the questions. */
export interface Answers {
  responses: JsonObject;
  state: string | null;
}

/** A task on a server, and the task of this service that waits for it. */
export interface RemoteRef extends ServerRef {
  taskId: string;
  remoteId: string;
}

export interface CallRequest extends ToolRef {
  args: JsonObject;
  answers: Answers | null;
  /** Time limit; null = that of the server. */
  seconds: number | null;
  signal: AbortSignal;
  onQuestion: OnQuestion;
  /** Called before the call is made; the call is made unless this rejects. */
  onSending: () => Promise<void>;
}

/** A task on a server, with the id by which the server is found even if it is renamed. */
export type PlacedTask = RemoteTask & { serverId: string };

export type CallAnswer = Exclude<ToolAnswer, { kind: 'task' }> | { kind: 'task'; task: PlacedTask };

/**
 * Port: access of scripts and agents to the MCP servers of projects. Methods reject with MetarunError; answers contain
 * no credentials of servers.
 */
export abstract class McpPort {
  /** Returns whether a project has any servers. */
  abstract any(projectId: string): Promise<boolean>;
  /** Returns the callable tools by name. */
  abstract tools(ref: ServerRef, signal: AbortSignal): Promise<ListedTool[]>;
  /** Returns the accepted definition of a tool; null if it is not callable. */
  abstract tool(ref: ToolRef): Promise<ListedTool | null>;
  /** Makes one call. */
  abstract call(request: CallRequest): Promise<CallAnswer>;
  /** Returns the state of a task after sending it `responses`. */
  abstract task(
    ref: RemoteRef,
    responses: JsonObject | null,
    signal: AbortSignal,
  ): Promise<{ answer: TaskAnswer; serverId: string }>;
}

/** Returns a port that handles calls in front of the product's own. */
export type McpFront = (product: McpPort) => McpPort;

/** Injection token of the {@link McpFront}; without a provider, the product's own port is used. */
export const MCP_FRONT = Symbol('MCP_FRONT');
