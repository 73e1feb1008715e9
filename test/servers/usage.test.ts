import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requireProblem } from '../support/http.js';
import { withBody } from '../support/inline-script.js';
import { LANGUAGES, NEVER_ENDS } from '../support/scripts.js';
import { startServer, type TestServer } from '../support/server.js';
import { postMetaTask } from '../support/meta-tasks.js';
import { createTask, createMetaTask, runScript, TASKS, taskWhen } from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

type Used = Wire['TaskDetailDto'];

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    METARUN_DEFAULT_CPU_SECONDS: '2',
    METARUN_MAX_CPU_SECONDS: '60',
    METARUN_CANCEL_GRACE_SECONDS: '0',
  });
});
afterAll(() => server.stop());

const used = async (id: string): Promise<Used> =>
  (await server.call<Used>('GET', `${TASKS}/${id}`)).body;
const FIGURES = { peak_memory_bytes: expect.any(Number), cpu_ms: expect.any(Number) };
const NONE = { peak_memory_bytes: null, cpu_ms: null };
const SPIN = { python: 'while True: pass', typescript: 'for (;;);' };

describe.each(LANGUAGES)('a %s task', (language) => {
  it('an ended task shows its memory and CPU time, in its detail and its last event', async () => {
    const script = withBody(
      language,
      language === 'python' ? 'x = "x" * 50_000_000' : 'new Uint8Array(50_000_000).fill(1);',
    );
    const { id, status } = await runScript(server, language, script);
    expect(status).toBe('success');
    const task = await used(id);
    expect(task).toMatchObject(FIGURES);
    expect(task.peak_memory_bytes).toBeGreaterThan(45_000_000);
    const { text } = await server.call('GET', `${TASKS}/${id}/events`);
    const events = [...text.matchAll(/^event: status\ndata: (.*)$/gm)].map(
      ([, data = '']): unknown => JSON.parse(data),
    );
    const { peak_memory_bytes, cpu_ms } = task;
    expect(events).toMatchObject([NONE, NONE, { peak_memory_bytes, cpu_ms }]);
  });

  it('a failed task shows its usage too', async () => {
    const fails = language === 'python' ? 'raise ValueError("x")' : 'throw new Error("x");';
    const { id } = await runScript(server, language, withBody(language, fails));
    expect(await used(id)).toMatchObject({ status: 'failed', ...FIGURES });
  });

  it('a task shows the usage of its ended attempt, and none while it runs or is retried', async () => {
    const identifier = await createMetaTask(server, language, NEVER_ENDS[language]);
    const id = await createTask(server, identifier);
    await taskWhen(server, id, (task) => task.current_phase === 'Working');
    expect(await used(id)).toMatchObject({ status: 'running', ...NONE });
    await server.call('POST', `${TASKS}/${id}/cancel`);
    await taskWhen(server, id);
    expect(await used(id)).toMatchObject({ status: 'cancelled', ...FIGURES });
    const { body } = await server.call('POST', `${TASKS}/${id}/retry`);
    expect(body).toMatchObject({ status: 'pending', ...NONE });
    await server.call('POST', `${TASKS}/${id}/cancel`);
  });

  it.each([
    [1, { cpu_seconds: 1 }],
    [2, {}],
  ])('a run ends as cpu_limit after %i s of CPU time', async (seconds, metaTask) => {
    const script = withBody(language, SPIN[language]);
    const task = await runScript(server, language, script, { metaTask });
    expect(task).toMatchObject({
      status: 'failed',
      error_code: 'cpu_limit',
      error_message: `The run passed its limit of ${seconds} s of CPU time (cpu_seconds) and was stopped.`,
    });
    const { cpu_ms } = await used(task.id);
    expect(cpu_ms).toBeGreaterThanOrEqual(seconds * 1000);
    expect(cpu_ms).toBeLessThan(seconds * 1000 + 500);
  });
});

describe('cpu_seconds', () => {
  it.each([0, 1.5, -1, '5', 61])('the value %j of cpu_seconds is refused', async (cpu_seconds) => {
    const { code, errors } = requireProblem(await postMetaTask(server, { name: 'x', cpu_seconds }));
    expect(code).toBe('validation_failed');
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/cpu_seconds']);
  });

  it('a change of cpu_seconds makes a new version', async () => {
    const { body } = await postMetaTask(server, { name: 'Heavy', cpu_seconds: 60 });
    expect(body).toMatchObject({ version: 1, cpu_seconds: 60 });
    const path = `/projects/default/task-types/${body.id}`;
    const change = (cpu_seconds: number | null) =>
      server.call('PATCH', path, { body: { cpu_seconds } });
    expect((await change(30)).body).toMatchObject({ version: 2, cpu_seconds: 30 });
    expect((await change(null)).body).toMatchObject({ version: 3, cpu_seconds: null });
    expect((await change(61)).status).toBe(422);
  });
});
