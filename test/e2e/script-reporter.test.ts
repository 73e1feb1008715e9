import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runBody, stopUnharmed, withBody } from '../support/inline-script.js';
import { LANGUAGES } from '../support/scripts.js';
import { startServer, type TestServer } from '../support/server.js';
import { newTaskType } from '../support/task-types.js';
import { createTask, logsOf, TASKS, taskWhen } from '../support/tasks.js';

let server: TestServer;
let pid: number;
beforeAll(async () => {
  server = await startServer();
  pid = server.pid;
});
afterAll(() => stopUnharmed(server, pid));

describe.each(LANGUAGES)('the reporter of a %s script', (language) => {
  it('refuses nonsense with an error that the script can catch, and goes on', async () => {
    const code = {
      python: `told = []
for call in [
    lambda: reporter.set_phase(7), lambda: reporter.set_phase(None), lambda: reporter.set_phase(),
    lambda: reporter.set_progress("ten"), lambda: reporter.set_progress(float("nan")), lambda: reporter.set_progress(-1),
    lambda: reporter.set_progress(101), lambda: reporter.log("x", level="loud"), lambda: reporter.files.read(7),
    lambda: reporter.files.write("/a", 7), lambda: reporter.files.read("/a", ws=7), lambda: reporter.nothing(),
    lambda: setattr(reporter.task, "id", "other"),
]:
    try:
        call()
        told.append("accepted")
    except Exception as error:
        told.append(str(error))
return told`,
      typescript: `const told: string[] = [];
for (const call of [
  () => reporter.setPhase(7), () => reporter.setPhase(null), () => reporter.setPhase(),
  () => reporter.setProgress('ten'), () => reporter.setProgress(NaN), () => reporter.setProgress(-1),
  () => reporter.setProgress(101), () => reporter.log('x', 'loud'), () => reporter.files.read(7),
  () => reporter.files.write('/a', 7), () => reporter.files.read('/a', { ws: 7 }), () => reporter.nothing(),
  () => { reporter.task.id = 'other'; },
]) {
  try {
    await call();
    told.push('accepted');
  } catch (error: any) {
    told.push(error.message);
  }
}
return told;`,
    };
    const task = await runBody(server, language, code);
    expect(task).toMatchObject({ status: 'success', current_phase: null });
    const told = task.result as string[];
    expect(told).toHaveLength(13);
    expect(told.filter((words) => words === 'accepted' || words === '')).toEqual([]);
  });

  it('shows phases, and a progress that never falls and is 100 at a success alone', async () => {
    const code = {
      python: `for value in (10, 5.9, 60.7, 30, 100):
    reporter.set_progress(value)
    reporter.set_phase(f"Phase {value} ✓")
if params.get("fail"): raise ValueError()`,
      typescript: `for (const value of [10, 5.9, 60.7, 30, 100]) {
  reporter.setProgress(value);
  reporter.setPhase(\`Phase \${value} ✓\`);
}
if (params.fail) throw new Error();`,
    };
    const good = await runBody(server, language, code);
    expect(good).toMatchObject({ status: 'success', progress: 100, current_phase: 'Phase 100 ✓' });
    const events = await server.call(
      'GET',
      `${TASKS}/${good.id}/events?types=progress,phase,status`,
    );
    const seen = [...events.text.matchAll(/"progress":(\\d+)/g)].map(([, value]) => Number(value));
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    const bad = await runBody(server, language, code, { params: { fail: true } });
    expect(bad.status).toBe('failed');
    expect(bad.progress).toBeLessThan(100);
  });

  it('tells which task runs', async () => {
    const fields = ['id', 'name', 'attempt', 'project', 'task_type', 'version'];
    const code = {
      python: `return {name: getattr(reporter.task, name) for name in ${JSON.stringify(fields)}}`,
      typescript: `return Object.fromEntries(${JSON.stringify(fields)}.map((name) => [name, reporter.task[name]]));`,
    };
    const task = await runBody(server, language, code);
    expect(task.result).toEqual({
      id: task.id,
      name: task.name,
      attempt: 1,
      project: expect.stringMatching(/^[0-9a-f-]{36}$/),
      task_type: task.task_type,
      version: 1,
    });
  });

  it('reads, writes, lists and deletes files, which are those of the API', async () => {
    const code = {
      python: `reporter.files.write("/s/py/a.txt", "häl\\n")
listed = [entry["path"] for entry in reporter.files.list("/s/py")]
there = [reporter.files.exists("/s/py/a.txt"), reporter.files.exists("/s/py/b.txt")]
content = reporter.files.read("/s/py/a.txt")
reporter.files.write("/s/py/gone.txt", "")
reporter.files.delete("/s/py/gone.txt")
return [listed, there, content, reporter.files.exists("/s/py/gone.txt")]`,
      typescript: `await reporter.files.write('/s/ts/a.txt', 'häl\\n');
const listed = (await reporter.files.list('/s/ts')).map((entry: any) => entry.path);
const there = [await reporter.files.exists('/s/ts/a.txt'), await reporter.files.exists('/s/ts/b.txt')];
const content = await reporter.files.read('/s/ts/a.txt');
await reporter.files.write('/s/ts/gone.txt', '');
await reporter.files.delete('/s/ts/gone.txt');
return [listed, there, content, await reporter.files.exists('/s/ts/gone.txt')];`,
    };
    const task = await runBody(server, language, code);
    const path = `/s/${language === 'python' ? 'py' : 'ts'}/a.txt`;
    expect(task.result).toEqual([[path], [true, false], 'häl\n', false]);
    const read = await server.call(
      'GET',
      `/external/v1/projects/default/files/content?path=${path}`,
    );
    expect(read.body).toMatchObject({ content: 'häl\n' });
  });

  it('gives the errors of files with their codes', async () => {
    const paths = ['/nowhere.txt', '/../../etc/passwd', '/a/../b', '..', ''];
    const unknown = '00000000-0000-7000-8000-000000000000';
    const code = {
      python: `codes = []
for path, ws in [(path, None) for path in params["paths"] + ["/a\\0b"]] + [("/x", params["unknown"]), ("/x", "mine")]:
    try:
        reporter.files.read(path, ws=ws)
        codes.append("read")
    except Exception as error:
        codes.append(getattr(error, "code", type(error).__name__))
return codes`,
      typescript: `const codes: string[] = [];
for (const [path, ws] of [...[...params.paths, '/a\\0b'].map((path: string) => [path, null]), ['/x', params.unknown], ['/x', 'mine']])
  try {
    await reporter.files.read(path, { ws });
    codes.push('read');
  } catch (error: any) {
    codes.push(error.code ?? error.name);
  }
return codes;`,
    };
    const params = { paths, unknown };
    const { result } = await runBody(server, language, code, { params });
    const nul = language === 'python' ? 'ValueError' : 'TypeError';
    expect(result).toEqual([
      'not_found',
      'invalid_path',
      'invalid_path',
      'invalid_path',
      'invalid_path',
      nul,
      expect.any(String),
      expect.any(String),
    ]);
  });
});

describe.each(LANGUAGES)('many %s tasks', (language) => {
  it('30 at once all succeed, each with its own params', async () => {
    const script = withBody(
      language,
      language === 'python'
        ? 'print(params["n"])\nreturn params["n"] * 2'
        : 'console.log(params.n);\nreturn params.n * 2;',
    );
    const { identifier } = await newTaskType(server, {
      name: 'Many',
      script,
      script_language: language,
    });
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, n) => createTask(server, identifier, { n })),
    );
    for (const [n, id] of ids.entries()) {
      expect(await taskWhen(server, id)).toMatchObject({ status: 'success', result: n * 2 });
      expect((await logsOf(server, id)).map(({ text }) => text)).toEqual([String(n)]);
    }
  });

  it('leave nothing to one another', async () => {
    const code = {
      python: `import builtins, json, os
seen = [hasattr(builtins, "leak"), hasattr(json, "leak"), "LEAK" in os.environ, os.path.exists("leak.txt"), "leak" in globals()]
builtins.leak = json.leak = True
os.environ["LEAK"] = "1"
open("leak.txt", "w").close()
globals()["leak"] = 1
return seen`,
      typescript: `const scope = globalThis as any;
const seen = ['leak' in scope, 'leak' in Object.prototype, 'leak' in Array.prototype, 'leak' in JSON];
scope.leak = (Object.prototype as any).leak = (Array.prototype as any).leak = (JSON as any).leak = 1;
return seen;`,
    };
    const { identifier } = await newTaskType(server, {
      name: 'Leaks',
      script: withBody(language, code[language]),
      script_language: language,
    });
    for (let index = 0; index < 4; index += 1) {
      const { result } = await taskWhen(server, await createTask(server, identifier));
      expect(new Set(result as boolean[])).toEqual(new Set([false]));
    }
  });
});
