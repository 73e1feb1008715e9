import { randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '../../base/kernel/json.js';
import {
  type CallOwner,
  type EmbeddingReply,
  ModelFault,
  ModelGateway,
  type ModelInfo,
  type ModelReply,
  type ModelRequest,
  type ModelUsage,
  type OnDelta,
} from '../../features/models/model-gateway.js';

/** What a model answers to one request. */
export type ModelTurn =
  | string
  | { text: string }
  | { object: Json }
  | { calls: { name: string; input?: JsonObject }[]; text?: string }
  | { embeddings: number[][] }
  | { error: string };

/** Gives the answer to a request, whose last message is shown to people where there is none. Throws MetarunError. */
export type ModelScript = (asked: string) => ModelTurn;

/** Answers the requests of some projects by a script, and leaves all others to the product. */
export class ScriptedModelGateway extends ModelGateway {
  private readonly byProject = new Map<string, ModelScript>();

  constructor(private readonly product: ModelGateway) {
    super();
  }

  answer(projectId: string, script: ModelScript): void {
    this.byProject.set(projectId, script);
  }

  async find(projectId: string, ref: string | null): Promise<ModelInfo> {
    if (!this.byProject.has(projectId)) return this.product.find(projectId, ref);
    return {
      ref: ref ?? 'scripted/model',
      contextTokens: 1_000_000,
      maxOutputTokens: 100_000,
      prices: { input: 0, cachedInput: 0, output: 0 },
      images: true,
      embeddings: null,
    };
  }

  async call(
    owner: CallOwner,
    request: ModelRequest,
    onDelta: OnDelta | null,
    signal: AbortSignal,
  ): Promise<ModelReply> {
    const script = this.byProject.get(owner.projectId);
    if (script === undefined) return this.product.call(owner, request, onDelta, signal);
    const reply = replyOf(script(lastOf(request.messages)), JSON.stringify(request.messages));
    if (reply.text !== '') onDelta?.({ kind: 'text', text: reply.text });
    return reply;
  }

  async embed(
    owner: CallOwner,
    request: { model: string; texts: readonly string[] },
    signal: AbortSignal,
  ): Promise<EmbeddingReply> {
    const script = this.byProject.get(owner.projectId);
    if (script === undefined) return this.product.embed(owner, request, signal);
    const turn = script(request.texts.join(' | '));
    if (typeof turn === 'object' && 'embeddings' in turn)
      return { embeddings: turn.embeddings, usage: usageOf(request.texts.join(''), '') };
    throw new ModelFault('The answer of the test to this request has no "embeddings".');
  }
}

function replyOf(turn: ModelTurn, asked: string): ModelReply {
  if (typeof turn === 'object' && 'error' in turn) throw new ModelFault(turn.error);
  if (typeof turn === 'object' && 'embeddings' in turn)
    throw new ModelFault('The answer of the test to this request is one of embeddings.');
  const text = textOf(turn);
  const given = typeof turn === 'object' && 'calls' in turn ? turn.calls : [];
  const calls = given.map(({ name, input = {} }) => ({
    id: randomUUID(),
    name,
    input,
    fault: null,
  }));
  const content: JsonObject[] = [
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, input }) => ({
      type: 'tool-call',
      toolCallId: id,
      toolName: name,
      input,
    })),
  ];
  return {
    messages: [{ role: 'assistant', content }],
    text,
    calls,
    finish: calls.length > 0 ? 'tool_calls' : 'stop',
    usage: usageOf(asked, JSON.stringify(content)),
  };
}

function textOf(turn: Exclude<ModelTurn, { error: string } | { embeddings: number[][] }>): string {
  if (typeof turn === 'string') return turn;
  return 'object' in turn ? JSON.stringify(turn.object) : (turn.text ?? '');
}

function usageOf(asked: string, given: string): ModelUsage {
  return {
    inputTokens: Math.ceil(asked.length / 4),
    cachedTokens: 0,
    outputTokens: Math.ceil(given.length / 4),
    reasoningTokens: 0,
    costMicroUsd: 0,
  };
}

function lastOf(messages: readonly JsonObject[]): string {
  const content = messages.at(-1)?.['content'];
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}
