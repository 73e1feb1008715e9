import { json } from 'node:stream/consumers';
import { startProvider } from './provider.mjs';

/** The length of the embeddings: that of many models for one's own machine. */
export const LENGTH = 768;

/**
 * A provider on the loopback whose embeddings of texts are the sums of those of their words. It answers at once: what a model
 * takes is not what is measured. `env`: the settings of a server that uses it.
 */
export async function modelOfEmbeddings() {
  const words = new Map();
  const answer = async (request, response) => {
    const { input } = await json(request);
    const data = input.map((text, index) => ({ index, embedding: embeddingOf(text, words) }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data, usage: { prompt_tokens: 1, total_tokens: 1 } }));
  };
  const model = { name: 'e', model: 'e', context_tokens: 8192, embeddings: LENGTH };
  const { env, stop } = await startProvider('vectors', model, (request, response) => {
    void answer(request, response);
  });
  return { env: { ...env, METARUN_EMBEDDING_MODEL: 'vectors/e' }, stop };
}

function embeddingOf(text, words) {
  const sum = Array.from({ length: LENGTH }, () => 0);
  for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
    let numbers = words.get(word);
    if (numbers === undefined) words.set(word, (numbers = numbersOf(word)));
    for (let at = 0; at < LENGTH; at += 1) sum[at] += numbers[at];
  }
  return sum;
}

/** Numbers between -1 and 1, which a word always has. */
function numbersOf(word) {
  let state = 0;
  for (const letter of word) state = (Math.imul(state, 31) + letter.codePointAt(0)) | 0;
  return Array.from({ length: LENGTH }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return Number((state / 2 ** 31).toFixed(6));
  });
}
