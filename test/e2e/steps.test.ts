import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEvents, type StreamedEvent } from '../support/events.js';
import { withBody } from '../support/inline-script.js';
import { LANGUAGES, type Language } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import {
  createTask,
  createMetaTask,
  loadLogs,
  runScript,
  type TaskDetail,
  TASKS,
  taskWhen,
} from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

type StepRow = Wire['TaskStepDto'];

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function loadSteps(id: string, query = ''): Promise<StepRow[]> {
  return (await server.call<StepRow[]>('GET', `${TASKS}/${id}/steps${query}`)).body;
}

/** Runs a body of `run` in one of the languages. */
function run(language: Language, bodies: Record<Language, string>, more = {}): Promise<TaskDetail> {
  return runScript(server, language, withBody(language, bodies[language]), more);
}

/** Defines `count`, which increments a counter in the file `path`, so that a script can distinguish its runs. */
const COUNTS: Record<Language, string> = {
  python: `def count(path):
    n = int(reporter.files.read(path)) + 1 if reporter.files.exists(path) else 1
    reporter.files.write(path, str(n))
    return n
`,
  typescript: `const count = async (path) => {
    const n = await reporter.files.exists(path) ? Number(await reporter.files.read(path)) + 1 : 1;
    await reporter.files.write(path, String(n));
    return n;
  };
`,
};

describe.each(LANGUAGES)('a %s script', (language) => {
  it('a script records the results of its steps with their times', async () => {
    const task = await run(language, {
      python: `a = reporter.step("first", lambda: {"n": (1, 2)})
return [a, reporter.step("second", lambda: None)]`,
      typescript: `const a = await reporter.step("first", () => ({ n: [1, 2], left: undefined }));
return [a, await reporter.step("second", async () => null)];`,
    });
    expect(task).toMatchObject({ status: 'success', result: [{ n: [1, 2] }, null] });
    const steps = await loadSteps(task.id);
    expect(steps).toMatchObject([
      { position: 0, kind: 'step', name: 'first', status: 'success', result: { n: [1, 2] } },
      { position: 1, kind: 'step', name: 'second', status: 'success', result: null, attempts: 1 },
    ]);
    for (const step of steps)
      expect(Date.parse(step.finished_at ?? '')).toBeGreaterThanOrEqual(
        Date.parse(step.started_at),
      );
    expect(await loadSteps(task.id, '?limit=1&cursor=0')).toMatchObject([{ name: 'second' }]);
    const events = await server.call('GET', `${TASKS}/${task.id}/events?types=step`);
    // A step that takes longer than about 50 ms is also reported when it begins.
    const statuses = events.text.match(/"name":"\w+","status":"\w+"/g) ?? [];
    expect(statuses.filter((text) => !text.includes('"running"'))).toEqual([
      '"name":"first","status":"success"',
      '"name":"second","status":"success"',
    ]);
  });

  it('a step runs once, however long the sleep after it, and nothing is reported twice', async () => {
    const path = `/once-${language}.txt`;
    const task = await run(language, {
      python: `${COUNTS.python}
runs = count("/runs-${language}.txt")
reporter.set_phase("Before")
reporter.set_progress(40)
reporter.log("before")
n = reporter.step("count", lambda: count("${path}"))
reporter.sleep(1.2)
reporter.log("between")
reporter.sleep(1.2)
reporter.log("after")
return [runs, n, reporter.task.attempt]`,
      typescript: `${COUNTS.typescript}
const runs = await count("/runs-${language}.txt");
reporter.setPhase("Before");
reporter.setProgress(40);
reporter.log("before");
const n = await reporter.step("count", () => count("${path}"));
await reporter.sleep(1.2);
reporter.log("between");
await reporter.sleep(1.2);
reporter.log("after");
return [runs, n, reporter.task.attempt];`,
    });
    expect(task).toMatchObject({ status: 'success', result: [3, 1, 1], attempt: 1 });
    expect((await loadLogs(server, task.id)).map(({ text }) => text)).toEqual([
      'before',
      'between',
      'after',
    ]);
    const { text } = await server.call('GET', `${TASKS}/${task.id}/events?types=status,phase`);
    const reported = [...text.matchAll(/^data: (\{"task_id".*)$/gm)].map(([, data = '']) => {
      const { status, phase } = JSON.parse(data) as { status?: string; phase?: string };
      return status ?? phase;
    });
    const wait = ['waiting', 'pending', 'running'];
    expect(reported).toEqual(['pending', 'running', 'Before', ...wait, ...wait, 'success']);
  });

  it('a waiting task keeps its progress and phase, and shows what it waits for', async () => {
    const identifier = await createMetaTask(
      server,
      language,
      withBody(
        language,
        language === 'python'
          ? 'reporter.set_phase("Half")\nreporter.set_progress(50)\nreporter.sleep(3600)'
          : 'reporter.setPhase("Half"); reporter.setProgress(50); await reporter.sleep(3600);',
      ),
    );
    const id = await createTask(server, identifier);
    const task = await taskWhen(server, id, ({ status }) => status === 'waiting');
    expect(task).toMatchObject({
      progress: 50,
      current_phase: 'Half',
      waiting_on: [{ kind: 'sleep', name: 'sleep', until: expect.any(String) }],
    });
    const { body } = await server.call<TaskDetail>('POST', `${TASKS}/${id}/cancel`);
    expect(body).toMatchObject({
      status: 'cancelled',
      error_message: 'The task was cancelled while it waited.',
    });
    expect(await loadSteps(id)).toMatchObject([{ status: 'cancelled', wake_at: null }]);
  });

  it('a step is retried as its options say, with short and with long pauses', async () => {
    const task = await run(language, {
      python: `${COUNTS.python}
def work():
    n = count("/tries-python.txt")
    if n < 4:
        raise ValueError(f"try {n}")
    return n
return reporter.step("work", work, attempts=4, delay=0.01, factor=100, max_delay=1.1)`,
      typescript: `${COUNTS.typescript}
const work = async () => {
  const n = await count("/tries-typescript.txt");
  if (n < 4) throw new TypeError("try " + n);
  return n;
};
return reporter.step("work", work, { attempts: 4, delay: 0.01, factor: 100, maxDelay: 1.1 });`,
    });
    expect(task).toMatchObject({ status: 'success', result: 4, attempt: 1 });
    expect(await loadSteps(task.id)).toMatchObject([
      { status: 'success', attempts: 4, error: null },
    ]);
  });

  it('a failed step gives the same error at every replay, and fails its task unless caught', async () => {
    const task = await run(language, {
      python: `from metarun import StepError
def fails():
    raise KeyError("gone")
try:
    reporter.step("load", fails)
except StepError as error:
    caught = [error.step, error.type, error.code, str(error)]
reporter.sleep(1.1)
reporter.log(repr(caught))
reporter.step("again", fails)`,
      typescript: `let caught;
const fails = () => { throw new RangeError("gone"); };
try {
  await reporter.step("load", fails);
} catch (error) {
  caught = [error.step, error.type, error.code, error.message];
}
await reporter.sleep(1.1);
reporter.log(JSON.stringify(caught));
await reporter.step("again", fails);`,
    });
    const [type, quoted] = language === 'python' ? ['KeyError', "'gone'"] : ['RangeError', 'gone'];
    expect(task).toMatchObject({
      status: 'failed',
      error_code: 'script_error',
      error_message: `StepError: step "again": ${type}: ${quoted}`,
    });
    const [line] = await loadLogs(server, task.id);
    expect(line?.text).toContain(
      `step \\"load\\": ${type}`.replaceAll('\\', language === 'python' ? '' : '\\'),
    );
    expect(await loadSteps(task.id)).toMatchObject([
      { name: 'load', status: 'failed', error: { type, message: quoted } },
      { kind: 'sleep', status: 'success' },
      { name: 'again', status: 'failed' },
    ]);
  });

  it('a retried task repeats its failed step and no other', async () => {
    const path = `/retried-${language}.txt`;
    const task = await run(language, {
      python: `${COUNTS.python}
def second():
    if reporter.task.attempt == 1:
        raise ValueError("not yet")
    return "done"
return [reporter.step("first", lambda: count("${path}")), reporter.step("second", second)]`,
      typescript: `${COUNTS.typescript}
const second = () => {
  if (reporter.task.attempt === 1) throw new Error("not yet");
  return "done";
};
return [await reporter.step("first", () => count("${path}")), await reporter.step("second", second)];`,
    });
    expect(task.status).toBe('failed');
    await server.call('POST', `${TASKS}/${task.id}/retry`);
    const again = await taskWhen(server, task.id, ({ status }) => status === 'success');
    expect(again).toMatchObject({ attempt: 2, result: [1, 'done'] });
  });

  it('a replay that asks for another step gets an error with the recorded one', async () => {
    const path = `/changes-${language}.txt`;
    const task = await run(language, {
      python: `${COUNTS.python}
n = count("${path}")
try:
    reporter.step(f"load {n}", lambda: n)
except Exception as error:
    raise ValueError(f"{error.code}: {error}")
reporter.sleep(1.1)`,
      typescript: `${COUNTS.typescript}
const n = await count("${path}");
await reporter.step("load " + n, () => n).catch((error) => {
  throw new TypeError(error.code + ": " + error.message);
});
await reporter.sleep(1.1);`,
    });
    expect(task.status).toBe('failed');
    expect(task.error_message).toMatch(
      /replay_mismatch: The script asks for step "load 2" where its record has step "load 1" as number 1\./,
    );
  });

  it('a step whose result cannot be recorded fails with the reason', async () => {
    const task = await run(language, {
      python: 'return reporter.step("odd", lambda: {"a": [float("nan")]}, attempts=3)',
      typescript: 'return reporter.step("odd", () => ({ a: [NaN] }), { attempts: 3 });',
    });
    expect(task.error_message).toMatch(
      /^StepError: step "odd": InvalidResult: result\/a\/0 is NaN, which JSON cannot hold/,
    );
    const large = await run(language, {
      python: 'return reporter.step("large", lambda: "x" * 2_000_000)',
      typescript: 'return reporter.step("large", () => "x".repeat(2_000_000));',
    });
    expect(large.error_message).toMatch(/result is larger than 1048576 bytes as JSON/);
  });
});

it('overlapping steps of a TypeScript script are identified by their names', async () => {
  const task = await run('typescript', {
    python: '',
    typescript: `const branch = async (name, ms) => {
  const first = await reporter.step(name + 1, () => new Promise((done) => setTimeout(() => done(ms), ms)));
  return first + await reporter.step(name + 2, () => 1);
};
const sums = await Promise.all([branch('a', 60), branch('b', 1), branch('c', 20)]);
await reporter.sleep(1.1);
return [sums, reporter.task.attempt];`,
  });
  expect(task).toMatchObject({ error_message: null, status: 'success', result: [[61, 2, 21], 1] });
  expect(await loadSteps(task.id)).toHaveLength(7);
});

it('async steps of a Python script are awaited', async () => {
  const task = await runScript(
    server,
    'python',
    `import asyncio
async def load(n):
    await asyncio.sleep(0.01)
    return n
async def run(params, reporter):
    values = await asyncio.gather(*(reporter.step(f"load {n}", lambda n=n: load(n)) for n in range(3)))
    reporter.sleep(1.1)
    return values + [await reporter.step("last", lambda: load(9))]
`,
  );
  expect(task).toMatchObject({ error_message: null, status: 'success', result: [0, 1, 2, 9] });
});

describe.each(LANGUAGES)('the steps of a %s task', (language) => {
  const bodies = (python: string, typescript: string): string =>
    withBody(language, { python, typescript }[language]);

  it('steps are reported after what the script has logged before them', async () => {
    const script = bodies(
      `for n in range(12):
    reporter.set_phase(f"phase {n}")
    print(f"line {n}")
    reporter.step(f"step {n}", lambda: n)
print("last")
reporter.sleep(0.01)`,
      `for (let n = 0; n < 12; n += 1) {
  reporter.setPhase('phase ' + n);
  console.log('line ' + n);
  await reporter.step('step ' + n, () => n);
}
console.log('last');
await reporter.sleep(0.01);`,
    );
    const task = await runScript(server, language, script);
    const { events } = await readEvents(server, `${TASKS}/${task.id}/events?types=log,step,phase`);
    // A busy machine may also report that a short step is running.
    const seen = events
      .map(({ data }) => data as { text?: string; phase?: string; name?: string; status?: string })
      .filter(({ name, status }) => !(name?.startsWith('step') && status === 'running'))
      .map(({ text, phase, name }) => text ?? phase ?? name);
    const expected = Array.from({ length: 12 }, (_, n) => [`phase ${n}`, `line ${n}`, `step ${n}`]);
    expect(seen).toEqual([...expected.flat(), 'last', 'sleep', 'sleep']);
  });

  it('a sleep shows as a step how long it has waited', async () => {
    const script = bodies('reporter.sleep(1.5)', 'await reporter.sleep(1.5);');
    const task = await runScript(server, language, script);
    const [slept] = await loadSteps(task.id);
    expect(slept).toMatchObject({ kind: 'sleep', status: 'success' });
    const took = Date.parse(slept?.finished_at ?? '') - Date.parse(slept?.started_at ?? '');
    expect(took).toBeGreaterThanOrEqual(1_490);
  });

  it('a running step is shown, and becomes cancelled if its task ends before it', async () => {
    const script = bodies(
      'import time\nreporter.step("short", lambda: 1)\nreporter.step("long", lambda: time.sleep(600))',
      'await reporter.step("short", () => 1);\nawait reporter.step("long", () => new Promise((done) => setTimeout(done, 600_000)));',
    );
    const id = await createTask(server, await createMetaTask(server, language, script));
    const path = `${TASKS}/${id}/events?types=step`;
    // A busy machine also reports that the short step is running.
    const running = ({ data }: StreamedEvent): boolean =>
      data.status === 'running' && data.name === 'long';
    await readEvents(server, path, (seen) => seen.some(running));
    const [, long] = await loadSteps(id);
    expect(long).toMatchObject({ name: 'long', status: 'running', finished_at: null });
    await server.call('POST', `${TASKS}/${id}/cancel`);
    await taskWhen(server, id);
    const [, ended] = await loadSteps(id);
    expect(ended).toMatchObject({ name: 'long', status: 'cancelled' });
    expect(ended?.finished_at).not.toBeNull();
  });

  it('a long step is listed once, with its result', async () => {
    const script = bodies(
      'import time\ndef work():\n    time.sleep(0.4)\n    return 7\nreturn reporter.step("long", work)',
      'return reporter.step("long", async () => { await new Promise((done) => setTimeout(done, 400)); return 7; });',
    );
    const task = await runScript(server, language, script);
    expect(await loadSteps(task.id)).toMatchObject([
      { name: 'long', status: 'success', result: 7 },
    ]);
  });
});

it('a step whose process is lost is done again with its remaining calls', async () => {
  const script = withBody(
    'python',
    `import os, time
${COUNTS.python}
def work():
    n = count("/calls.txt")
    if n == 1:
        raise ValueError("the first call fails")
    if n == 2:
        time.sleep(0.5)
        os._exit(1)
    return n
return reporter.step("work", work, attempts=3, delay=0)`,
  );
  const task = await runScript(server, 'python', script, {
    metaTask: { max_attempts: 2, retry_delay_seconds: 0 },
  });
  expect(task).toMatchObject({ status: 'success', result: 3 });
  expect(await loadSteps(task.id)).toMatchObject([{ status: 'success', attempts: 2, result: 3 }]);
});
