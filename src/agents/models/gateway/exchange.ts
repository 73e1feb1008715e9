import type { GenerateTextResult, LanguageModel, ModelMessage, ToolSet } from 'ai';
import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import {
  ModelFailure,
  type ModelReply,
  type ModelRequest,
  type ModelToolCall,
} from '../model-gateway.js';
import type { ProviderKind } from '../providers/provider.js';
import type { Libraries } from './libraries.js';
import type { Reported } from './provider-request.js';

/** An answer without its cost. */
export type Exchanged = Omit<ModelReply, 'usage'> & { reported: Reported };

/** A request to a provider, with callbacks for its parts. */
export interface Asked {
  libraries: Libraries;
  kind: ProviderKind;
  model: LanguageModel;
  request: ModelRequest;
  /** False to receive the answer as a whole. */
  stream: boolean;
  signal: AbortSignal;
  onText(kind: 'text' | 'reasoning', text: string): void;
  /** Called for each part of the answer with the text in it. */
  onPart(text: string): void;
}

/** Parts of a stream that do not belong to the answer. */
const NO_ANSWER = ['start', 'start-step', 'raw', 'ping', 'error', 'abort'];

/** Finish reason of Anthropic for an answer that continues if the same request is repeated with the answer so far. */
const PAUSED = 'pause_turn';

/** Makes one request. Rejects with the error of the library or connection. */
export async function exchange(asked: Asked): Promise<Exchanged> {
  const { libraries } = asked;
  const options = buildRequestOptions(asked);
  if (!asked.stream) return exchanged(await libraries.generateText(options));
  const result = libraries.streamText({
    ...options,
    // Errors are parts of the stream.
    onError: () => undefined,
  });
  for await (const part of result.fullStream) {
    if (!NO_ANSWER.includes(part.type)) asked.onPart(textIn(part));
    if (part.type === 'text-delta') asked.onText('text', part.text);
    else if (part.type === 'reasoning-delta') asked.onText('reasoning', part.text);
    else if (part.type === 'error') throw thrown(part.error);
    else if (part.type === 'abort') throw thrown(asked.signal.reason);
  }
  const [steps, responseMessages] = await Promise.all([result.steps, result.responseMessages]);
  const last = steps.at(-1);
  if (last === undefined) throw new ModelFailure('sent an empty answer.', { again: true });
  return exchanged({
    ...last,
    responseMessages,
    finishReason: await result.finishReason,
    rawFinishReason: await result.rawFinishReason,
    usage: await result.usage,
    toolCalls: await result.toolCalls,
    text: await result.text,
  });
}

/** Returns the text in a part of an answer, including tool input and reasoning. */
function textIn(part: object): string {
  if ('text' in part && typeof part.text === 'string') return part.text;
  return 'delta' in part && typeof part.delta === 'string' ? part.delta : '';
}

function buildRequestOptions({ libraries, kind, model, request, signal }: Asked) {
  const { system, messages, tools, maxOutputTokens, temperature, reasoning } = request;
  const known: ToolSet = Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      libraries.tool({ description, inputSchema: libraries.jsonSchema(inputSchema) }),
    ]),
  );
  return {
    model,
    messages: structuredClone(messages) as unknown as ModelMessage[],
    maxOutputTokens,
    maxRetries: 0,
    stopWhen: libraries.isStepCount(1),
    abortSignal: signal,
    ...(system === null ? {} : { instructions: system }),
    ...(tools.length === 0 ? {} : { tools: known }),
    ...(temperature === null ? {} : { temperature }),
    ...(reasoning === null ? {} : { reasoning }),
    // The provider keeps no copy, and reasoning is returned encrypted in the messages.
    ...(kind === 'openai' ? { providerOptions: { openai: { store: false } } } : {}),
  };
}

type Result = Pick<
  GenerateTextResult<ToolSet, never, never>,
  'text' | 'responseMessages' | 'finishReason' | 'rawFinishReason' | 'usage' | 'toolCalls'
>;

function exchanged(result: Result): Exchanged {
  const { text, finishReason, usage } = result;
  // Tools that the provider ran itself are in the messages with their results.
  const own = result.toolCalls.filter(({ providerExecuted }) => providerExecuted !== true);
  const calls = own.map((call): ModelToolCall => {
    const problem = 'error' in call && call.invalid === true ? messageOfError(call.error) : null;
    return { id: call.toolCallId, name: call.toolName, input: (call.input ?? {}) as Json, problem };
  });
  if (result.rawFinishReason === PAUSED)
    throw new ModelFailure(
      `paused its answer for tools that the provider runs by itself (${PAUSED}), and such an answer is not gone on with: switch these tools off there.`,
    );
  if (finishReason === 'interrupted')
    throw new ModelFailure('broke off its answer before the end.', { again: true });
  const messages = plain(result.responseMessages).filter(({ role }) => role === 'assistant');
  if (finishReason === 'other' && text === '' && calls.length === 0)
    throw new ModelFailure('sent an empty answer.', { again: true });
  if (finishReason === 'error')
    throw new ModelFailure('ended its answer with an error.', { again: true });
  return {
    messages: messages.map((message) => readable(message)),
    text,
    calls,
    finish: toFinish(finishReason, calls.length > 0),
    reported: {
      inputTokens: usage.inputTokens,
      cachedTokens: usage.inputTokenDetails?.cacheReadTokens,
      outputTokens: usage.outputTokens,
      reasoningTokens: usage.outputTokenDetails?.reasoningTokens,
    },
  };
}

function toFinish(reason: string, hasCalls: boolean): ModelReply['finish'] {
  if (reason === 'length') return 'length';
  if (reason === 'content-filter') return 'refused';
  if (reason === 'tool-calls' || hasCalls) return 'tool_calls';
  return reason === 'stop' ? 'stop' : 'other';
}

function plain(messages: unknown): JsonObject[] {
  return JSON.parse(JSON.stringify(messages)) as JsonObject[];
}

/**
 * Returns a message in which tool input that is not JSON is wrapped in an object, since providers accept only objects.
 */
function readable(message: JsonObject): JsonObject {
  const { content } = message;
  if (!Array.isArray(content)) return message;
  return {
    ...message,
    content: content.map((part) =>
      isJsonObject(part) && part['type'] === 'tool-call' && !isJsonObject(part['input'])
        ? { ...part, input: { unreadable: part['input'] ?? null } }
        : part,
    ),
  };
}

function messageOfError(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 2_000);
}

function thrown(error: unknown): Error {
  if (error instanceof Error) return error;
  return new Error(typeof error === 'string' ? error : JSON.stringify(error ?? 'aborted'), {
    cause: error,
  });
}
