import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Starts a local provider of models that responds immediately. `say` receives the request and the number of earlier
 * responses of the model in it. It returns a text, tool calls as `[name, arguments]`, or `{ retryAfter }` in seconds.
 * `others` are additional providers for the settings.
 */
export async function startModel(say, others = []) {
  const server = createServer((request, response) => void answer(say, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}/v1`;
  const folder = await mkdtemp(join(tmpdir(), 'metarun-bench-model-'));
  const file = join(folder, 'providers.yaml');
  const models = [{ name: 'm', model: 'm', context_tokens: 100_000, max_output_tokens: 1_000 }];
  const provider = { name: 'bench', kind: 'openai_compatible', base_url: url, models };
  await writeFile(file, JSON.stringify({ providers: [provider, ...others] }));
  return {
    url,
    env: { METARUN_MODEL_PROVIDERS: file, METARUN_DEFAULT_MODEL: 'bench/m' },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}

function buildCall([name, input], index) {
  const call = { name, arguments: JSON.stringify(input) };
  return { index, id: `call_${index}`, type: 'function', function: call };
}

function buildChunk(delta, finish) {
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices };
  return `data: ${JSON.stringify({ ...chunk, ...(finish === null ? {} : { usage }) })}\n\n`;
}

async function answer(say, request, response) {
  const asked = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
  const turn = asked.messages.filter(({ role }) => role === 'assistant').length;
  const said = say(asked, turn);
  if (typeof said === 'object' && 'retryAfter' in said) {
    response.writeHead(429, { 'retry-after': String(said.retryAfter) });
    response.end('{"error": {"message": "later"}}');
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const calls = typeof said === 'string' ? null : said.map(buildCall);
  const first = { role: 'assistant', ...(calls ? { tool_calls: calls } : { content: said }) };
  const chunks = [buildChunk(first, null), buildChunk({}, calls ? 'tool_calls' : 'stop')];
  response.end(`${chunks.join('')}data: [DONE]\n\n`);
}
