import type { Json, JsonObject } from '../../base/kernel/json.js';

/** A model that a project may use; `ref` is `provider/name`. */
export interface ModelInfo {
  ref: string;
  /** The name by which its provider knows it. */
  model: string;
  contextTokens: number;
  maxOutputTokens: number;
  /** USD for a million tokens; null where the host gave none. */
  prices: { input: number; cachedInput: number | null; output: number } | null;
  images: boolean;
  /** The length of its embeddings; null: it generates text. */
  embeddings: number | null;
}

/** A function that the model may ask for. */
export interface ModelTool {
  name: string;
  description: string;
  inputSchema: JsonObject;
}

export interface ModelRequest {
  /** `provider/name`. */
  model: string;
  system: string | null;
  /** Messages as the library `ai` has them (ModelMessage), as plain JSON. */
  messages: readonly JsonObject[];
  tools: readonly ModelTool[];
  maxOutputTokens: number;
  temperature: number | null;
  reasoning: 'none' | 'low' | 'medium' | 'high' | null;
}

/** The usage of one request, as the provider counts it. The sums of a task are its `TaskUsage`. */
export interface ModelUsage {
  inputTokens: number;
  /** Those of the input that the provider had kept. */
  cachedTokens: number;
  outputTokens: number;
  /** Those of the output that are no text. */
  reasoningTokens: number;
  /** Null where the model has no prices. */
  costMicroUsd: number | null;
}

/** A call of a tool; `problem`: why the input could not be parsed, for the model to read; null where it could. */
export interface ModelToolCall {
  id: string;
  name: string;
  input: Json;
  problem: string | null;
}

export interface ModelReply {
  /** To be appended to the messages of the next request, unchanged. */
  messages: JsonObject[];
  text: string;
  calls: ModelToolCall[];
  /** `refused`: by the model or a filter of its provider. */
  finish: 'stop' | 'tool_calls' | 'length' | 'refused' | 'other';
  usage: ModelUsage;
}

export interface EmbeddingReply {
  /** One for each text, in their order. */
  embeddings: number[][];
  usage: ModelUsage;
}

/** Where a call belongs. `attempt` is that of the step. */
export interface CallOwner {
  projectId: string;
  /** Null, as `stepId`, for a test of a provider, and for what a project does by itself. */
  taskId: string | null;
  stepId: string | null;
  attempt: number;
}

export type OnDelta = (
  delta: { kind: 'text' | 'reasoning'; text: string } | { reset: true },
) => void;

/** Port: one request to a model, once. Records it in `model_calls` (`sent` before the request is made). */
export abstract class ModelGateway {
  /**
   * Returns what is known of a model; `ref` null = the default of the installation. Throws MetarunError `unknown_model`, or
   * `not_available` where there is none.
   */
  abstract find(projectId: string, ref: string | null): Promise<ModelInfo>;
  /** Rejects with ModelFailure, or as {@link find}. No retry. */
  abstract call(
    owner: CallOwner,
    request: ModelRequest,
    onDelta: OnDelta | null,
    signal: AbortSignal,
  ): Promise<ModelReply>;
  /** Rejects with ModelFailure, or as {@link find}. No retry. */
  abstract embed(
    owner: CallOwner,
    request: { model: string; texts: readonly string[] },
    signal: AbortSignal,
  ): Promise<EmbeddingReply>;
}

export type ModelFailureCode = 'model_error' | 'model_refused' | 'too_long';

/** Why a request to a model failed. `message` names provider and model and says what to correct; it is redacted and at most 2 KiB. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly code: ModelFailureCode;
  /** True if the same request may succeed later. */
  readonly again: boolean;
  /** True if the status concerns what was sent, not who sent it or to where: 400, 413 or 422. */
  readonly isOfContent: boolean;
  /** From `retry-after`; null if the provider named none. */
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

/** Returns what answers requests to models, in front of the product's own. */
export type GatewayFront = (product: ModelGateway) => ModelGateway;

/** Injection token of the {@link GatewayFront}; the product's own gateway answers where none is provided. */
export const GATEWAY_FRONT = Symbol('GATEWAY_FRONT');
