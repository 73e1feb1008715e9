import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statusesByTask, statusEvents } from '../support/events.js';
import { allEnd, listDescendants } from '../support/processes.js';
import { LANGUAGES, NEVER_ENDS, NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { createTask, createMetaTask, readTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

/** Far less than the time that the server would otherwise wait for its runs, even on a busy machine, in ms. */
const LONG_MS = 20_000;

/** Runs until a file exists, so that a second run can end at once. */
const UNTIL_FILE = {
  python: `import time
def run(params, reporter):
    reporter.set_phase("Working")
    while not reporter.files.exists("/go"):
        time.sleep(0.05)
    return reporter.task.attempt
`,
  typescript: `export async function run(params: unknown, reporter) {
  reporter.setPhase('Working');
  while (!(await reporter.files.exists('/go'))) await new Promise((done) => setTimeout(done, 50));
  return reporter.task.attempt;
}
`,
};

let server: ServerProcess;

/** Stops the server and resolves when it has begun to stop; `ended` resolves to the exit code. */
async function beginStop(): Promise<{ ended: Promise<number | null> }> {
  const before = server.output.stderr.length;
  const ended = server.end('SIGTERM');
  await until('the stop to begin', () => server.output.stderr.slice(before).includes('stopping'));
  return { ended };
}

async function begin(scripts: typeof NEVER_ENDS): Promise<string[]> {
  const ids: string[] = [];
  for (const language of LANGUAGES)
    ids.push(await createTask(server, await createMetaTask(server, language, scripts[language])));
  for (const id of ids) await taskWhen(server, id, (task) => task.current_phase === 'Working');
  return ids;
}

function go(): Promise<{ status: number }> {
  const body = { path: '/go', content: '' };
  return server.call('PUT', '/external/v1/projects/default/files/content', { body });
}

describe('SIGTERM, with long to wait for what runs,', () => {
  beforeAll(async () => {
    server = await startServerProcess({
      METARUN_SHUTDOWN_SECONDS: '60',
      METARUN_LEASE_SECONDS: '10',
    });
  });
  afterAll(() => server.stop());

  it('a SIGTERM lets running tasks finish while the API answers, starts no others and exits with 0', async () => {
    const ids = await begin(UNTIL_FILE);
    const noOp = await createMetaTask(server, 'python', NO_OP.python);
    const { ended } = await beginStop();
    const late = await createTask(server, noOp);
    expect((await readTask(server, late)).body.status).toBe('pending');
    expect((await go()).status).toBe(201);
    expect(await ended).toBe(0);
    await server.restart();
    for (const id of ids)
      expect((await readTask(server, id)).body).toMatchObject({ status: 'success', result: 1 });
    expect((await taskWhen(server, late)).status).toBe('success');
  });

  it('a second SIGTERM ends the server and its guests at once and loses no task', async () => {
    const ids = await begin(NEVER_ENDS);
    const guests = listDescendants(server.pid);
    const { ended } = await beginStop();
    const asked = performance.now();
    process.kill(server.pid, 'SIGTERM');
    expect(await ended).toBe(1);
    expect(performance.now() - asked).toBeLessThan(LONG_MS);
    await allEnd(guests);
    await server.restart();
    for (const id of ids) await taskWhen(server, id, (task) => task.attempt === 2);
    await server.end('SIGKILL');
  });
});

describe('SIGTERM, with a second to wait for what runs,', () => {
  beforeAll(async () => {
    server = await startServerProcess({
      METARUN_SHUTDOWN_SECONDS: '1',
      // The server must kill every guest, as none has time to end after a cancel.
      METARUN_CANCEL_GRACE_SECONDS: '300',
    });
  });
  afterAll(() => server.stop());

  it('every run that outlasts the shutdown time is released uncounted and finishes after a restart', async () => {
    const ids = await begin(UNTIL_FILE);
    const guests = listDescendants(server.pid);
    const asked = performance.now();
    expect(await server.end('SIGTERM')).toBe(0);
    expect(performance.now() - asked).toBeLessThan(LONG_MS);
    await allEnd(guests);
    await server.restart();
    expect((await go()).status).toBe(201);
    for (const id of ids)
      expect(await taskWhen(server, id)).toMatchObject({
        status: 'success',
        attempt: 1,
        result: 1,
      });
    const last = await createTask(server, await createMetaTask(server, 'python', NO_OP.python));
    const statuses = statusesByTask(await statusEvents(server, last));
    for (const id of ids)
      expect(statuses.get(id)).toEqual(['pending', 'running', 'pending', 'running', 'success']);
  });

  it('a cancel received while the server stops is kept', async () => {
    const stubborn = `import time
def run(params, reporter):
    reporter.set_phase("Working")
    while True:
        try:
            time.sleep(1)
        except BaseException:
            pass
`;
    const id = await createTask(server, await createMetaTask(server, 'python', stubborn));
    await taskWhen(server, id, (task) => task.current_phase === 'Working');
    const { ended } = await beginStop();
    expect((await server.call('POST', `${TASKS}/${id}/cancel`)).status).toBe(200);
    const asked = performance.now();
    expect(await ended).toBe(0);
    expect(performance.now() - asked).toBeLessThan(LONG_MS);
    await server.restart();
    expect((await readTask(server, id)).body).toMatchObject({
      status: 'cancelled',
      error_code: 'cancelled',
    });
  });

  it('an open event stream does not keep a server from stopping', async () => {
    const response = await fetch(`${server.url}/external/v1/projects/default/events`, {
      headers: { Authorization: `Bearer ${server.apiKey}` },
    });
    let read = '';
    const reading = (async () => {
      for await (const chunk of response.body ?? []) read += Buffer.from(chunk).toString();
    })().catch(() => undefined);
    await until('the stream to begin', () => read.includes('event: hello'));
    const asked = performance.now();
    expect(await server.end('SIGTERM')).toBe(0);
    expect(performance.now() - asked).toBeLessThan(LONG_MS);
    await reading;
  });
});
