import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Starts a local provider with one model, whose requests `answer` handles. It adds no delay, since the time of a model
 * is not measured. `env` contains the setting of a server that uses it.
 */
export async function startProvider(name, model, answer) {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'metarun-bench-model-'));
  const file = join(folder, 'providers.yaml');
  const base_url = `http://127.0.0.1:${server.address().port}/v1`;
  const provider = { name, kind: 'openai_compatible', base_url, models: [model] };
  await writeFile(file, JSON.stringify({ providers: [provider] }));
  return {
    env: { METARUN_MODEL_PROVIDERS: file },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}
