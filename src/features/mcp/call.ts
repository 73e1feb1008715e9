import type { Json, JsonObject } from '../../base/kernel/json.js';
import type { ClientCapabilities } from './client-capabilities.js';
import type { McpRequest } from './request.js';

/** One call of a tool. */
export interface ToolCall {
  readonly request: McpRequest;
  readonly client: ClientCapabilities;
  /** `_meta` of the request, without what the protocol itself has in it. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** What the client has answered to questions, by their keys. From the client, and not checked. */
  readonly responses: Readonly<Record<string, unknown>>;
  /** What the client was given with the questions. From the client, and not checked. */
  readonly state: string | undefined;
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal;
  /** Sends a notification on the stream of the answer. */
  readonly notify: (method: string, params: JsonObject) => Promise<void>;
}

/** A part of the content of an answer. */
export type Content =
  | { type: 'text'; text: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType?: string; description?: string };

/** What a tool answers. */
export interface ToolResult {
  content: Content[];
  structuredContent?: JsonObject;
  isError?: boolean;
  /** Of an answer that is none yet: `task` or `input_required`. */
  resultType?: string;
  [more: string]: Json | undefined | Content[];
}
