import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withBody } from '../support/inline-script.js';
import { LANGUAGES, type Language } from '../support/scripts.js';
import { type Answer, type TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createTask, createMetaTask, runScript, TASKS, taskWhen } from '../support/tasks.js';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function start(language: Language, bodies: Record<Language, string>): Promise<string> {
  const script = withBody(language, bodies[language]);
  return createTask(server, await createMetaTask(server, language, script));
}

function send(
  id: string,
  name: string,
  body: unknown = {},
): Promise<Answer<{ delivered: boolean }>> {
  return server.call('POST', `${TASKS}/${id}/events/${encodeURIComponent(name)}`, { body });
}

const waits = (id: string): Promise<unknown> =>
  taskWhen(server, id, ({ status }) => status === 'waiting');

describe.each(LANGUAGES)('a %s script', (language) => {
  it('a script waits for an event without a process and gets its payload', async () => {
    const id = await start(language, {
      python: 'return reporter.wait_for_event("paid, at last")',
      typescript: 'return reporter.waitForEvent("paid, at last");',
    });
    await waits(id);
    const payload = { amount: [1.5, null], __proto: 'x' };
    const sent = await send(id, 'paid, at last', { payload });
    expect(sent.body).toEqual({ name: 'paid, at last', delivered: true });
    expect(await taskWhen(server, id)).toMatchObject({ status: 'success', result: payload });
    expect((await server.call('GET', `${TASKS}/${id}/steps`)).body).toMatchObject([
      { kind: 'event', name: 'paid, at last', status: 'success', result: payload },
    ]);
    const late = await send(id, 'paid, at last');
    expect(late).toMatchObject({ status: 409, body: { code: 'task_finished' } });
  });

  it('a script gets events that came before, each once and in their order', async () => {
    const id = await start(language, {
      python: `go = reporter.wait_for_event("go")
return [go] + [reporter.wait_for_event("item") for _ in range(3)]`,
      typescript: `const got = [await reporter.waitForEvent("go")];
for (let i = 0; i < 3; i++) got.push(await reporter.waitForEvent("item"));
return got;`,
    });
    await waits(id);
    for (const payload of [1, 2])
      expect((await send(id, 'item', { payload })).body.delivered).toBe(false);
    expect((await send(id, 'go')).body.delivered).toBe(true);
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    await send(id, 'item', { payload: 3 });
    expect(await taskWhen(server, id)).toMatchObject({
      error_message: null,
      result: [null, 1, 2, 3],
    });
  });

  it('a wait for an event that times out gives the same error on every replay', async () => {
    const task = await runScript(
      server,
      language,
      withBody(
        language,
        language === 'python'
          ? `errors = []
for timeout in (0.1, 1.3):
    try:
        reporter.wait_for_event("never", timeout=timeout)
    except Exception as error:
        errors.append([error.code, str(error)])
reporter.sleep(1.1)
return errors`
          : `const errors = [];
for (const timeout of [0.1, 1.3])
  await reporter.waitForEvent("never", { timeout }).catch((error) => errors.push([error.code, error.message]));
await reporter.sleep(1.1);
return errors;`,
      ),
    );
    const timedOut = ['event_timeout', 'The event "never" did not come in time.'];
    expect(task).toMatchObject({ error_message: null, result: [timedOut, timedOut] });
  });
});

it('an event that is too large, malformed or for no task is refused', async () => {
  const id = await start('typescript', {
    python: '',
    typescript: 'await reporter.waitForEvent("x");',
  });
  await waits(id);
  expect(await send(id, 'y', { payload: 'x'.repeat(300_000) })).toMatchObject({
    status: 413,
    body: { code: 'too_large' },
  });
  expect((await send(id, 'y', { other: 1 })).status).toBe(422);
  expect((await send(id, 'n'.repeat(201))).status).toBe(422);
  expect((await send('00000000-0000-7000-8000-000000000000', 'y')).status).toBe(404);
  const payload = 'x'.repeat(256 * 1024 - 2);
  for (let count = 0; count < 64; count += 1)
    expect((await send(id, 'y', { payload })).status).toBe(200);
  expect((await send(id, 'y', { payload })).body).toMatchObject({ code: 'too_large' });
  await server.call('POST', `${TASKS}/${id}/cancel`);
});
