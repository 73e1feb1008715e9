import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { sendJson, serve } from './local-server.js';

/** A message of a request, in the format of OpenAI's chat completions. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: unknown;
  tool_call_id?: string;
}

export interface ChatRequest {
  messages: ChatMessage[];
  tools?: { function: { name: string; parameters: unknown } }[];
  max_tokens?: number;
}

/**
 * An answer of the model: a text, tool calls as `[name, arguments]`, an error, a text that ends with a broken
 * connection, or a text in two parts with a pause between them.
 */
export type Said =
  string | readonly (readonly [string, unknown])[] | { status: number } | { cut: string } | Paused;

export interface Paused {
  begins: string;
  until: Promise<unknown>;
  ends: string;
}

/** A provider on the loopback interface whose answers are scripted. It records the requests. */
export interface ScriptedModel {
  /** Origin, without a path. */
  readonly url: string;
  readonly requests: ChatRequest[];
  /** Definition of the provider; its only model is `test/m`. */
  readonly provider: object;
  /** Settings of a server that uses the model. */
  readonly env: Record<string, string>;
  stop(): Promise<void>;
}

/**
 * Starts a provider. `say` gets a request and the number of earlier answers in its conversation. It must depend on
 * nothing else, so that a repeated request gets the same answer.
 */
export async function scriptedModel(
  say: (request: ChatRequest, turn: number) => Said | Promise<Said>,
): Promise<ScriptedModel> {
  const requests: ChatRequest[] = [];
  const { url, close } = await serve((request, response) =>
    answer(request, response, requests, say),
  );
  const models = [{ name: 'm', model: 'm', context_tokens: 100_000, max_output_tokens: 1_000 }];
  const { file, provider, remove } = await providerFile(url, { models });
  return {
    url,
    requests,
    provider,
    env: { METARUN_MODEL_PROVIDERS: file, METARUN_DEFAULT_MODEL: 'test/m' },
    stop: async () => {
      await close();
      await remove();
    },
  };
}

/** Writes the settings file of a provider "test" at `url`; returns the file and the definition of the provider. */
export async function providerFile(
  url: string,
  more: object,
): Promise<{ file: string; provider: object; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'metarun-provider-'));
  const file = join(folder, 'providers.yaml');
  const provider = { name: 'test', kind: 'openai_compatible', base_url: `${url}/v1`, ...more };
  await writeFile(file, JSON.stringify({ providers: [provider] }));
  return { file, provider, remove: () => rm(folder, { recursive: true }) };
}

export function serialiseMessages({ messages }: ChatRequest): string {
  return JSON.stringify(messages);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  requests: ChatRequest[],
  say: (request: ChatRequest, turn: number) => Said | Promise<Said>,
): Promise<void> {
  const asked = (await json(request)) as ChatRequest;
  requests.push(asked);
  const turn = asked.messages.filter(({ role }) => role === 'assistant').length;
  const said = await say(asked, turn);
  if (typeof said === 'object' && 'status' in said)
    return sendJson(response, said.status, { error: { message: 'as the test says' } });
  return streamAnswer(response, said, turn);
}

/**
 * Sends a stream of chat completions. The last parameter contains the token counts of the request and of the answer.
 */
export async function streamAnswer(
  response: ServerResponse,
  said: Exclude<Said, { status: number }>,
  turn = 0,
  [asked, answered]: readonly [number, number] = [100, 10],
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish: string | null = null, more: object = {}): void => {
    const choices = [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: finish }];
    const chunk = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices };
    response.write(`data: ${JSON.stringify({ ...chunk, ...more })}\n\n`);
  };
  if (typeof said === 'string') send({ content: said });
  else if ('cut' in said) {
    send({ content: said.cut });
    // By then, the data has been sent.
    setTimeout(() => response.destroy(), 100);
    return;
  } else if ('begins' in said) {
    send({ content: said.begins });
    await said.until;
    send({ content: said.ends });
  } else
    for (const [index, [name, input]] of said.entries()) {
      const text = typeof input === 'string' ? input : JSON.stringify(input);
      const called = { name, arguments: text };
      const id = `call_${turn}_${index}`;
      send({ tool_calls: [{ index, id, type: 'function', function: called }] });
    }
  const total = asked + answered;
  const usage = { prompt_tokens: asked, completion_tokens: answered, total_tokens: total };
  send({}, Array.isArray(said) ? 'tool_calls' : 'stop', { usage });
  response.end('data: [DONE]\n\n');
}
