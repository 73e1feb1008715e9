import { startProvider } from './provider.mjs';

/**
 * Starts a local provider whose model calls the tool `answer` with one value. `env` contains the settings of a server
 * that uses it.
 */
export async function modelThatAnswers(value) {
  const call = {
    index: 0,
    id: 'call',
    type: 'function',
    function: { name: 'answer', arguments: JSON.stringify(value) },
  };
  const chunk = (delta, finish_reason, more = {}) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
    ...more,
  });
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  const answer = [
    chunk({ role: 'assistant', tool_calls: [call] }, null),
    chunk({}, 'tool_calls', { usage }),
  ]
    .map((one) => `data: ${JSON.stringify(one)}\n\n`)
    .join('');
  const model = { name: 'm', model: 'm', context_tokens: 100_000, max_output_tokens: 1_000 };
  const { env, stop } = await startProvider('bench', model, (request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${answer}data: [DONE]\n\n`);
    });
  });
  return { env: { ...env, METARUN_DEFAULT_MODEL: 'bench/m' }, stop };
}
