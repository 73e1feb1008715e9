/** Tests `/workspace`, where Python code that does not use the reporter finds the files of a workspace. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEntry, FilesClient } from '../support/files-client.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask, runScript, type TaskDetail } from '../support/tasks.js';

let server: TestServer;
let files: FilesClient;
beforeAll(async () => {
  server = await sharedServer();
  files = new FilesClient(server, server.apiKey);
});
afterAll(() => server.stop());

function run(body: string, params = {}, metaTask = {}): Promise<TaskDetail> {
  const lines = body.trim().replaceAll(/^/gm, '    ');
  const script = `import csv, os, pathlib, shutil, sqlite3, subprocess\nROOT = "/workspace"\ndef run(params, reporter):\n${lines}\n`;
  return runScript(server, 'python', script, { params, metaTask });
}

async function loadContent(path: string): Promise<string> {
  return (await readEntry(files.read(path))).content;
}

describe('/workspace in Python', () => {
  it('/workspace has the files of the workspace, and what a script writes there is stored', async () => {
    await files.put('/in/data.csv', 'a,b\n1,2\n');
    await files.put('/in/old.txt', 'old');
    await files.put('/gone.txt', 'x');
    const task = await run(`
with open(ROOT + "/in/data.csv", newline="") as file:
    rows = list(csv.reader(file))
pathlib.Path(ROOT, "out").mkdir()
pathlib.Path(ROOT, "out/made.txt").write_text("made")
with open(ROOT + "/in/old.txt", "a") as file:
    file.write(" and new")
os.remove(ROOT + "/gone.txt")
shutil.copy(ROOT + "/in/data.csv", ROOT + "/out/copy.csv")
seen = reporter.files.read("/out/made.txt")
sizes = {path.name: path.stat().st_size for path in pathlib.Path(ROOT).rglob("*.csv")}
return [rows, seen, sizes]`);
    expect([task.status, task.error_message]).toEqual(['success', null]);
    expect(task.result).toEqual([
      [
        ['a', 'b'],
        ['1', '2'],
      ],
      'made',
      { 'data.csv': 8, 'copy.csv': 8 },
    ]);
    expect(await loadContent('/out/copy.csv')).toBe('a,b\n1,2\n');
    expect(await loadContent('/in/old.txt')).toBe('old and new');
    expect((await files.read('/gone.txt')).status).toBe(404);
    // A file that was only read has no new version.
    expect(await files.versions('/in/data.csv')).toHaveLength(1);
  });

  it('programs and C libraries get whole files, even from a large workspace', async () => {
    const made = await run(
      'for name in "ab": os.makedirs(ROOT + "/big", exist_ok=True); open(f"{ROOT}/big/{name}.txt", "w").write(name * 9_000_000)',
    );
    expect(made.status).toBe('success');
    await files.put('/word.txt', 'word');
    const task = await run(
      `
unread = os.access(ROOT + "/big/b.txt", os.R_OK)
size = os.path.getsize(ROOT + "/big/b.txt")
first = open(ROOT + "/big/a.txt").read(3)
base = sqlite3.connect(ROOT + "/base.db")
base.execute("create table t (n)"); base.execute("insert into t values (1)"); base.commit(); base.close()
counted = subprocess.run(["wc", "-c", ROOT + "/word.txt", ROOT + "/big/b.txt"], capture_output=True, text=True).stdout.split()
return [unread, size, first, counted[0], counted[2]]`,
      {},
      { memory_mb: 256 },
    );
    expect([task.status, task.error_message]).toEqual(['success', null]);
    expect(task.result).toEqual([false, 9_000_000, 'aaa', '4', '9000000']);
    expect((await readEntry(files.read('/base.db'))).size).toBeGreaterThan(1_000);
    await files.remove('/big');
  });

  it('files that a run never reads keep their content, even when moved, and can be replaced', async () => {
    const made = await run(
      'os.mkdir(ROOT + "/many")\nfor n in range(205): open(f"{ROOT}/many/{n}.txt", "w").write(f"n{n}")',
    );
    expect(made.status).toBe('success');
    const task = await run(`
reporter.files.delete("/many/3.txt")
try:
    open(ROOT + "/many/3.txt").read()
except OSError as error:
    failed = str(error)
pathlib.Path(ROOT, "new.txt").write_text("new")
os.replace(ROOT + "/new.txt", ROOT + "/many/1.txt")
unread = os.access(ROOT + "/many/7.txt", os.R_OK)
os.mkdir(ROOT + "/few")
os.rename(ROOT + "/many/9.txt", ROOT + "/few/9.txt")
os.rename(ROOT + "/few", ROOT + "/moved")
return [failed, unread]`);
    expect([task.status, task.error_message]).toEqual(['success', null]);
    expect(task.result).toEqual([expect.stringContaining('/workspace/many/3.txt'), false]);
    expect((await files.read('/many/3.txt')).status).toBe(404);
    expect(await loadContent('/many/1.txt')).toBe('new');
    expect(await loadContent('/many/7.txt')).toBe('n7');
    expect(await loadContent('/moved/9.txt')).toBe('n9');
    const whole = await run('os.rename(ROOT + "/many", ROOT + "/all"); return True');
    expect([whole.status, whole.error_message]).toEqual(['success', null]);
    expect(await loadContent('/all/7.txt')).toBe('n7');
    expect((await files.read('/many/7.txt')).status).toBe(404);
    await files.remove('/all');
  });

  it('/workspace is stored before a wait, and when the run fails', async () => {
    const task = await run(`
def work():
    pathlib.Path(ROOT, "step.txt").write_text("step")
    return 1
reporter.step("work", work)
reporter.sleep(2)
pathlib.Path(ROOT, "late.txt").write_text(pathlib.Path(ROOT, "step.txt").read_text() + " late")
raise ValueError("at the end")`);
    expect([task.status, task.error_message]).toEqual(['failed', 'ValueError: at the end']);
    expect(await loadContent('/late.txt')).toBe('step late');
  });

  it('a child task and a call see what a script has written to /workspace', async () => {
    const reader = 'def run(params, reporter):\n    return reporter.files.read(params["path"])\n';
    const child = await createMetaTask(server, 'python', reader);
    const task = await run(`
pathlib.Path(ROOT, "known.txt").write_text("known")
known = reporter.run_task("${child}", {"path": "/known.txt"})
pathlib.Path(ROOT, "found.txt").write_text("found")
return [known, reporter.files.exists("/found.txt")]`);
    expect([task.error_message, task.result]).toEqual([null, ['known', true]]);
  });

  it('/workspace is found by a path in the params and by reporter.workspace', async () => {
    await files.put('/by.txt', 'by');
    const read = 'return open(params["path"]).read()';
    const withParams = await runScript(
      server,
      'python',
      `def run(params, reporter):\n    ${read}\n`,
      { params: { path: '/workspace/by.txt' } },
    );
    expect(withParams.result).toBe('by');
    const byReporter = await runScript(
      server,
      'python',
      'import os\ndef run(params, reporter):\n    return open(reporter.workspace + "/by.txt").read()\n',
    );
    expect(byReporter.result).toBe('by');
  });

  it('/workspace refuses a name that the API refuses, and a run has a user', async () => {
    const task = await run(`
import getpass, grp, pwd
open(ROOT + "/bad\\nname.txt", "w").close()
return [pwd.getpwuid(os.getuid()).pw_dir != "", str(pathlib.Path.home())]`);
    expect(task).toMatchObject({
      status: 'failed',
      error_message: expect.stringMatching(/path|name/),
    });
    const user = await run(`
import getpass, grp, pwd
return [pwd.getpwuid(os.getuid()).pw_name, grp.getgrgid(os.getgid()).gr_name, getpass.getuser()]`);
    expect(user.result).toEqual(['metarun', 'metarun', 'metarun']);
  });
});
