import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CliAnswer, runCli, type RunningCli, startCli } from '../support/cli.js';
import { letter } from '../support/documents/docx.js';
import { readEntry } from '../support/files-client.js';
import { freePort } from '../support/ports.js';
import { KnowledgeBase } from '../support/knowledge-base.js';
import { type HostedServer, startServer } from '../support/server.js';
import { until } from '../support/until.js';

interface Report {
  counts: Record<string, number>;
  files: { path: string; outcome: string; reason: string | null; warnings: string[] }[];
}

let server: HostedServer;
let env: Record<string, string>;
let folder: string;
let kb: KnowledgeBase;
let number = 0;

beforeAll(async () => {
  server = await startServer({ METARUN_PORT: String(await freePort()) });
  env = { METARUN_URL: server.url, METARUN_TOKEN: server.adminToken };
});
afterAll(() => server.stop());
beforeEach(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'metarun-sync-')), 'docs');
  mkdirSync(folder);
  number += 1;
  kb = await KnowledgeBase.create(server, `kb ${number}`);
});
afterEach(() => rmSync(dirname(folder), { recursive: true, force: true }));

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

function sync(...args: string[]): Promise<CliAnswer> {
  return runCli(['files', 'sync', folder, ...args, '-w', kb.ws], { env });
}

async function report(...args: string[]): Promise<Report & { code: number | null }> {
  const { stdout, code } = await sync(...args, '--json');
  return { ...(JSON.parse(stdout) as Report), code };
}

async function outcomes(...args: string[]): Promise<Record<string, string>> {
  const { files } = await report(...args);
  return Object.fromEntries(files.map(({ path, outcome }) => [path, outcome]));
}

describe('a sync', () => {
  it('a second sync of the same folder sends nothing', async () => {
    write('a.docx', letter('Ada', true));
    write('sub/b.md', '# B\n');
    write('sub/c.csv', 'x,y\n1,2\n');
    const first = await report();
    expect([first.code, first.counts]).toMatchObject([0, { converted: 2, uploaded: 1 }]);
    const files = ['/a.docx.md', '/a.docx.media', '/sub', '/sub/b.md', '/sub/c.csv.md'];
    expect(await kb.all('/')).toEqual(expect.arrayContaining(files));
    const versions = await kb.all('/');
    expect(await outcomes()).toEqual({
      'a.docx': 'unchanged',
      'sub/b.md': 'unchanged',
      'sub/c.csv': 'unchanged',
    });
    expect(await kb.all('/')).toEqual(versions);
  });

  it('changed files are sent, also those of equal size, and files that are gone are deleted', async () => {
    for (const name of ['a.csv', 'b.csv', 'deep/er/c.docx']) write(name, letter(name, true));
    write('a.csv', 'x\n1\n');
    write('b.csv', 'x\n1\n');
    await report('/in');
    write('b.csv', 'x\n2\n');
    rmSync(join(folder, 'deep'), { recursive: true });
    expect(await outcomes('/in')).toEqual({
      'a.csv': 'unchanged',
      'b.csv': 'converted',
      'deep/er/c.docx': 'deleted',
    });
    expect((await readEntry(kb.read('/in/b.csv.md'))).content).toContain('2');
    expect(await kb.all('/in')).toEqual(['/in/a.csv.md', '/in/b.csv.md']);
  });

  it('only what a sync of this name has put there is deleted, and nothing with --keep', async () => {
    write('mine.md', '# Mine\n');
    write('edited.md', '# Mine\n');
    write('stays.md', '# Stays\n');
    await kb.add([{ name: 'by hand.md', bytes: '# By hand\n' }], '/');
    await report();
    await kb.add([{ name: 'edited.md', bytes: '# By another\n' }], '/');
    rmSync(join(folder, 'mine.md'));
    rmSync(join(folder, 'edited.md'));
    expect(await outcomes('--as', 'other')).toEqual({ 'stays.md': 'unchanged' });
    expect(await outcomes('--keep')).toEqual({ 'stays.md': 'unchanged' });
    expect(await outcomes('--dry-run')).toEqual({ 'mine.md': 'deleted', 'stays.md': 'unchanged' });
    expect(await kb.all('/')).toContain('/mine.md');
    expect(await outcomes()).toEqual({ 'mine.md': 'deleted', 'stays.md': 'unchanged' });
    expect(await kb.all('/')).toEqual(['/by hand.md', '/edited.md', '/stays.md']);
  });

  it('a document that was refused after its upload is removed with its file, and not listed as deleted', async () => {
    write('a.md', '# A\n');
    const fields = { wait_seconds: '0', synced_as: 'docs' };
    await kb.add([{ name: 'b.exe', bytes: 'MZ\u0090' }], '/', {}, fields);
    const name = (await kb.all('/')).join();
    expect((await kb.settled(name)).conversion).toMatchObject({ status: 'failed' });
    expect(await outcomes()).toEqual({ 'a.md': 'uploaded' });
    expect(await kb.all('/')).toEqual(['/a.md']);
  });

  it('documents in a workspace that converts none are named as such', async () => {
    write('a.docx', letter('Ada', true));
    write('b.md', '# B\n');
    const { code, stderr } = await runCli(['files', 'sync', folder, '/plain'], { env });
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(
        '2 files: 2 uploaded\n1 document was kept as it is and cannot be searched: only a workspace of the kind knowledge_base converts documents.\n',
      ),
    ]);
  });

  it('a folder that is empty or missing deletes nothing', async () => {
    write('a.md', '# A\n');
    await report();
    rmSync(join(folder, 'a.md'));
    const empty = await sync();
    expect([empty.code, empty.stderr]).toEqual([1, expect.stringContaining('has no files')]);
    rmSync(folder, { recursive: true });
    expect((await sync()).code).toBe(2);
    expect(await kb.all('/')).toEqual(['/a.md']);
    mkdirSync(folder);
    expect(await outcomes('--allow-empty')).toEqual({ 'a.md': 'deleted' });
    expect(await kb.all('/')).toEqual([]);
  });

  it('a refused file is named with its reason, and fails the command alone', async () => {
    write('setup.exe', Buffer.from('4d5a9000', 'hex'));
    write('broken.docx', letter('x').subarray(0, 300));
    write('fine.md', '# Fine\n');
    const { code, files } = await report();
    expect(code).toBe(1);
    expect(files).toMatchObject([
      { path: 'broken.docx', outcome: 'refused', reason: expect.stringContaining('damaged') },
      { path: 'fine.md', outcome: 'uploaded', reason: null },
      { path: 'setup.exe', outcome: 'refused', reason: expect.stringContaining('not one that') },
    ]);
    const { stdout } = await sync();
    expect(stdout).toMatch(/^refused +setup\.exe .*not one that is converted/m);
    expect(await outcomes('--exclude', '*.exe', 'broken*')).toMatchObject({
      'setup.exe': 'skipped',
      'broken.docx': 'skipped',
    });
  });

  it('a name that no server takes refuses its file alone, in each pass and with --dry-run', async () => {
    write('gone.md', '# Gone\n');
    await report();
    rmSync(join(folder, 'gone.md'));
    const names = ['a\u001bb.md', 'a\u0001.md', 'a\u007f.md', 'new\nline.md', 'a\rb.md', 'a\\b.md'];
    for (const name of [...names, 'dir\n/in.md', 'fine "quoted".md']) write(name, '# Text\n');
    const refused = Object.fromEntries([...names, 'dir\n/in.md'].map((name) => [name, 'refused']));
    const expected = { ...refused, 'fine "quoted".md': 'uploaded', 'gone.md': 'deleted' };
    expect(await outcomes('--dry-run')).toEqual(expected);
    const { code, files } = await report();
    expect(code).toBe(1);
    expect(Object.fromEntries(files.map((one) => [one.path, one.outcome]))).toEqual(expected);
    expect(files.find(({ path }) => path === 'a\u001bb.md')?.reason).toContain('control character');
    expect(await outcomes()).toEqual({ ...refused, 'fine "quoted".md': 'unchanged' });
    expect(await kb.all('/')).toEqual(['/fine "quoted".md']);
  });

  it('links, files of systems and names that are the same in Unicode are left out and named', async () => {
    for (const name of ['.DS_Store', '~$open.docx', '.git/config', 'Uni\u0301.md', 'Un\u00ed.md'])
      write(name, '# Text\n');
    symlinkSync('/etc/passwd', join(folder, 'link'));
    const { files } = await report();
    const reasons = Object.fromEntries(files.map(({ path, reason }) => [path, reason]));
    expect(reasons).toMatchObject({
      '.DS_Store': 'ignored by its name',
      '.git': 'ignored by its name',
      '~$open.docx': 'ignored by its name',
      link: 'a symbolic link',
    });
    expect(files.map(({ reason }) => reason)).toContain('the same name as another in Unicode');
    expect(await kb.all('/')).toEqual(['/Un\u00ed.md']);
  });

  it('a file beside a document that would take its place is left out, in the first sync too', async () => {
    write('a.csv', 'x\n1\n');
    await report();
    write('a.csv.md', '# Mine\n');
    write('b.html', '<p>Of the document.</p>');
    for (const path of ['b.html.md', 'p.html.md/in.md']) write(path, '# Mine\n');
    write('p.html', '<p>Beside a folder.</p>');
    const expected = { 'a.csv': 'unchanged', 'a.csv.md': 'skipped', 'b.html.md': 'skipped' };
    const first = { ...expected, 'p.html.md/in.md': 'skipped' };
    expect(await outcomes()).toEqual({ ...first, 'b.html': 'converted', 'p.html': 'converted' });
    expect((await readEntry(kb.read('/b.html.md'))).content).toContain('Of the document.');
    expect(await outcomes()).toEqual({ ...first, 'b.html': 'unchanged', 'p.html': 'unchanged' });
  });

  it('a file is not called unchanged whose place a new document takes', async () => {
    write('a.html.md', '# Mine\n');
    await report();
    write('a.html', '<p>New</p>');
    expect(await outcomes()).toEqual({ 'a.html': 'converted', 'a.html.md': 'skipped' });
  });

  it('a file that became a folder, and a folder that became a file, are synced in one pass', async () => {
    for (const path of ['a3.md', 'b.md/in.md', 'b.md/deep/er.md', 'gone.md']) write(path, '# A\n');
    write('p4.html', '<p>Four</p>');
    write('r.docx', letter('Ada', true));
    await report();
    for (const path of ['a3.md', 'b.md', 'gone.md', 'p4.html', 'r.docx'])
      rmSync(join(folder, path), { recursive: true });
    for (const path of ['a3.md/in.md', 'p4.html.md/in.md', 'b.md', 'r.docx.md', 'r.docx.media'])
      write(path, '# B\n');
    const { code, files } = await report();
    expect([code, Object.fromEntries(files.map((one) => [one.path, one.outcome]))]).toEqual([
      1,
      {
        'a3.md': 'deleted',
        'a3.md/in.md': 'uploaded',
        'b.md': 'uploaded',
        'b.md/deep/er.md': 'deleted',
        'b.md/in.md': 'deleted',
        'gone.md': 'deleted',
        'p4.html': 'deleted',
        'p4.html.md/in.md': 'uploaded',
        'r.docx': 'deleted',
        'r.docx.md': 'uploaded',
        'r.docx.media': 'refused',
      },
    ]);
    const paths = ['/a3.md', '/a3.md/in.md', '/b.md', '/p4.html.md', '/p4.html.md/in.md'];
    expect(await kb.all('/')).toEqual([...paths, '/r.docx.md']);
  });

  it('a name that is not UTF-8 is named with the reason, and fails the command alone', async () => {
    write('fine.md', '# Fine\n');
    const other = (name: string): Buffer => Buffer.from(`${folder}/${name}`, 'latin1');
    writeFileSync(other('bad\xff.md'), 'x');
    mkdirSync(other('dir\xff'));
    writeFileSync(other('dir\xff/in.md'), 'x');
    const { code, files } = await report();
    const reason = 'its name is not UTF-8';
    expect([code, files]).toMatchObject([
      1,
      [
        { path: 'bad\ufffd.md', outcome: 'skipped', reason },
        { path: 'dir\ufffd', outcome: 'skipped', reason },
        { path: 'fine.md', outcome: 'uploaded' },
      ],
    ]);
    rmSync(other('bad\xff.md'));
    rmSync(other('dir\xff'), { recursive: true });
  });
});

describe('a sync that watches', () => {
  let watching: RunningCli | null = null;
  afterEach(async () => {
    watching?.process.kill('SIGKILL');
    await watching?.ended;
    watching = null;
  });

  async function watch(): Promise<RunningCli> {
    const args = ['files', 'sync', folder, '--watch', '-w', kb.ws];
    watching = startCli(args, { env });
    await watching.says('watching for changes');
    return watching;
  }

  async function has(...paths: string[]): Promise<void> {
    await until(`the server to have ${paths.join(', ')}`, async () => {
      const all = await kb.all('/').catch(() => []);
      return JSON.stringify(all) === JSON.stringify(paths);
    });
  }

  it('changes, renames and copies that editors write first are followed until Ctrl-C', async () => {
    write('a.md', '# A\n');
    const command = await watch();
    write('b.md', '# B\n');
    await has('/a.md', '/b.md');
    write('a.md.tmp', '# Changed\n');
    renameSync(join(folder, 'a.md.tmp'), join(folder, 'a.md'));
    renameSync(join(folder, 'b.md'), join(folder, 'c.md'));
    await has('/a.md', '/c.md');
    await until(
      'the change',
      async () => (await readEntry(kb.read('/a.md'))).content === '# Changed\n',
    );
    command.process.kill('SIGINT');
    expect((await command.ended).code).toBe(0);
    expect(command.output.stderr).toMatch(/^deleted +b\.md$/m);
  });

  it('a file that is still being written is there as a whole in the end', async () => {
    write('a.md', '# A\n');
    await watch();
    for (let n = 0; n < 30; n += 1) {
      appendFileSync(join(folder, 'log.txt'), `line ${n}\n`);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    await until('the last line', async () => {
      const answer = await kb.read('/log.txt.md');
      return answer.status === 200 && (await readEntry(answer)).content.includes('line 29');
    });
  });

  it('a server that restarts gets what has changed meanwhile', async () => {
    write('a.md', '# A\n');
    const command = await watch();
    await server.close();
    write('b.md', '# B\n');
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(command.process.exitCode).toBeNull();
    await server.reopen();
    await has('/a.md', '/b.md');
  });

  it('a folder that is away deletes nothing, and is followed again once it is back', async () => {
    write('a.md', '# A\n');
    const command = await watch();
    renameSync(folder, `${folder}.away`);
    await command.says(/cannot be read|no such file|has no files/i);
    expect(existsSync(folder)).toBe(false);
    expect(await kb.all('/')).toEqual(['/a.md']);
    renameSync(`${folder}.away`, folder);
    write('b.md', '# B\n');
    await has('/a.md', '/b.md');
    await command.says(/uploaded +b\.md/);
    write('c.md', '# C\n');
    await has('/a.md', '/b.md', '/c.md');
  });
});
