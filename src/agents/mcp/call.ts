import type { Json, JsonObject } from '../../base/kernel/json.js';
import type { ClientCapabilities } from './client-capabilities.js';
import type { McpRequest } from './request.js';

/** A call of a tool. */
export interface ToolCall {
  readonly request: McpRequest;
  readonly client: ClientCapabilities;
  /** `_meta` of the request, without the protocol's own members. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** The client's answers to questions, by key; not validated. */
  readonly responses: Readonly<Record<string, unknown>>;
  /** State that the client was given with the questions; not validated. */
  readonly state: string | undefined;
  /** Aborted when the client disconnects. */
  readonly gone: AbortSignal;
  /**
   * Asks the client's user a question on the response stream; the answer arrives as a separate request. Null if
   * questions are returned as the result of a call, which the client then repeats.
   */
  readonly ask: ((id: string, question: JsonObject) => Promise<void>) | null;
  /** Sends a notification on the response stream. */
  readonly notify: (method: string, params: JsonObject) => Promise<void>;
}

/** Part of the content of a result. */
export type Content =
  | { type: 'text'; text: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType?: string; description?: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | {
      type: 'resource';
      resource: { uri: string; mimeType?: string; text?: string; blob?: string };
    };

/** The result of a tool. */
export interface ToolResult {
  content: Content[];
  structuredContent?: JsonObject;
  isError?: boolean;
  /** `task` or `input_required` for an intermediate result. */
  resultType?: string;
  [more: string]: Json | undefined | Content[];
}
