import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statusesByTask, statusEvents } from '../support/events.js';
import { LANGUAGES, NEVER_ENDS, NO_OP } from '../support/scripts.js';
import { startServer, type TestServer } from '../support/server.js';
import { createTask, createMetaTask, TASKS, taskWhen } from '../support/tasks.js';
import { sized } from '../support/size.js';
import { AT_ONCE_MS, WAITED_MS } from '../support/deadlines.js';

/** Number of running tasks to cancel. `MOMENTS` tasks are cancelled while they are being claimed. */
const ROUNDS = sized(5, 2);
const MOMENTS = sized(50, 20);
const HISTORIES = [
  ['pending', 'cancelled'],
  ['pending', 'running', 'cancelled'],
  ['pending', 'running', 'success'],
];

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    METARUN_CANCEL_GRACE_SECONDS: String(WAITED_MS / 1000),
    METARUN_SHUTDOWN_SECONDS: '0',
  });
});
afterAll(() => server.stop());

describe.each(LANGUAGES)('a cancel of a %s task', (language) => {
  it('a cancel of a running task is recorded promptly, without waiting for the grace period', async () => {
    const endless = await createMetaTask(server, language, NEVER_ENDS[language]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await createTask(server, endless);
      await taskWhen(server, id, (task) => task.current_phase === 'Working');
      const asked = performance.now();
      await server.call('POST', `${TASKS}/${id}/cancel`);
      expect((await taskWhen(server, id)).status).toBe('cancelled');
      expect(performance.now() - asked).toBeLessThan(AT_ONCE_MS);
    }
  });

  it('a cancel that arrives while a task is being claimed is never lost', async () => {
    const identifiers = [
      await createMetaTask(server, language, NO_OP[language]),
      await createMetaTask(server, language, NEVER_ENDS[language]),
    ];
    const ids: string[] = [];
    for (let round = 0; round < MOMENTS; round += 1) {
      const endless = round % 2 === 1;
      const id = await createTask(server, identifiers[endless ? 1 : 0] ?? '');
      const answer = await server.call<{ status: string; code: string }>(
        'POST',
        `${TASKS}/${id}/cancel`,
      );
      // Only a task that has ended is answered with 409, and the endless one cannot have ended.
      if (endless || answer.status !== 409) expect(answer.status).toBe(200);
      else expect(answer.body.code).toBe('task_finished');
      ids.push(id);
    }
    for (const [round, id] of ids.entries()) {
      const { status, error_code } = await taskWhen(server, id);
      if (round % 2 === 1) expect([status, error_code]).toEqual(['cancelled', 'cancelled']);
      else expect(['cancelled', 'success']).toContain(status);
    }
    const last = await createTask(server, identifiers[0] ?? '');
    const statuses = statusesByTask(await statusEvents(server, last));
    for (const id of ids) expect(HISTORIES).toContainEqual(statuses.get(id));
  });
});
