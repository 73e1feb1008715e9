import { createServer, type Server } from 'node:http';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type CliAnswer,
  type CliOptions,
  runCli,
  runCliProcess,
  startOnTerminal,
} from '../support/cli.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { until } from '../support/until.js';

let server: TestServer;
let env: Record<string, string>;
let folder: string;
const cli = (...args: string[]): Promise<CliAnswer> =>
  runCli(['files', ...args], { env, cwd: folder });

async function paths(...args: string[]): Promise<string[]> {
  const { stdout } = await cli('ls', '--json', ...args);
  return (JSON.parse(stdout) as { files: { path: string }[] }).files.map(({ path }) => path);
}

beforeAll(async () => {
  server = await sharedServer();
  env = { METARUN_URL: server.url, METARUN_TOKEN: server.adminToken };
  folder = mkdtempSync(join(tmpdir(), 'metarun-files-'));
  mkdirSync(join(folder, 'reports/june'), { recursive: true });
  writeFileSync(join(folder, 'reports/all.md'), '# All\n');
  writeFileSync(join(folder, 'reports/june/ü "quoted".csv'), 'a,b\n');
  symlinkSync('/etc', join(folder, 'reports/link'));
  writeFileSync(join(folder, 'large.bin'), Buffer.alloc(3_000_000, 7));
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('metarun files put', () => {
  it('a file is uploaded into a directory or under another name', async () => {
    const args = ['files', 'put', 'large.bin', '/data/'];
    expect((await runCliProcess(args, { env, cwd: folder })).code).toBe(0);
    expect((await cli('put', 'large.bin', '/data/renamed.bin')).code).toBe(0);
    expect(await paths('/data')).toEqual(['/data/large.bin', '/data/renamed.bin']);
  });

  it('folders are uploaded recursively, and skipped links are reported', async () => {
    const { code, stdout } = await cli('put', '-r', 'reports', '/', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ left_out: [join(folder, 'reports/link')] });
    expect(await paths('-r', '/reports')).toEqual([
      '/reports/all.md',
      '/reports/june',
      '/reports/june/ü "quoted".csv',
    ]);
  });

  it('a source of folder/. uploads the contents of the folder, as cp -r does', async () => {
    expect((await cli('put', '-r', 'reports/.', '/data/copy/')).code).toBe(0);
    expect(await paths('/data/copy')).toEqual(['/data/copy/june', '/data/copy/all.md']);
  });

  it('an upload to a knowledge base shows the converted document', async () => {
    const body = { name: 'Handbook', kind: 'knowledge_base' };
    await server.call('POST', '/projects/default/workspaces', { body });
    writeFileSync(join(folder, 'page.html'), '<h1>Rules</h1><p>One.</p>');
    const { stderr } = await cli('put', 'page.html', '/', '--workspace', 'Handbook');
    expect(stderr).toMatch(/page\S*\.md .*converted from page\.html/);
    expect(await paths('--workspace', 'Handbook')).toHaveLength(1);
    expect((await cli('workspaces')).stdout).toMatch(/Handbook +knowledge base +1 /);
    // Without the charset's name, this could be any one-byte charset.
    writeFileSync(join(folder, 'short.html'), Buffer.from('<p>\xc6\xe0</p>', 'latin1'));
    const named = ['short.html', '/short/', '--charset', 'windows-1251', '--workspace', 'Handbook'];
    expect((await cli('put', ...named)).code).toBe(0);
    const { stdout } = await cli('cat', '/short/short.html.md', '--workspace', 'Handbook');
    expect(stdout.trim()).toBe('Жа');
  });

  it('a refused file is reported with its reason however late the server finds out, and the others are stored', async () => {
    writeFileSync(join(folder, 'program.exe'), 'MZ\u0090');
    writeFileSync(join(folder, 'two.html'), '<p>Two.</p>');
    const args = ['put', 'program.exe', 'two.html', '/two/', '--workspace', 'Handbook'];
    const { code, stderr } = await cli(...args);
    expect(stderr).toMatch(
      /^refused: \/two\/program\.exe: The format is not one .*\n[^]*1 of 2 files were refused/m,
    );
    expect(code).toBe(1);
    const json = await cli(...args, '--json');
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([
      1,
      {
        files: [{ path: '/two/two.html.md' }],
        failed: [{ path: '/two/program.exe', detail: expect.stringMatching(/^The format is not/) }],
      },
    ]);
    const single = await cli('put', 'program.exe', '/two/', '--workspace', 'Handbook');
    expect(single.stderr).toMatch(/^metarun: \/two\/program\.exe: The format is not one /);
    expect(single.code).toBe(1);
  });

  it('a file whose place the Markdown of a document takes is left out', async () => {
    mkdirSync(join(folder, 'both'));
    writeFileSync(join(folder, 'both/a.html'), '<p>Of the document.</p>');
    writeFileSync(join(folder, 'both/a.html.md'), 'Mine');
    const { code, stderr } = await cli('put', '-r', 'both', '/', '--workspace', 'Handbook');
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/left out: \S+a\.html\.md is not sent: the Markdown of /),
    ]);
    const { stdout } = await cli('cat', '/both/a.html.md', '--workspace', 'Handbook');
    expect(stdout.trim()).toBe('Of the document.');
    // In a workspace that does not convert documents, both are plain files.
    expect((await cli('put', '-r', 'both', '/')).stderr).not.toContain('left out');
    expect(await paths('/both')).toEqual(['/both/a.html', '/both/a.html.md']);
    await cli('rm', '-r', '/both', '--yes');
  });

  it('a name that no server takes is reported, and the other files of the folder are stored', async () => {
    mkdirSync(join(folder, 'named'));
    for (const name of ['a\u001bb.md', 'new\nline.md', 'fine.md'])
      writeFileSync(join(folder, 'named', name), 'x');
    writeFileSync(Buffer.from(`${folder}/named/\xff.md`, 'latin1'), 'x');
    const { code, stderr } = await cli('put', '-r', 'named', '/named/');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/new line\.md.*control character/)]);
    expect(stderr).toMatch(/refused: .*\.md: its name is not UTF-8/);
    expect(await paths('-r', '/named')).toEqual(['/named/named', '/named/named/fine.md']);
    const single = await cli('put', 'named/new\nline.md', '/named/');
    expect([single.code, single.stderr]).toEqual([1, expect.stringContaining('control character')]);
    await cli('rm', '-r', '/named', '--yes');
  });

  it.each([
    [['put', 'large.bin'], 'Where does it go?'],
    [['put', 'reports', '/'], 'Give -r'],
    [['put', 'nothing.txt', '/'], 'cannot be read'],
    [
      ['put', 'large.bin', 'reports/all.md', '/data/large.bin', '-r'],
      'several files need a directory',
    ],
    [['get', '/data'], 'Give -r'],
    [['rm', '/data', '--yes'], 'Give -r'],
    [['rm', '/data/large.bin'], '--yes'],
    [['ls', '/a/../b'], 'has no ".."'],
  ])('metarun files refuses %j with exit code 2', async (args, said) => {
    const { code, stderr } = await cli(...args);
    expect(stderr).toContain(said);
    expect(code).toBe(2);
  });

  it.each([[['ls', '/nowhere']], [['get', '/nowhere']], [['ls', '/', '--workspace', 'None']]])(
    'an unknown path or workspace ends with exit code 1: %j',
    async (args) => expect((await cli(...args)).code).toBe(1),
  );
});

describe('metarun files get and cat', () => {
  it('a download is identical byte by byte and overwrites a file only with --force', async () => {
    expect((await cli('get', '/data/large.bin', 'copy.bin')).code).toBe(0);
    // Jest compares two buffers byte by byte, which takes seconds.
    const copy = readFileSync(join(folder, 'copy.bin'));
    expect(copy.equals(readFileSync(join(folder, 'large.bin')))).toBe(true);
    const again = await cli('get', '/data/large.bin', 'copy.bin');
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('--force');
    expect((await cli('get', '/data/large.bin', 'copy.bin', '--force')).code).toBe(0);
    expect((await cli('cat', '/reports/all.md')).stdout).toBe('# All\n');
  });

  it('a directory is downloaded completely and without temporary files', async () => {
    expect((await cli('get', '-r', '/reports', 'back')).code).toBe(0);
    const file = join(folder, 'back/june/ü "quoted".csv');
    expect(readFileSync(file, 'utf8')).toBe('a,b\n');
    expect(readdirSync(join(folder, 'back/june'))).toHaveLength(1);
  });

  it('a terminal gets only text without control sequences, and no binary file', async () => {
    writeFileSync(join(folder, 'evil.txt'), 'red \u001b]0;title\u0007\u001b[31m');
    await cli('put', 'evil.txt', '/');
    const { stdout } = await startOnTerminal(['files', 'cat', '/evil.txt'], 60, { env }).ended;
    expect(stdout).toBe('red \\u001b]0;title\\u0007\\u001b[31m');
    const binary = await startOnTerminal(['files', 'cat', '/data/large.bin'], 60, { env }).ended;
    expect(binary.code).toBe(1);
    expect(binary.stdout).toContain('metarun files get');
  });

  it('metarun files rm deletes files and folders', async () => {
    expect((await cli('rm', '-r', '/data', '/evil.txt', '--yes')).code).toBe(0);
    expect(await paths('/')).toEqual(['/reports']);
  });
});

/** Path of an endless body without a declared length. */
const ENDLESS = 'endless';

describe('names that lead elsewhere', () => {
  let evil: Server;
  let url: string;
  let listed: string[];
  let body = 'evil';

  beforeAll(async () => {
    // This server answers in ways that a real one never would.
    evil = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://x');
      const json = (value: unknown, status = 200): void => {
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(value));
      };
      if (pathname.endsWith('/files/versions')) json({ code: 'invalid_path', detail: '' }, 422);
      else if (pathname.endsWith('/files'))
        json(
          listed.map((path) => {
            const conversion = path.endsWith('.pdf') ? { status: 'converting' } : null;
            return { path, name: 'x', type: 'file', size: 4, conversion };
          }),
        );
      else if (body === ENDLESS) Readable.from(endless()).pipe(response);
      else {
        response.writeHead(200, { 'Content-Length': '4' });
        if (body === '') return response.flushHeaders();
        response.write(body);
        if (body.length === 4) response.end();
        else request.socket.end();
      }
    });
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
    const address = evil.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });

  afterAll(() => new Promise((resolve) => evil.close(resolve)));

  const GET = ['get', '-r', '/d', 'inside', '--force'];
  const ofEvil = (): CliOptions => ({ env: { ...env, METARUN_URL: url }, cwd: folder });
  const get = (): Promise<CliAnswer> => runCli(['files', ...GET], ofEvil());

  it.each([
    '/d/../../outside.txt',
    '/d/a/../../../outside.txt',
    '/outside.txt',
    '/d//outside.txt',
    '/d/a\\..\\outside.txt',
  ])('the path %s is never written to', async (path) => {
    listed = [path];
    const { code, stderr } = await get();
    expect(code).toBe(1);
    expect(stderr).toContain('is not below');
    expect(existsSync(join(folder, 'outside.txt'))).toBe(false);
    expect(existsSync(join(folder, '../outside.txt'))).toBe(false);
  });

  it('a link below the target is not followed out of it', async () => {
    mkdirSync(join(folder, 'inside'), { recursive: true });
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'inside/sub'));
    listed = ['/d/sub/x.txt'];
    expect((await get()).code).toBe(1);
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual([]);
  });

  it('a document that is not converted yet is left out, which is reported', async () => {
    listed = ['/d/late.pdf', '/d/there.txt'];
    const { code, stderr } = await get();
    expect([code, stderr]).toEqual([0, expect.stringContaining('left out: /d/late.pdf')]);
    expect(existsSync(join(folder, 'inside/there.txt'))).toBe(true);
    rmSync(join(folder, 'inside/there.txt'));
    expect(existsSync(join(folder, 'inside/late.pdf'))).toBe(false);
  });

  it('Ctrl-C leaves no partial file and restores the cursor', async () => {
    listed = ['/d/half.txt'];
    body = '';
    const getting = startOnTerminal(['files', ...GET], 60, ofEvil());
    await until('a file that is begun', () =>
      readdirSync(join(folder, 'inside')).some((name) => name.startsWith('.half.txt')),
    );
    getting.process.stdin.write('\u0003');
    const { code, stdout } = await getting.ended;
    expect(code).toBe(130);
    // The cursor is visible again.
    expect(stdout.lastIndexOf('\u001b[?25h')).toBeGreaterThan(stdout.lastIndexOf('\u001b[?25l'));
    expect(readdirSync(join(folder, 'inside'))).toEqual(['sub']);
    evil.closeAllConnections();
  });

  it('a file whose bytes do not end is given up at the size that was listed', async () => {
    listed = ['/d/endless.bin'];
    body = ENDLESS;
    const { code, stderr } = await get();
    expect([code, stderr]).toEqual([3, expect.stringContaining('sent more than 4 B')]);
    expect(readdirSync(join(folder, 'inside'))).toEqual(['sub']);
  });

  it('an interrupted download keeps the previous file', async () => {
    writeFileSync(join(folder, 'inside/x.txt'), 'before');
    listed = ['/d/x.txt'];
    body = 'ev';
    expect((await get()).code).toBe(1);
    expect(readFileSync(join(folder, 'inside/x.txt'), 'utf8')).toBe('before');
    expect(readdirSync(join(folder, 'inside')).toSorted()).toEqual(['sub', 'x.txt']);
  });
});

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(65_536);
}
