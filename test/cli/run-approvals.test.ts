import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { runCli, startOnTerminal } from '../support/cli.js';

const root = mkdtempSync(join(tmpdir(), 'run-approvals-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Creates a folder with these files. */
function folder(files: Record<string, string>): string {
  const made = mkdtempSync(join(root, 'case-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(made, name), content);
  return made;
}

const ASKING = `
def run(params, reporter):
    form = {"type": "object", "properties": {"amount": {"type": "integer", "default": 5}}, "required": ["amount"]}
    answer = reporter.ask_approval("Pay it?", {"to": "Ada"}, form=form)
    return answer["payload"]
`;
const ASKING_TWICE = `def run(params, reporter):
    form = {"type": "object", "required": ["amount"], "properties": {"amount": {"type": "integer"}}}
    first = reporter.ask_approval("First?", form=form)["payload"]
    try:
        reporter.ask_approval("Second?")
    except Exception:
        return [first, "rejected"]
`;
const FORM = `def run(params, reporter):
    return reporter.ask_approval("Order?", form={"type": "object", "required": ["code", "count"], "properties": {
        "code": {"title": "Code", "type": "string", "pattern": "^[A-Z]{2}[0-9]$"},
        "count": {"title": "Count", "type": "integer", "maximum": 9, "default": 5}}})["payload"]
`;

describe('metarun run', () => {
  it('--approve answers approvals with yes or no, and asking needs a terminal', async () => {
    const cwd = folder({ 'pay.py': ASKING });
    const [yes, no, ask] = await Promise.all(
      ['yes', 'no', 'ask'].map((answer) => runCli(['run', 'pay.py', '--approve', answer], { cwd })),
    );
    expect(yes?.stdout).toBe('{\n  "amount": 5\n}\n');
    expect(no?.stderr).toContain('was rejected by');
    expect(ask?.stderr).toContain('Give --approve yes, --approve no, or');
    expect([yes?.code, no?.code, ask?.code]).toEqual([0, 1, 2]);
  });

  it('several --approve options answer approvals in order, with the fields of their forms', async () => {
    const cwd = folder({ 'pay.py': ASKING, 'twice.py': ASKING_TWICE });
    const [paid, wrong, twice] = await Promise.all([
      runCli(['run', 'pay.py', '--approve', '{"amount": 7}'], { cwd }),
      runCli(['run', 'pay.py', '--approve', '{"amount": "much"}'], { cwd }),
      runCli(['run', 'twice.py', '--approve', '{"amount": 7}', '--approve', 'no'], { cwd }),
    ]);
    expect(JSON.parse(paid?.stdout ?? '')).toEqual({ amount: 7 });
    expect(wrong?.stderr).toContain('cannot be answered with --approve {"amount":"much"}');
    expect(twice?.stdout).toBe('[\n  {\n    "amount": 7\n  },\n  "rejected"\n]\n');
  });

  it('each form field is validated as it is entered, and valid answers are kept', async () => {
    const run = startOnTerminal(['run', 'form.py'], 80, { cwd: folder({ 'form.py': FORM }) });
    await run.says('Order?');
    run.process.stdin.write('\r');
    await run.says('Code');
    run.process.stdin.write('x\r');
    await run.says('must match');
    run.process.stdin.write('\u007FAB1\r');
    await run.says('Count');
    // The proposed value can be changed.
    run.process.stdin.write('\u007F12\r');
    await run.says('must be <= 9');
    run.process.stdin.write('\u007F\r');
    expect((await run.ended).stdout).toMatch(/"code": "AB1",\s+"count": 1\s/);
  });
});
