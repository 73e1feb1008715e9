import { json } from 'node:stream/consumers';
import { startProvider } from './provider.mjs';

/** Length of the embeddings, which is typical of local models. */
export const LENGTH = 768;

/**
 * Starts a local provider whose embedding of a text is the sum of those of its words. It responds immediately, since
 * the time of a model is not measured. `env` contains the settings of a server that uses it.
 */
export async function modelOfEmbeddings() {
  const words = new Map();
  const answer = async (request, response) => {
    const { input } = await json(request);
    const data = input.map((text, index) => ({ index, embedding: embedText(text, words) }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data, usage: { prompt_tokens: 1, total_tokens: 1 } }));
  };
  const model = { name: 'e', model: 'e', context_tokens: 8192, embeddings: LENGTH };
  const { env, stop } = await startProvider('vectors', model, (request, response) => {
    void answer(request, response);
  });
  return { env: { ...env, METARUN_EMBEDDING_MODEL: 'vectors/e' }, stop };
}

function embedText(text, words) {
  const sum = Array.from({ length: LENGTH }, () => 0);
  for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
    let numbers = words.get(word);
    if (numbers === undefined) words.set(word, (numbers = hashWord(word)));
    for (let at = 0; at < LENGTH; at += 1) sum[at] += numbers[at];
  }
  return sum;
}

/** Returns the embedding of a word, deterministic numbers between -1 and 1. */
function hashWord(word) {
  let state = 0;
  for (const letter of word) state = (Math.imul(state, 31) + letter.codePointAt(0)) | 0;
  return Array.from({ length: LENGTH }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return Number((state / 2 ** 31).toFixed(6));
  });
}
