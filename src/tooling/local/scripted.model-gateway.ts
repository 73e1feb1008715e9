import { randomUUID } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';
import { unwrapped } from '../../agents/agent-runs/loop/messages.js';
import { modelNames } from '../../agents/agent-runs/tools/tool-names.js';
import {
  type CallOwner,
  type EmbeddingReply,
  ModelFailure,
  ModelGateway,
  type ModelInfo,
  type ModelReply,
  type ModelRequest,
  type ModelUsage,
  type OnDelta,
} from '../../agents/models/model-gateway.js';

/** A model's answer to one request. */
export type ModelTurn =
  | string
  | { text: string }
  | { object: Json }
  | { calls: { name: string; input?: JsonObject }[]; text?: string }
  | { embeddings: number[][] }
  | { error: string };

/** A tool call that a script had the model make. */
export interface ScriptedCall {
  /** Name as in the script. */
  name: string;
  input: JsonObject;
  /** Answer as the model read it; null if the run ended without another request. */
  answer: { text: string; failed: boolean } | null;
}

/** Returns the answer to a request. `asked`: its last message, which errors show. Throws MetarunError. */
export type ModelScript = (asked: string) => ModelTurn;

/** Answers the requests of some projects by a script, and passes all others to the product. */
export class ScriptedModelGateway extends ModelGateway {
  private readonly byProject = new Map<string, ModelScript>();
  /** Calls by task, and by their id in the conversation. */
  private readonly calls = new Map<string, Map<string, ScriptedCall>>();

  constructor(private readonly product: ModelGateway) {
    super();
  }

  answer(projectId: string, script: ModelScript): void {
    this.byProject.set(projectId, script);
  }

  /** Returns the tool calls that scripts had the model make for a task, in order. */
  listCalls(taskId: string): ScriptedCall[] {
    return [...(this.calls.get(taskId)?.values() ?? [])];
  }

  async find(projectId: string, ref: string | null): Promise<ModelInfo> {
    if (!this.byProject.has(projectId)) return this.product.find(projectId, ref);
    return {
      ref: ref ?? 'scripted/model',
      model: 'scripted',
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
    const calls = this.callsBy(owner.taskId ?? '');
    noteAnswers(request.messages, calls);
    const turn = script(readLastMessage(request.messages));
    const reply = buildReply(turn, JSON.stringify(request.messages), calls);
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
      return { embeddings: turn.embeddings, usage: estimateUsage(request.texts.join(''), '') };
    throw new ModelFailure('The answer of the test to this request has no "embeddings".');
  }

  private callsBy(taskId: string): Map<string, ScriptedCall> {
    const calls = this.calls.get(taskId) ?? new Map<string, ScriptedCall>();
    this.calls.set(taskId, calls);
    return calls;
  }
}

/** Stores the answers of tool calls, which the next request contains. */
function noteAnswers(
  messages: readonly JsonObject[],
  calls: ReadonlyMap<string, ScriptedCall>,
): void {
  const contents = messages.map(({ content }) => content);
  for (const part of contents.flatMap((content) => (Array.isArray(content) ? content : []))) {
    if (!isJsonObject(part) || part['type'] !== 'tool-result') continue;
    const { toolCallId, output = null } = part;
    const call = typeof toolCallId === 'string' ? calls.get(toolCallId) : undefined;
    // The first request has it whole; later ones may have omitted it.
    if (call === undefined || call.answer !== null || !isJsonObject(output)) continue;
    const { type, value } = output;
    const text = typeof value === 'string' ? unwrapped(value) : JSON.stringify(value);
    call.answer = { text, failed: type === 'error-text' };
  }
}

function buildReply(
  turn: ModelTurn,
  asked: string,
  madeCalls: Map<string, ScriptedCall>,
): ModelReply {
  if (typeof turn === 'object' && 'error' in turn) throw new ModelFailure(turn.error);
  if (typeof turn === 'object' && 'embeddings' in turn)
    throw new ModelFailure('The answer of the test to this request is one of embeddings.');
  const text = readTurnText(turn);
  const given = typeof turn === 'object' && 'calls' in turn ? turn.calls : [];
  const calls = given.map(({ name, input = {} }) => {
    const id = randomUUID();
    madeCalls.set(id, { name, input, answer: null });
    return { id, name: toolName(name), input, problem: null };
  });
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
    usage: estimateUsage(asked, JSON.stringify(content)),
  };
}

/** Returns the model's name for a tool; scripts may use it as contracts do. */
function toolName(name: string): string {
  const [known = name] = modelNames([name]).keys();
  return known;
}

function readTurnText(
  turn: Exclude<ModelTurn, { error: string } | { embeddings: number[][] }>,
): string {
  if (typeof turn === 'string') return turn;
  return 'object' in turn ? JSON.stringify(turn.object) : (turn.text ?? '');
}

function estimateUsage(asked: string, given: string): ModelUsage {
  return {
    inputTokens: Math.ceil(asked.length / 4),
    cachedTokens: 0,
    outputTokens: Math.ceil(given.length / 4),
    reasoningTokens: 0,
    costMicroUsd: 0,
  };
}

function readLastMessage(messages: readonly JsonObject[]): string {
  const content = messages.at(-1)?.['content'] ?? '';
  if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
  const texts = content.map((part) => {
    const { text, output = null } = isJsonObject(part) ? part : {};
    const shown = isJsonObject(output) ? output['value'] : text;
    return typeof shown === 'string' ? unwrapped(shown) : JSON.stringify(part);
  });
  return texts.join('\n');
}
