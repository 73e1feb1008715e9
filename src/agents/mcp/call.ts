import type { Json, JsonObject } from '../../base/kernel/json.js';
import type { ClientCapabilities } from './client-capabilities.js';
import type { McpRequest } from './request.js';

/** One call of a tool. */
export interface ToolCall {
  readonly request: McpRequest;
  readonly client: ClientCapabilities;
  /** `_meta` of the request, without what the protocol itself has in it. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** The client's answers to questions, by their keys; not checked. */
  readonly responses: Readonly<Record<string, unknown>>;
  /** The state that the client was given with the questions; not checked. */
  readonly state: string | undefined;
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal;
  /**
   * Puts a question to the client's user on the stream of the answer; the answer to it comes as a request of its own. Null where
   * questions are themselves the answer of a call, which the client then makes again.
   */
  readonly ask: ((id: string, question: JsonObject) => Promise<void>) | null;
  /** Sends a notification on the stream of the answer. */
  readonly notify: (method: string, params: JsonObject) => Promise<void>;
}

/** A part of the content of an answer. */
export type Content =
  | { type: 'text'; text: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType?: string; description?: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | {
      type: 'resource';
      resource: { uri: string; mimeType?: string; text?: string; blob?: string };
    };

/** The answer of a tool. */
export interface ToolResult {
  content: Content[];
  structuredContent?: JsonObject;
  isError?: boolean;
  /** `task` or `input_required` for an answer that is none yet. */
  resultType?: string;
  [more: string]: Json | undefined | Content[];
}
