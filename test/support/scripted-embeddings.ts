import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { sendJson, serve } from './local-server.js';
import { providerFile } from './scripted-model.js';

/** Words that mean the same. */
const CONCEPTS = [
  ['car', 'automobile', 'vehicle', 'sedan'],
  ['invoice', 'invoices', 'bill', 'bills'],
  ['fish', 'trout', 'salmon'],
  ['city', 'town', 'municipality'],
  ['late', 'overdue', 'delayed'],
  ['red', 'crimson', 'scarlet'],
  ['buys', 'purchases', 'acquires'],
];
/** The length of the embeddings of the model `e`; those of `wide` have twice as much. */
export const LENGTH = CONCEPTS.length + 1;

/** The environment variable with the key. */
const KEY = 'TEST_EMBEDDINGS_KEY';

/** Answers in a way of its own. `good` is the body that would be given. */
export type OddAnswer = (response: ServerResponse, good: GoodBody) => void;

export interface GoodBody {
  data: { index: number; embedding: (number | null)[] }[];
  usage: { prompt_tokens: number; total_tokens: number };
}

/** A provider on the loopback whose embeddings are alike for texts with words of the same meaning. */
export interface ScriptedEmbeddings {
  /** The texts of each request so far. */
  readonly requests: { model: string; input: string[] }[];
  /** The key that the server is to send, and what it has sent for one. */
  readonly key: string;
  readonly keys: ReadonlySet<string>;
  /** The settings of a server that uses its model `e`. */
  readonly env: Record<string, string>;
  /** From here on; null: answers are good. */
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

/** The last number is small, and is that of words that are in no concept. */
function embedText(text: string): number[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return [...CONCEPTS.map((concept) => words.filter((word) => concept.includes(word)).length), 0.1];
}
