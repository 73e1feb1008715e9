import { afterEach, describe, expect, it } from '@jest/globals';
import { FilesClient } from '../support/files-client.js';
import { LANGUAGES } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { createTask, createMetaTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

/** Runs three steps that each write a file named after the step and attempt, one of them slow, and a sleep. */
const SCRIPTS = {
  python: `import time
def run(params, reporter):
    id, attempt = reporter.task.id, reporter.task.attempt
    def work(name, seconds):
        reporter.files.write(f"/{id}/{name} {attempt}", "")
        time.sleep(seconds)
        return attempt
    made = [reporter.step("one", lambda: work("one", 0)), reporter.step("two", lambda: work("two", 0))]
    reporter.set_phase("Third")
    made.append(reporter.step("three", lambda: work("three", 600 if attempt == 1 else 0)))
    reporter.sleep(8)
    return made
`,
  typescript: `export default async function run(params: unknown, reporter) {
  const { id, attempt } = reporter.task;
  const work = async (name: string, seconds: number) => {
    await reporter.files.write('/' + id + '/' + name + ' ' + attempt, '');
    await new Promise((done) => setTimeout(done, seconds * 1000));
    return attempt;
  };
  const made = [await reporter.step('one', () => work('one', 0)), await reporter.step('two', () => work('two', 0))];
  reporter.setPhase('Third');
  made.push(await reporter.step('three', () => work('three', attempt === 1 ? 600 : 0)));
  await reporter.sleep(8);
  return made;
}
`,
};

let server: ServerProcess;
afterEach(() => server.stop());

async function start(): Promise<void> {
  server = await startServerProcess({ METARUN_LEASE_SECONDS: '2', METARUN_SHUTDOWN_SECONDS: '0' });
}

async function stepNames(id: string): Promise<string[]> {
  const { body } = await server.call<{ name: string; status: string }[]>(
    'GET',
    `${TASKS}/${id}/steps`,
  );
  return body.map(({ name, status }) => `${name} ${status}`);
}

describe('steps', () => {
  it('a kill -9 of the server repeats no recorded step and wakes waiting tasks', async () => {
    await start();
    const ids: string[] = [];
    for (const language of LANGUAGES)
      ids.push(await createTask(server, await createMetaTask(server, language, SCRIPTS[language])));
    const before = new FilesClient(server, server.apiKey);
    for (const id of ids)
      await until('the third step to be running', async () =>
        // The task has no folder before its first file.
        (await before.paths(`/${id}`).catch(() => [''])).includes(`/${id}/three 1`),
      );
    await server.restart('SIGKILL');
    // On a slow machine, a task may have ended before another waits.
    for (const id of ids)
      await taskWhen(server, id, (task) => ['waiting', 'success'].includes(task.status));
    // The second kill comes while the tasks wait, so that their time passes without a server or shortly after its
    // start.
    await server.restart('SIGKILL');
    const files = new FilesClient(server, server.apiKey);
    for (const id of ids) {
      const task = await taskWhen(server, id);
      expect(task).toMatchObject({ status: 'success', result: [1, 1, 2], attempt: 2 });
      const written = await files.paths(`/${id}`);
      expect(new Set(written.map((path) => path.split('/').at(-1)))).toEqual(
        new Set(['one 1', 'three 1', 'three 2', 'two 1']),
      );
      expect(await stepNames(id)).toEqual([
        'one success',
        'two success',
        'three success',
        'sleep success',
      ]);
    }
  });
});
