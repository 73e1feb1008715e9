import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A provider on the loopback whose model calls the tool `answer` with one value. `env`: the settings of a server that uses it. */
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
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${answer}data: [DONE]\n\n`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'metarun-bench-model-'));
  const file = join(folder, 'providers.yaml');
  const provider = {
    name: 'bench',
    kind: 'openai_compatible',
    base_url: `http://127.0.0.1:${server.address().port}/v1`,
    models: [{ name: 'm', model: 'm', context_tokens: 100_000, max_output_tokens: 1_000 }],
  };
  await writeFile(file, JSON.stringify({ providers: [provider] }));
  return {
    env: { METARUN_MODEL_PROVIDERS: file, METARUN_DEFAULT_MODEL: 'bench/m' },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}
