import { afterAll, describe, expect, it } from '@jest/globals';
import { authorProject } from '../support/author-project.js';
import { removeFolders } from '../support/folders.js';
import { runCli, startOnTerminal } from '../support/cli.js';
import { renderScreen } from '../support/screen.js';

const PHASE = '正在从远程服务器下载并整理所有客户的年度报告'.repeat(3);

afterAll(removeFolders);

describe('what metarun run shows', () => {
  it('the status line fits the terminal, even in Chinese, and leaves no trace', async () => {
    const cwd = authorProject({
      'long.py': `
import time
def run(params, reporter):
    reporter.set_phase("${PHASE}")
    reporter.set_progress(40)
    time.sleep(1)
    print("第一行 👩‍👩‍👧 e\\u0301 \\x1b[2J\\x1b]0;title\\x07")
    time.sleep(0.5)
`,
    });
    const run = startOnTerminal(['run', 'long.py'], 80, { cwd, env: { NO_COLOR: '1' } });
    await run.says('40 %');
    const { code, stdout } = await run.ended;
    expect(code).toBe(0);
    const { lines, widest } = renderScreen(stdout);
    expect(widest).toBeGreaterThan(60);
    expect(widest).toBeLessThan(80);
    expect(lines).toEqual([
      '  第一行 👩‍👩‍👧 e\u0301 \\u001b[2J\\u001b]0;title\\u0007',
      expect.stringMatching(/^✓ 正在从[^]{20,33}… [\d.]+s$/),
      expect.stringMatching(/^✓ done in [\d.]+s$/),
      'null',
      '',
    ]);
    expect(stdout.lastIndexOf('\u001b[?25h')).toBeGreaterThan(stdout.lastIndexOf('\u001b[?25l'));
  });

  it('output of a task is printed in whole lines before later prints', async () => {
    const cwd = authorProject({
      'says.py': `
def run(params, reporter):
    for piece in ("The ans", "wer\\nis", " 42"):
        reporter.output(piece)
    print("printed")
`,
    });
    const { code, stdout, stderr } = await runCli(['run', 'says.py'], { cwd });
    expect([code, stdout]).toEqual([0, 'null\n']);
    expect(stderr).toMatch(/^ {2}The answer\n {2}is 42\n {2}printed\n✓ done in /m);
  });

  it('the children of a fan-out are counted in a single line', async () => {
    const cwd = authorProject({
      'main/metatask.yaml': 'name: Main\n',
      'main/workflow.ts': `
export default async function run(params: any, reporter: any) {
  const odd = Array.from({ length: 8 }, (_, n) => reporter.runTask('one', { n }));
  return (await Promise.allSettled(odd)).length;
}
`,
      'one/metatask.yaml': 'name: One\n',
      'one/workflow.ts': `
export default async function run(params: any) {
  console.log('n is', params.n);
  if (params.n === 7) throw new Error('seven');
}
`,
    });
    const shown = startOnTerminal(['run', 'main'], 80, { cwd, env: { NO_COLOR: '1' } });
    await shown.says(/children \d+\/8/);
    const { lines } = renderScreen((await shown.ended).stdout);
    expect(lines).toEqual([
      expect.stringContaining('✗ task "one": Error: seven'),
      '  children 8/8, 1 failed',
      expect.stringMatching(/^✓ done in /),
      '8',
      '',
    ]);
  });
});
