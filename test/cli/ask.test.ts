import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FilesClient } from '../support/files-client.js';
import { runCli } from '../support/cli.js';
import { scriptedAgents } from '../support/scripted-agents.js';
import type { TestServer } from '../support/server.js';

const agents = scriptedAgents();
let server: TestServer;
let files: FilesClient;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  ({ server } = await agents.start());
  files = new FilesClient(server, server.apiKey);
  await files.put('/kb/orders.md', '# Orders\n\n## Returns\n\nA lamp may be returned.\n');
  folder = mkdtempSync(join(tmpdir(), 'metarun-ask-'));
  env = { METARUN_URL: server.url, METARUN_TOKEN: server.adminToken, XDG_CONFIG_HOME: folder };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const here = (...args: string[]) => runCli(['files', ...args], { env, cwd: folder });
const LAMP = { path: '/kb/orders.md', quote: 'lamp may be returned' };

describe('metarun files ask', () => {
  it('an answer is printed with the file, line and heading of each citation', async () => {
    agents.inTurn([
      ['submit_result', { found: true, answer: 'Yes,\u001b[2J it may.', citations: [LAMP] }],
    ]);
    const { code, stdout, stderr } = await here('ask', 'May a lamp', 'be returned?');
    expect([code, stdout]).toEqual([
      0,
      'Yes,\\u001b[2J it may.\n\n[1] /kb/orders.md:5  Orders › Returns\n    "lamp may be returned"\n',
    ]);
    expect(stderr).not.toContain('\u001b[2J');
  });

  it('a question that the files do not answer has the exit code 1, and says so', async () => {
    agents.inTurn([['submit_result', { found: false, answer: 'Nothing.', citations: [] }]]);
    const { code, stdout, stderr } = await here('ask', 'Ostriches?', '--path', '/kb');
    expect([code, stdout]).toEqual([1, 'Nothing.\n']);
    expect(stderr).toContain('The files do not have the answer');
  });

  it('citations are listed with whether their files still say them', async () => {
    agents.inTurn([['submit_result', { found: true, answer: 'Yes.', citations: [LAMP] }]]);
    const asked = await here('ask', 'Returns?', '--json');
    const { id } = JSON.parse(asked.stdout) as { id: string };
    await files.put('/kb/orders.md', '# Orders\n\nNothing is returned.\n');
    let listed = '';
    while (!listed.includes('changed'))
      ({ stdout: listed } = await here('citations', '--task', id));
    expect(listed).toMatch(/\/kb\/orders\.md:5 +changed +lamp may be returned/);
    const { stdout } = await here('citations', '--stale', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ citations: expect.any(Array) });
  });
});
