import type { JsonObject } from '../../../base/kernel/json.js';
import type { ListedTool } from '../registry/mcp-server.js';
import type { RemoteTask, TaskAnswer, ToolAnswer } from '../connection/answers.js';
import type { OnQuestion } from '../connection/mcp-connection.js';

/** A server of a project by its name. */
export interface ServerRef {
  projectId: string;
  server: string;
}

export interface ToolRef extends ServerRef {
  tool: string;
}

/** The answers to what a server has asked for; `state` is what it sent with its questions. */
export interface Answers {
  responses: JsonObject;
  state: string | null;
}

/** A task of a server, and the task of this service that waits for it. */
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
  /** Is called before the call is made, which it then is unless this rejects. */
  onSending: () => Promise<void>;
}

/** A task of a server, with what finds the server again under another name. */
export type PlacedTask = RemoteTask & { serverId: string };

export type CallAnswer = Exclude<ToolAnswer, { kind: 'task' }> | { kind: 'task'; task: PlacedTask };

/**
 * Port: the MCP servers of projects, as scripts and agents use them. Methods reject with MetarunError; answers have no credentials
 * of servers.
 */
export abstract class McpPort {
  /** Returns whether the project has any server. */
  abstract any(projectId: string): Promise<boolean>;
  /** Returns the tools that may be called, by name. */
  abstract tools(ref: ServerRef, signal: AbortSignal): Promise<ListedTool[]>;
  /** Returns a tool as it was accepted last; null where there is none that may be called. */
  abstract tool(ref: ToolRef): Promise<ListedTool | null>;
  /** Makes one call. */
  abstract call(request: CallRequest): Promise<CallAnswer>;
  /** Returns how a task stands, once `responses` are given to it. */
  abstract task(
    ref: RemoteRef,
    responses: JsonObject | null,
    signal: AbortSignal,
  ): Promise<{ answer: TaskAnswer; serverId: string }>;
}

/** Returns what stands for MCP servers, in front of the product's own. */
export type McpFront = (product: McpPort) => McpPort;

/** Injection token of the {@link McpFront}; the product's own port is used where none is provided. */
export const MCP_FRONT = Symbol('MCP_FRONT');
