import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runBody, withBody } from '../support/inline-script.js';
import { LANGUAGES } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { newMetaTask } from '../support/meta-tasks.js';
import { createTask, loadLogs, TASKS, taskWhen } from '../support/tasks.js';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

describe.each(LANGUAGES)('the reporter of a %s script', (language) => {
  it('a script shows its phases, and its progress reaches 100 only at a success', async () => {
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
    const seen = [...events.text.matchAll(/"progress":(\d+)/g)].map(([, value]) => Number(value));
    expect(seen).toEqual([0, 0, 10, 60, 99, 100]);
    const bad = await runBody(server, language, code, { params: { fail: true } });
    expect(bad.status).toBe('failed');
    expect(bad.progress).toBeLessThan(100);
  });

  it('a script reads, writes, lists and deletes the files of the API', async () => {
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
});

describe.each(LANGUAGES)('many %s tasks', (language) => {
  it('thirty simultaneous tasks all succeed, each with its own params', async () => {
    const script = withBody(
      language,
      language === 'python'
        ? 'print(params["n"])\nreturn params["n"] * 2'
        : 'console.log(params.n);\nreturn params.n * 2;',
    );
    const { identifier } = await newMetaTask(server, {
      name: 'Many',
      script,
      script_language: language,
    });
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, n) => createTask(server, identifier, { n })),
    );
    for (const [n, id] of ids.entries()) {
      expect(await taskWhen(server, id)).toMatchObject({ status: 'success', result: n * 2 });
      expect((await loadLogs(server, id)).map(({ text }) => text)).toEqual([String(n)]);
    }
  });

  it('a task leaves no state behind for the next one', async () => {
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
    const { identifier } = await newMetaTask(server, {
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
