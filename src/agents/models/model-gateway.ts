import type { Json, JsonObject } from '../../base/kernel/json.js';

/** A model that a project may use; `ref` is `provider/name`. */
export interface ModelInfo {
  ref: string;
  /** The provider's name of the model. */
  model: string;
  contextTokens: number;
  maxOutputTokens: number;
  /** USD for a million tokens; null if not configured. */
  prices: { input: number; cachedInput: number | null; output: number } | null;
  images: boolean;
  /** Length of its embeddings; null if the model generates text. */
  embeddings: number | null;
}

/** A tool that the model may call. */
export interface ModelTool {
  name: string;
  description: string;
  inputSchema: JsonObject;
}

export interface ModelRequest {
  /** `provider/name`. */
  model: string;
  system: string | null;
  /** Messages of the library `ai` (ModelMessage) as plain JSON. */
  messages: readonly JsonObject[];
  tools: readonly ModelTool[];
  maxOutputTokens: number;
  temperature: number | null;
  reasoning: 'none' | 'low' | 'medium' | 'high' | null;
}

/** Usage of one request as counted by the provider. The total of a task is its `TaskUsage`. */
export interface ModelUsage {
  inputTokens: number;
  /** Input tokens from the provider's cache. */
  cachedTokens: number;
  outputTokens: number;
  /** Output tokens used for reasoning. */
  reasoningTokens: number;
  /** Null if the model has no prices. */
  costMicroUsd: number | null;
}

/** A tool call. `problem`: reason why the input could not be parsed, for the model; null if it was parsed. */
export interface ModelToolCall {
  id: string;
  name: string;
  input: Json;
  problem: string | null;
}

export interface ModelReply {
  /** Messages to append unchanged to those of the next request. */
  messages: JsonObject[];
  text: string;
  calls: ModelToolCall[];
  /** Reason for the end of the answer. `refused`: by the model or a filter of its provider. */
  finish: 'stop' | 'tool_calls' | 'length' | 'refused' | 'other';
  usage: ModelUsage;
}

export interface EmbeddingReply {
  /** One embedding for each text, in order. */
  embeddings: number[][];
  usage: ModelUsage;
}

/** Owner of a call. `attempt` is that of the step. */
export interface CallOwner {
  projectId: string;
  /** Null, like `stepId`, for a test of a provider and for a project's background work. */
  taskId: string | null;
  stepId: string | null;
  attempt: number;
}

export type OnDelta = (
  delta: { kind: 'text' | 'reasoning'; text: string } | { reset: true },
) => void;

/** Port: sends one request to a model, once, and records it in `model_calls` (`sent` before the request is made). */
export abstract class ModelGateway {
  /**
   * Returns the properties of a model; `ref` null = the default of the installation. Throws MetarunError
   * `unknown_model`, or `not_available` if there is no default.
   */
  abstract find(projectId: string, ref: string | null): Promise<ModelInfo>;
  /** Generates text. Rejects with ModelFailure, or like {@link find}. Does not retry. */
  abstract call(
    owner: CallOwner,
    request: ModelRequest,
    onDelta: OnDelta | null,
    signal: AbortSignal,
  ): Promise<ModelReply>;
  /** Embeds texts. Rejects with ModelFailure, or like {@link find}. Does not retry. */
  abstract embed(
    owner: CallOwner,
    request: { model: string; texts: readonly string[] },
    signal: AbortSignal,
  ): Promise<EmbeddingReply>;
}

export type ModelFailureCode = 'model_error' | 'model_refused' | 'too_long';

/**
 * A failed request to a model. `message` names provider and model and suggests a correction; it is redacted and at
 * most 2 KiB.
 */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly code: ModelFailureCode;
  /** True if the same request may succeed later. */
  readonly again: boolean;
  /** True if the status concerns the content of the request rather than its sender or address: 400, 413 or 422. */
  readonly isOfContent: boolean;
  /** Pause from `retry-after`; null if the provider requested none. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    {
      code = 'model_error',
      again = false,
      isOfContent = false,
      retryAfterMs = null,
      cause,
    }: {
      code?: ModelFailureCode;
      again?: boolean;
      isOfContent?: boolean;
      retryAfterMs?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.again = again;
    this.isOfContent = isOfContent;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Returns a gateway that handles requests in front of the product's own. */
export type GatewayFront = (product: ModelGateway) => ModelGateway;

/** Injection token of the {@link GatewayFront}; without a provider, the product's own gateway is used. */
export const GATEWAY_FRONT = Symbol('GATEWAY_FRONT');
