import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CliAnswer, runCli, startOnTerminal } from '../support/cli.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createTask, createMetaTask, taskWhen } from '../support/tasks.js';

const PUBLISH = `
def run(params, reporter):
    answer = reporter.ask_approval("Publish?", proposal={"title": params["title"]}, form=params.get("form"))
    return {"payload": answer["payload"], "comment": answer["comment"], "by": answer["decided_by"]}
`;
const FORM = {
  type: 'object',
  required: ['channel'],
  properties: {
    channel: { title: 'Where', enum: ['website', 'newsletter'] },
    copies: { type: 'integer', default: 0 },
  },
};

interface Approval {
  id: string;
  status: string;
}

let server: TestServer;
let env: Record<string, string>;
const cli = (...args: string[]): Promise<CliAnswer> => runCli(['approvals', ...args], { env });

/** Creates a task and returns it with its pending approval. */
async function asked(form: object | null = FORM): Promise<{ task: string; approval: string }> {
  const params = { title: 'Winter', ...(form && { form }) };
  const task = await createTask(server, 'publish', params);
  await taskWhen(server, task, ({ status }) => status === 'waiting');
  const { stdout } = await cli('list', '--task', task, '--json');
  const { approvals } = JSON.parse(stdout) as { approvals: Approval[] };
  return { task, approval: approvals[0]?.id ?? '' };
}

beforeAll(async () => {
  server = await sharedServer();
  env = { METARUN_URL: server.url, METARUN_TOKEN: server.adminToken };
  await createMetaTask(server, 'python', PUBLISH, { name: 'Publish' });
});

afterAll(() => server.stop());

describe('metarun approvals', () => {
  it('metarun approvals link prints a link whose page decides under the given name', async () => {
    const { approval } = await asked(null);
    const { code, stdout, stderr } = await cli('link', approval.slice(-8), '--name', 'Ada');
    expect(code).toBe(0);
    expect(stderr).toContain('decides as Ada');
    const page = await fetch(stdout.trim());
    expect(await page.text()).toContain('You decide as Ada');
  });

  it('metarun approvals lists pending approvals, shows one, and approves it by fields with a comment', async () => {
    const { task, approval } = await asked();
    expect((await cli('list')).stdout).toContain(approval);
    const shown = (await cli('show', approval.slice(-8))).stdout;
    for (const said of ['Publish?', '"title": "Winter"', '"newsletter"'])
      expect(shown).toContain(said);
    const fields = ['--field', 'channel=website', '--field', 'copies=3'];
    const done = await cli('approve', approval, ...fields, '--comment', 'Well');
    expect(done.code).toBe(0);
    const { result } = await taskWhen(server, task);
    expect(result).toEqual({
      payload: { channel: 'website', copies: 3 },
      comment: 'Well',
      by: 'admin',
    });
    expect((await cli('list')).stdout).not.toContain(approval);
    expect((await cli('list', '--status', 'approved')).stdout).toContain(approval);
    const again = await cli('reject', approval);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('approved already, by admin');
  });

  it('metarun approvals reject records the reason and fails the task', async () => {
    const { task, approval } = await asked(null);
    const done = await cli('reject', approval, '--comment', 'Too early', '--json');
    expect(JSON.parse(done.stdout)).toMatchObject({ status: 'rejected', comment: 'Too early' });
    expect((await taskWhen(server, task)).error_code).toBe('approval_rejected');
  });

  it('the terminal asks for form fields until they are valid, and keeps earlier answers', async () => {
    const { task, approval } = await asked({
      ...FORM,
      properties: { ...FORM.properties, copies: { type: 'integer', default: 0, maximum: 9 } },
      // This rule covers several fields, so no single field shows it.
      not: { properties: { channel: { const: 'newsletter' }, copies: { maximum: 2 } } },
    });
    const asking = startOnTerminal(['approvals', 'approve', approval], 70, { env });
    await asking.says('Where');
    asking.process.stdin.write('\u001b[B\r');
    await asking.says('copies, may be left empty');
    asking.process.stdin.write('55\r');
    await asking.says('It must be <= 9.');
    asking.process.stdin.write('\u007F\u007F\r');
    await asking.says(/It must be <= 9[^]*Where/);
    asking.process.stdin.write('\r');
    await asking.says(/It must be <= 9[^]*Where[^]*copies, may be left empty/);
    asking.process.stdin.write('\u007F5\r');
    expect((await asking.ended).code).toBe(0);
    const { result } = await taskWhen(server, task);
    expect(result).toMatchObject({ payload: { channel: 'newsletter', copies: 5 } });
  });

  it('an approval stays pending after Ctrl-C, without a terminal, and after an invalid answer', async () => {
    const { approval } = await asked();
    const asking = startOnTerminal(['approvals', 'approve', approval], 70, { env });
    await asking.says('Where');
    asking.process.stdin.write('\u0003');
    expect((await asking.ended).code).toBe(130);
    const silent = await cli('approve', approval);
    expect(silent.code).toBe(2);
    expect(silent.stderr).toContain('Give --field channel=… or --payload <json>.');
    const wrong = await cli('approve', approval, '--payload', '{"channel": "radio"}');
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('/payload/channel');
    expect(wrong.stderr).toContain('Change what --field or --payload gives.');
    const untyped = await cli('approve', approval, '--field', 'copies=many');
    expect(untyped.code).toBe(2);
    expect(untyped.stderr).toContain('--field copies=many: it must be integer.');
    const { stdout } = await cli('show', approval, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ status: 'pending' });
  });

  it('an answer to an approval without a form is refused, as is an unknown id', async () => {
    const { approval } = await asked(null);
    const { code, stderr } = await cli('approve', approval, '--field', 'a=b');
    expect(code).toBe(2);
    expect(stderr).toContain('has no form');
    const unknown = await cli('show', 'ffffffff');
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain('No approval is meant by "ffffffff".');
  });
});
