import { afterAll, describe, expect, it } from '@jest/globals';
import { authorProject } from '../support/author-project.js';
import { removeFolders } from '../support/folders.js';
import { type CliAnswer, runCli } from '../support/cli.js';

const HELLO = `
from typing import TypedDict

class Params(TypedDict):
    name: str
    times: int

def run(params: Params, reporter):
    return {"greeting": " ".join(["Hello", params["name"]] * params["times"])}
`;

afterAll(removeFolders);

describe('the start of metarun run', () => {
  it('a missing sandbox is reported once, and again only after a run with a sandbox', async () => {
    const cwd = authorProject({ 'hello.py': 'def run(params, reporter):\n    return 1\n' });
    const run = (sandbox: string): Promise<CliAnswer> =>
      runCli(['run', 'hello.py'], { cwd, env: { METARUN_SANDBOX: sandbox, XDG_CACHE_HOME: cwd } });
    const notice =
      /^Scripts run without a sandbox \(level 1\)\. METARUN_SANDBOX asks for it\.\n✓ done/;
    expect((await run('none')).stderr).toMatch(notice);
    expect((await run('none')).stderr).toMatch(/^✓ done/);
    expect((await run('namespaces')).stderr).toMatch(/^✓ done/);
    expect((await run('none')).stderr).toMatch(notice);
  });

  it('the example params are used and announced if none are given', async () => {
    const cwd = authorProject({
      'hello/metatask.yaml': 'name: Hello\n',
      'hello/workflow.py': HELLO,
      'hello/params.example.json': '{"name": "Ada", "times": 1}',
    });
    const taken = await runCli(['run', 'hello'], { cwd });
    expect(taken.stderr).toMatch(/^with the params of hello\/params\.example\.json\n/);
    expect(JSON.parse(taken.stdout)).toEqual({ greeting: 'Hello Ada' });
    const given = await runCli(['run', 'hello', '--param', 'name=Bo'], { cwd });
    expect([given.code, given.stderr]).toEqual([2, expect.stringContaining('no "times"')]);
  });
});
