import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type CliAnswer,
  runCli,
  runCliProcess,
  startCli,
  startOnTerminal,
} from '../support/cli.js';
import { renderScreen } from '../support/screen.js';
import { FlakyConnection } from '../support/flaky-connection.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createTask, createMetaTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const WORK = `
def run(params: dict, reporter):
    reporter.set_phase("Loading")
    reporter.set_progress(40)
    print("first \\x1b[2Jline")
    reporter.log("careful", level="warning")
    one = reporter.step("one", lambda: 1)
    reporter.set_phase("Ending")
    if params.get("fail"):
        raise ValueError("no way")
    return {"one": one, "text": params.get("text")}
`;
const WAITS = `
def run(params, reporter):
    reporter.set_phase("Asking")
    return reporter.wait_for_event("go")
`;
const GREET = `
from dataclasses import dataclass

@dataclass
class Params:
    name: str
    times: int = 1

def run(params: Params, reporter):
    return "Hello " + params.name * params.times
`;

let server: TestServer;
let env: Record<string, string>;
const cli = (...args: string[]): Promise<CliAnswer> => runCli(['tasks', ...args], { env });

interface Listed {
  tasks: { id: string; name: string; status: string }[];
  more: boolean;
}

async function listed(...args: string[]): Promise<Listed> {
  return JSON.parse((await cli('list', '--json', ...args)).stdout) as Listed;
}

beforeAll(async () => {
  server = await sharedServer();
  env = { METARUN_URL: server.url, METARUN_TOKEN: server.adminToken };
  await createMetaTask(server, 'python', WORK, { name: 'Work' });
  await createMetaTask(server, 'python', WAITS, { name: 'Waits' });
  await createMetaTask(server, 'python', GREET, { name: 'Greet' });
});

afterAll(() => server.stop());

describe('metarun tasks create', () => {
  it('metarun tasks create --wait shows the progress and prints only the result to standard output', async () => {
    const answer = await cli('create', 'work', '--param', 'text=5', '--name', 'good', '--wait');
    expect(answer.code).toBe(0);
    expect(JSON.parse(answer.stdout)).toEqual({ one: 1, text: 5 });
    for (const said of ['▸ Loading', '✓ Loading', 'warning: careful', '✓ step "one"', '✓ good'])
      expect(answer.stderr).toContain(said);
    // The text of a script must not control the terminal.
    expect(answer.stderr).toContain('first \\u001b[2Jline');
    expect(answer.stderr).not.toContain('\u001b');
  });

  it('a failed task ends with exit code 1 and suggests what to do', async () => {
    const answer = await cli(
      'create',
      'work',
      '--params',
      '{"fail": true}',
      '--name',
      'bad',
      '--wait',
    );
    expect(answer).toMatchObject({ code: 1, stdout: '' });
    expect(answer.stderr).toMatch(/✗ bad .*script_error[^]*ValueError: no way[^]*metarun pull/);
  });

  it('an idempotency key used twice creates a single task', async () => {
    const args = ['create', 'waits', '--idempotency-key', 'k1', '--name', 'once', '--json'];
    const [first, second] = [await cli(...args), await cli(...args)];
    expect(JSON.parse(second.stdout)).toEqual(JSON.parse(first.stdout));
    expect((await listed('--query', 'once')).tasks).toHaveLength(1);
  });

  it('a terminal is asked for the params that the schema requires', async () => {
    const asking = startOnTerminal(['tasks', 'create', 'greet', '--wait'], 60, { env });
    await asking.says('name');
    asking.process.stdin.write('0012\r');
    const { code, stdout } = await asking.ended;
    expect(stdout).toContain('"Hello 0012"');
    expect(code).toBe(0);
  });

  it.each([
    [['create', 'nowhere'], 1, '`metarun deploy` puts a meta-task there'],
    [['create', 'work', '--param', 'text'], 2, 'must be name=value'],
    [['create', 'work', '--params', '[]x'], 2, '--params is not JSON'],
    [['create', 'work', '--params', 'none.json'], 2, '--params none.json names no file.'],
    [['create', 'greet', '--param', 'times=1'], 2, 'Give --param name=….'],
    [['create', 'greet', '--param', 'name=Ada', '--param', 'times=1.5'], 2, 'it must be integer'],
    [['create', 'greet', '--params', '{"name": 1}'], 2, 'Change what --param or --params gives.'],
    [['create', 'work', '--run-at', 'soon'], 2, '30m, 2h, 7d'],
    [['list', '--since', 'yesterday'], 2, '30m, 2h, 7d'],
    [['list', '--limit', '0'], 2, 'A whole number from 1 to 1000.'],
    [['show', 'nothing-of-this-name'], 1, 'metarun tasks list'],
    [['show', 'nothing-like-it'], 1, 'There is no task "nothing-like-it".\n'],
  ])('metarun tasks refuses %j', async (args, exit, said) => {
    const { code, stdout, stderr } = await cli(...args);
    expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
    expect(stderr).toContain(said);
  });
});

describe('metarun tasks list and show', () => {
  it('metarun tasks list hides children unless --all or --parent is given', async () => {
    await createMetaTask(
      server,
      'python',
      'def run(params, reporter):\n    return reporter.run_task("greet", {"name": "Ada"}, name="a child")\n',
      { name: 'Parent' },
    );
    const id = await createTask(server, 'parent');
    await taskWhen(server, id);
    const names = async (...args: string[]): Promise<string[]> =>
      (await listed('--limit', '5', ...args)).tasks.map(({ name }) => name);
    expect(await names()).not.toContain('a child');
    expect(await names('--all')).toContain('a child');
    expect(await names('--parent', id)).toEqual(['a child']);
    await server.call('POST', '/projects/default/task-types/parent/archive');
  });

  it('metarun tasks list filters by status, type, time, name and error', async () => {
    expect((await listed('--status', 'failed')).tasks.map(({ name }) => name)).toEqual(['bad']);
    expect((await listed('--type', 'work', '--since', '1h', '--limit', '1')).more).toBe(true);
    expect((await listed('--until', '1h')).tasks).toEqual([]);
    const names = async (...args: string[]): Promise<string[]> =>
      (await listed(...args)).tasks.map(({ name }) => name);
    expect(await names('--status', 'failed,success', '--name', 'ba')).toEqual(['bad']);
    expect(await names('--error', 'script_error', '--type', 'work', '--type-version', '1')).toEqual(
      ['bad'],
    );
    expect(await names('--error', 'timeout')).toEqual([]);
    expect(await names('--overdue')).toEqual([]);
    const [bad] = (await listed('--name', 'bad', '--order', 'finished')).tasks;
    expect(bad).toMatchObject({ error_code: 'script_error', created_by: { kind: 'user' } });
    expect(await cli('list', '--status', 'done')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('pending, running, waiting'),
    });
    const { stdout } = await cli('list', '--status', 'success', '--type', 'work');
    expect(stdout).toMatch(
      /^ID +STATUS +META-TASK +CREATED +TOOK +NAME\n.* ✓ success +work .* good\n$/,
    );
  });

  it('the list of tasks fits a narrow terminal and has no colours with NO_COLOR', async () => {
    const narrow = { env: { ...env, NO_COLOR: '1' } };
    const { stdout } = await startOnTerminal(['tasks', 'list'], 40, narrow).ended;
    expect(stdout).toMatch(/^ID +STATUS +NAME\r\n/);
    expect(stdout).not.toContain('\u001b');
    for (const line of stdout.split('\r\n')) expect([...line].length).toBeLessThanOrEqual(40);
  });

  it('metarun tasks show finds a task by name or end of id, and suggests a fix for a failed one', async () => {
    const [bad] = (await listed('--status', 'failed')).tasks;
    const shown = [await cli('show', 'bad')];
    for (const reference of [bad?.id.slice(-8) ?? '', bad?.id ?? ''])
      shown.push(await cli('show', reference));
    for (const { stdout } of shown) {
      expect(stdout).toContain(bad?.id);
      expect(stdout).toMatch(/error {2}script_error[^]*no way[^]*fix: {2}[^]*steps[^]*one/);
    }
    const whole: unknown = JSON.parse((await cli('show', 'bad', '--json')).stdout);
    expect(whole).toMatchObject({ params: { fail: true }, steps: [{ name: 'one' }], children: [] });
  });

  it('an ambiguous id lists the tasks that it could mean', async () => {
    const [one] = (await listed('--limit', '1')).tasks;
    const { code, stderr } = await cli('show', one?.id.slice(0, 4) ?? '');
    expect(code).toBe(2);
    expect(stderr).toMatch(/could be \d+ tasks[^]*good[^]*Give more of the id/);
  });
});

describe('metarun tasks logs, cancel, retry', () => {
  it('log lines are printed by level, search, attempt and from the end', async () => {
    expect((await cli('logs', 'good')).stdout).toMatch(
      / info {4}first \\u001b\[2Jline\n.* warning careful\n$/,
    );
    const careful = ['--level warning', '--tail 1', '--search CARE', '--follow --search CARE'];
    for (const more of careful)
      expect((await cli('logs', 'good', ...more.split(' '))).stdout).toMatch(/^.* careful\n$/);
    const tail = await cli(...'logs good --attempt 1 --tail 5 --follow --search first'.split(' '));
    expect(tail.stdout).toMatch(/^.* first \\u001b\[2Jline\n$/);
    const followed = await cli('logs', 'good', '--follow', '--json');
    const texts = followed.stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { text: string }).text);
    expect(texts).toEqual(['first \u001b[2Jline', 'careful']);
  });

  it('log lines show their attempt if there was more than one', async () => {
    const script = `
def run(params, reporter):
    print("trying")
    if reporter.task.attempt == 1:
        raise ValueError("not yet")
`;
    const retries = { name: 'Twice', max_attempts: 2, retry_delay_seconds: 0 };
    await createMetaTask(server, 'python', script, retries);
    const id = await createTask(server, 'twice');
    await taskWhen(server, id);
    const { stdout } = await cli('logs', id);
    expect(stdout).toMatch(/\[attempt 1\] trying\n.*\[attempt 2\] trying\n$/);
    expect((await cli('logs', 'good')).stdout).not.toContain('attempt');
  });

  it('metarun tasks cancel cancels what it can and reports why it refused the others', async () => {
    const { code, stdout, stderr } = await cli('cancel', 'once', 'good');
    expect(code).toBe(1);
    expect(stdout).toContain('once');
    expect(stderr).toContain('already ended as success');
    const [once] = (await listed('--query', 'once')).tasks;
    expect((await taskWhen(server, once?.id ?? '')).status).toBe('cancelled');
  });

  it('metarun tasks retry retries a failed task', async () => {
    const { code, stdout } = await cli('retry', 'bad', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ tasks: [{ name: 'bad' }], refused: [] });
    expect((await cli('watch', 'bad')).code).toBe(1);
  });
});

describe('metarun tasks rerun and attempts', () => {
  it('a task is run again with other params or from a step, and its attempts are listed', async () => {
    const made = await cli('rerun', 'good', '--param', 'text=again', '--name', 'better', '--wait');
    expect(JSON.parse(made.stdout)).toEqual({ one: 1, text: 'again' });
    const [bad] = (await listed('--name', 'bad')).tasks;
    const rerun = await cli('rerun', 'bad', '--from-step', 'one', '--name', 'from one', '--json');
    const { id } = JSON.parse(rerun.stdout) as { id: string };
    expect(await taskWhen(server, id)).toMatchObject({ status: 'failed', rerun_of: bad?.id });
    const again = await listed('--rerun-of', bad?.id ?? '');
    expect(again.tasks.map(({ name }) => name)).toEqual(['from one']);
    const attempts = await cli('attempts', id);
    expect(attempts.stdout).toMatch(/^ATTEMPT +OUTCOME[^]*1 +failed .*script_error: .*no way/);
    await server.call('POST', `/external/v1/projects/default/tasks/${id}/retry`);
    expect((await taskWhen(server, id)).attempt).toBe(2);
    expect((await cli('attempts', id)).stdout).toMatch(/\n1 +failed [^]*\n2 +failed /);
  });

  it('a rerun reports an unknown step and an invalid version', async () => {
    expect(await cli('rerun', 'good', '--from-step', 'none')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The task has no step "none".'),
    });
    expect(await cli('rerun', 'good', '--task-version', 'last')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('same, current, or the number of a version.'),
    });
    expect((await cli('rerun', 'good', '--task-version', '7')).stderr).toContain(
      'there is no version 7',
    );
  });
});

describe('metarun tasks watch', () => {
  async function sendGo(id: string): Promise<void> {
    const path = `/external/v1/projects/default/tasks/${id}/events/go`;
    expect((await server.call('POST', path, { body: { payload: 'went' } })).status).toBe(200);
  }

  it('Ctrl-C ends the watching but not the task', async () => {
    const id = await createTask(server, 'waits');
    const watching = startCli(['tasks', 'watch', id], { env });
    await watching.says('Asking');
    watching.process.kill('SIGINT');
    const { code, stderr } = await watching.ended;
    expect(code).toBe(130);
    expect(stderr).toMatch(/The task goes on\.[^]*metarun tasks watch/);
    await sendGo(id);
    expect((await taskWhen(server, id)).result).toBe('went');
  });

  it('metarun tasks watch on a terminal restores the cursor and ends with the result', async () => {
    const id = await createTask(server, 'waits');
    const watching = startOnTerminal(['tasks', 'watch', id], 60, { env });
    await watching.says(/waits for event/);
    await sendGo(id);
    const { code, stdout } = await watching.ended;
    expect(code).toBe(0);
    // The cursor is visible again, and the last text is the result.
    expect(stdout.lastIndexOf('\u001b[?25h')).toBeGreaterThan(stdout.lastIndexOf('\u001b[?25l'));
    expect(stdout.trimEnd()).toMatch(/"went"$/);
  });

  it('metarun tasks watch reconnects after an interruption', async () => {
    const id = await createTask(server, 'waits');
    let target = server.url;
    const connection = await FlakyConnection.open(() => target);
    const following = startCli(['tasks', 'watch', id], {
      env: { ...env, METARUN_URL: connection.url },
    });
    await following.says('Asking');
    const before = connection.connections;
    target = 'http://127.0.0.1:9';
    connection.cut();
    await until('another try', () => connection.connections > before);
    target = server.url;
    await sendGo(id);
    expect(await following.ended).toMatchObject({ code: 0, stdout: '"went"\n' });
    await connection.close();
  });

  it('a fan-out is counted in one line that is updated on a terminal', async () => {
    await createMetaTask(server, 'python', 'def run(params, reporter):\n    return 1\n', {
      name: 'Part',
    });
    const many = 'def run(params, reporter):\n    reporter.run_tasks([("part", {})] * 40)\n';
    await createMetaTask(server, 'python', many, { name: 'Many' });
    const watching = startOnTerminal(['tasks', 'watch'], 100, { env: { ...env, NO_COLOR: '1' } });
    await watching.says('from now on');
    let last = '';
    // Children of the first task may end before the watch begins.
    await until('a fan-out to be shown', async () => {
      last = await createTask(server, 'many');
      await taskWhen(server, last);
      return watching.output.stdout.includes('children 40/40');
    });
    await watching.says(new RegExp(`${last.slice(-8)} .*success`));
    watching.process.stdin.write('\x03');
    const { stdout } = await watching.ended;
    const counts = renderScreen(stdout).lines.filter((line) => /children /.test(line));
    expect(counts.filter((line) => line.includes(last.slice(-8)))).toEqual([
      expect.stringContaining('children 40/40'),
    ]);
  });

  it('the output of a task is shown for a single task and for the whole project', async () => {
    const script = `
def run(params, reporter):
    reporter.sleep(2)
    for piece in ("The ans", "wer\\nis", " 42"):
        reporter.output(piece)
`;
    const says = await createMetaTask(server, 'python', script, { name: 'Says' });
    const all = startCli(['tasks', 'watch'], { env });
    await all.says('from now on');
    const id = await createTask(server, says);
    const { stderr } = await cli('watch', id);
    expect(stderr).toMatch(/ {2}The answer\n {2}is 42\n/);
    await until('both lines', () => /The answer\n[^]*is 42\n/.test(all.output.stdout));
    all.process.kill('SIGINT');
    await all.ended;
  });

  it('metarun tasks watch prints a line for each event of the project', async () => {
    const watching = startCli(['tasks', 'watch'], { env });
    // The command shows only events after the server has accepted its request.
    await until('a task that is shown from start to end', async () => {
      await createTask(server, 'work');
      return /started[^]*✓ success/.test(watching.output.stdout);
    });
    watching.process.kill('SIGINT');
    const { code, stdout } = await watching.ended;
    expect(code).toBe(130);
    expect(stdout).toMatch(/\d\d:\d\d:\d\d [0-9a-f]{8} work-\d+ {2}.*started/);
  });
});

describe('a server that cannot be reached, or refuses', () => {
  it('an unreachable server and a refused token end with exit code 3', async () => {
    const gone = { ...env, METARUN_URL: 'http://127.0.0.1:9' };
    const answer = await runCli(['tasks', 'list'], { env: gone });
    expect(answer).toMatchObject({ code: 3, stdout: '' });
    const refused = await runCliProcess(['tasks', 'list', '--json'], {
      env: { ...env, METARUN_TOKEN: `mrt_${'x'.repeat(43)}` },
    });
    expect(refused.code).toBe(3);
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'unauthenticated' } });
    expect(refused.stdout).not.toContain('xxxx');
  });
});
