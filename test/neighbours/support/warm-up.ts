import { FilesClient } from '../../support/files-client.js';
import { LANGUAGES } from '../../support/scripts.js';
import type { TestServer } from '../../support/server.js';
import { createMetaTask, createTask, taskWhen } from '../../support/tasks.js';

const SLOTS = 8;
const STAYS = {
  python: 'import time\ndef run(params, reporter):\n    time.sleep(0.3)\n',
  typescript: 'export const run = () => new Promise((done) => setTimeout(done, 300));\n',
};

/** Starts the maximum number of guests of each kind, so that later ones are not counted as leftovers. */
export async function warmUp(server: TestServer): Promise<void> {
  const eight = <T>(does: () => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: SLOTS }, does));
  for (const language of LANGUAGES) {
    const [identifier = ''] = await eight(() => createMetaTask(server, language, STAYS[language]));
    const ids = await eight(() => createTask(server, identifier));
    for (const id of ids) await taskWhen(server, id);
  }
  const { body } = await server.call<{ id: string }>('POST', '/projects/default/workspaces', {
    body: { name: 'Warm', kind: 'knowledge_base' },
  });
  const files = new FilesClient(server, server.apiKey);
  const page = new Blob(['<h1>Warm</h1>']);
  await eight(async () => {
    const name = `${Math.random()}.html`;
    const answer = await files.upload([
      ['file', page, name],
      ['ws', body.id],
    ]);
    if (answer.status !== 201) throw new Error(await answer.text());
  });
}
