import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { sendJson, serve } from './local-server.js';
import { providerFile } from './scripted-model.js';

/** Groups of synonyms. */
const CONCEPTS = [
  ['car', 'automobile', 'vehicle', 'sedan'],
  ['invoice', 'invoices', 'bill', 'bills'],
  ['fish', 'trout', 'salmon'],
  ['city', 'town', 'municipality'],
  ['late', 'overdue', 'delayed'],
  ['red', 'crimson', 'scarlet'],
  ['buys', 'purchases', 'acquires'],
];
/** Length of the embeddings of model `e`; those of `wide` are twice as long. */
export const LENGTH = CONCEPTS.length + 1;

/** Environment variable with the key. */
const KEY = 'TEST_EMBEDDINGS_KEY';

/** Answers a request in an unusual way. `good` is the regular body. */
export type OddAnswer = (response: ServerResponse, good: GoodBody) => void;

export interface GoodBody {
  data: { index: number; embedding: (number | null)[] }[];
  usage: { prompt_tokens: number; total_tokens: number };
}

/** A provider on the loopback interface whose embeddings are similar for texts with synonyms. */
export interface ScriptedEmbeddings {
  readonly requests: { model: string; input: string[] }[];
  /** The key that the server must send, and the authorization headers that it has sent. */
  readonly key: string;
  readonly keys: ReadonlySet<string>;
  /** Settings of a server that uses model `e`. */
  readonly env: Record<string, string>;
  /** Behaviour from now on; null for regular answers. */
  odd: OddAnswer | null;
  stop(): Promise<void>;
}

export async function scriptedEmbeddings(): Promise<ScriptedEmbeddings> {
  const requests: ScriptedEmbeddings['requests'] = [];
  const key = `key-${randomUUID()}`;
  const keys = new Set<string>();
  const { url, close } = await serve(async (request, response) => {
    const { model, input } = (await json(request)) as { model: string; input: string[] };
    requests.push({ model, input });
    keys.add(request.headers.authorization ?? '');
    const good = buildBody(model, input);
    if (provider.odd !== null) provider.odd(response, good);
    else sendJson(response, 200, good);
  });
  const { file, remove } = await providerFile(url, {
    timeout_seconds: 10,
    api_key_env: KEY,
    models: [
      { name: 'e', model: 'e', context_tokens: 1_000, embeddings: LENGTH },
      { name: 'wide', model: 'wide', context_tokens: 1_000, embeddings: 2 * LENGTH },
      { name: 'chat', model: 'chat', context_tokens: 1_000, max_output_tokens: 100 },
    ],
  });
  const provider: ScriptedEmbeddings = {
    requests,
    key,
    keys,
    env: { [KEY]: key, METARUN_MODEL_PROVIDERS: file, METARUN_EMBEDDING_MODEL: 'test/e' },
    odd: null,
    stop: async () => {
      await close();
      await remove();
    },
  };
  return provider;
}

function buildBody(model: string, input: readonly string[]): GoodBody {
  const data = input.map((text, index) => {
    const one = embedText(text);
    return { index, embedding: model === 'wide' ? [...one, ...one] : one };
  });
  return { data, usage: { prompt_tokens: 7 * input.length, total_tokens: 7 * input.length } };
}

/** The last number is a small constant, so that no embedding is zero. */
function embedText(text: string): number[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return [...CONCEPTS.map((concept) => words.filter((word) => concept.includes(word)).length), 0.1];
}
