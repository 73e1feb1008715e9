import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { letter } from '../support/documents/docx.js';
import { buildZip } from '../support/documents/zip.js';
import { SAMPLES } from '../support/documents/samples.js';
import { type Entry, readEntry, readStatusAndCode, type Problem } from '../support/files-client.js';
import { KnowledgeBase } from '../support/knowledge-base.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { loadNumber, sql } from '../support/sql.js';
import { createTask, createMetaTask, taskWhen } from '../support/tasks.js';

declare const DATABASE: 'sqlite' | 'postgres';

/** Documents to convert. Conversion does not depend on the database, so two are enough on PostgreSQL. */
const samples = DATABASE === 'sqlite' ? SAMPLES : SAMPLES.slice(0, 2);
/** SQL condition for rows of this file's project, since other tests share the server. */
const OWN = `project_id = (SELECT id FROM projects WHERE slug = 'default')`;
const PAGE = '<p>Not a document.</p>'.repeat(3);

let server: TestServer;
let kb: KnowledgeBase;
beforeAll(async () => {
  server = await sharedServer();
  kb = await KnowledgeBase.create(server, 'kb');
});
afterAll(() => server.stop());

describe('an upload to a knowledge base', () => {
  it.each(samples.map((sample) => [sample.name, sample] as const))(
    'an uploaded %s becomes Markdown, with its media beside it and its original kept',
    async (name, { bytes, markdown, media }) => {
      const directory = `/formats/${name}`;
      const response = await kb.add([{ name, bytes }], directory);
      expect(response.status).toBe(201);
      const entry = await readEntry(response);
      expect(entry).toMatchObject({
        path: `${directory}/${name}.md`,
        name: `${name}.md`,
        type: 'file',
        mime_type: 'text/markdown; charset=utf-8',
        converted_from: name,
        conversion: { status: 'converted', error: null, warnings: expect.any(Array) },
      });
      expect((await readEntry(kb.read(entry.path))).content).toBe(markdown);
      const beside = media.map((file) => `${directory}/${name}.media/${file}`).toSorted();
      const all = [entry.path, ...(media.length > 0 ? [`${directory}/${name}.media`] : [])];
      expect(await kb.all(directory)).toEqual([...all, ...beside].toSorted());
      const original = await kb.original(entry.path);
      expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true);
      expect(original.headers.get('content-disposition')).toContain(name);
    },
  );

  it('an uploaded Markdown file is stored unchanged', async () => {
    const text = '# As it is\r\n\r\n* star\r\n';
    const entry = await readEntry(kb.add([{ name: 'note.MD', bytes: text }], '/plain'));
    expect(entry).toMatchObject({ path: '/plain/note.MD', converted_from: null, conversion: null });
    expect((await readEntry(kb.read('/plain/note.MD'))).content).toBe(text);
    expect(await readStatusAndCode(kb.original('/plain/note.MD'))).toBe('422 validation_failed');
  });

  it('an upload keeps names in any script, and its links lead to its media', async () => {
    const name = 'Отчёт (日本) #1.docx';
    const entry = await readEntry(kb.add([{ name, bytes: letter('Привет', true) }], '/имена'));
    expect(entry.path).toBe(`/имена/${name}.md`);
    const { content } = await readEntry(kb.read(entry.path));
    const link = /!\[A pixel\]\(([^)]+)\)/.exec(content)?.[1] ?? '';
    const image = await kb.raw(`/имена/${decodeURIComponent(link)}`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('documents attached to a mail or inside an archive are converted and found', async () => {
    const content = letter('Zwetschgenkuchen').toString('base64');
    const part = (head: string, body: string) => `--limit\r\n${head}\r\n\r\n${body}\r\n`;
    const mail = [
      'From: ada@example.com\r\nSubject: s\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=limit\r\n\r\n',
      part('Content-Type: text/plain', 'see the letter'),
      part(
        'Content-Type: application/octet-stream; name=l.docx\r\nContent-Disposition: attachment; filename=l.docx\r\nContent-Transfer-Encoding: base64',
        content,
      ),
      '--limit--\r\n',
    ].join('');
    const archive = buildZip({ 'mails/a.eml': mail, README: 'a text' });
    const response = await kb.add(
      [
        { name: 'a.eml', bytes: mail },
        { name: 'all.zip', bytes: archive },
        { name: 'README', bytes: 'Pflaumenmus' },
      ],
      '/inside',
    );
    expect(response.status).toBe(201);
    expect((await kb.foundPaths('Zwetschgenkuchen')).toSorted()).toEqual([
      '/inside/a.eml.md',
      '/inside/all.zip.md',
    ]);
    expect(await kb.foundPaths('Pflaumenmus')).toEqual(['/inside/README.md']);
  });

  it('several files in one upload are each stored as their own kind', async () => {
    const response = await kb.add(
      [
        { name: 'a.docx', bytes: letter('A') },
        { name: 'b.md', bytes: '# B' },
        { name: 'c.csv', bytes: 'x,y\n1,2\n' },
      ],
      '/several',
    );
    const entries = (await response.json()) as Entry[];
    expect(entries.map(({ path }) => path)).toEqual([
      '/several/a.docx.md',
      '/several/b.md',
      '/several/c.csv.md',
    ]);
  });

  it.each([
    [
      'of a kind that is not converted',
      'x.png',
      Buffer.from('89504e470d0a1a0a', 'hex'),
      'unsupported_document',
    ],
    ['that is damaged', 'x.docx', letter('x').subarray(0, 300), 'unreadable_document'],
    ['that is empty', 'x.pdf', Buffer.alloc(0), 'unreadable_document'],
  ] as const)(
    'a document %s is refused with the reason, and nothing of the request is stored',
    async (_, name, bytes, code) => {
      const directory = `/refused/${code}-${name}`;
      const response = await kb.add(
        [
          { name: 'fine.docx', bytes: letter(code) },
          { name, bytes },
        ],
        directory,
      );
      const problem = (await response.json()) as Problem;
      expect([response.status, problem.code]).toEqual([422, code]);
      expect(problem.errors).toEqual([
        { pointer: '/file/1', message: expect.stringContaining(`"${name}"`) },
      ]);
      expect((await kb.list(directory)).status).toBe(404);
      expect((await kb.add([{ name: 'next.docx', bytes: letter('next') }], directory)).status).toBe(
        201,
      );
    },
  );

  it('two files that would become one are refused, and so are names that become too long', async () => {
    const two = [
      { name: 'a.docx', bytes: letter('A') },
      { name: 'a.docx.md', bytes: '# A' },
    ];
    expect(await readStatusAndCode(kb.add(two, '/two'))).toBe('422 validation_failed');
    const long = `${'n'.repeat(249)}.docx`;
    expect(await readStatusAndCode(kb.add([{ name: long, bytes: letter('x') }], '/two'))).toBe(
      '422 invalid_path',
    );
  });

  it('a repeated upload becomes a new version unless If-None-Match refuses it', async () => {
    const path = '/again/a.docx.md';
    await kb.add([{ name: 'a.docx', bytes: letter('one', true) }], '/again');
    expect(await kb.all('/again')).toContain('/again/a.docx.media/image1.png');
    await kb.add([{ name: 'a.docx', bytes: letter('two') }], '/again');
    expect((await readEntry(kb.read(path))).content).toBe('two\n');
    // Parts of the former document that the new one lacks are gone.
    expect(await kb.all('/again')).toEqual(['/again/a.docx.md', '/again/a.docx.media']);
    const versions = await kb.versions(path);
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
    const refused = kb.add([{ name: 'a.docx', bytes: letter('three') }], '/again', {
      'If-None-Match': '*',
    });
    expect(await readStatusAndCode(refused)).toBe('412 precondition_failed');
    expect(await kb.versions(path)).toHaveLength(2);
    await kb.restore(versions[1]?.id ?? '');
    expect(await (await kb.original(path)).arrayBuffer()).toEqual(
      new Uint8Array(letter('one', true)).buffer,
    );
  });

  it('a second upload of the same document changes and converts nothing', async () => {
    const bytes = letter('the same', true);
    const first = await readEntry(kb.add([{ name: 'a.docx', bytes }], '/same'));
    const count = (): Promise<number> => loadNumber(server, 'SELECT COUNT(*) FROM conversions');
    const before = await count();
    expect(await readEntry(kb.add([{ name: 'a.docx', bytes }], '/same'))).toEqual(first);
    expect(await kb.versions(first.path)).toHaveLength(1);
    await kb.add([{ name: 'a.docx', bytes }], '/elsewhere');
    expect((await readEntry(kb.read('/elsewhere/a.docx.md'))).content).toContain('the same');
    expect(await count()).toBe(before);
  });

  it('simultaneous copies of a document are converted once', async () => {
    const bytes = letter('copied');
    const before = await loadNumber(server, 'SELECT COUNT(*) FROM conversions');
    const uploads = Array.from({ length: 8 }, (_, n) =>
      kb.add([{ name: 'a.docx', bytes }], `/copies/${n}`),
    );
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(await loadNumber(server, 'SELECT COUNT(*) FROM conversions')).toBe(before + 1);
  });

  it('the original of a document counts towards the quota', async () => {
    const small = await KnowledgeBase.create(server, 'small', 20_000);
    const bytes = Buffer.from(`a,b\n${'1,2\n'.repeat(1000)}`);
    await small.add([{ name: 'a.csv', bytes }], '/');
    const { usage, markdown } = await small.usage('/a.csv.md');
    expect(usage).toBe(bytes.length + markdown);
    expect(
      await readStatusAndCode(
        small.add([{ name: 'b.csv', bytes: Buffer.concat([bytes, Buffer.from('x')]) }], '/'),
      ),
    ).toBe('413 quota_exceeded');
  });

  it('an uploaded document is found by a search at once', async () => {
    await kb.add(
      [{ name: 'treaty.html', bytes: '<h1>Peace</h1><p>The zyzzyva treaty.</p>' }],
      '/search',
    );
    const found = await kb.foundPaths('zyzzyva');
    expect(found).toEqual(['/search/treaty.html.md']);
  });

  it('a script reads converted documents and writes text unchanged', async () => {
    await kb.add([{ name: 'a.docx', bytes: letter('for scripts') }], '/scripts');
    const script = `def run(params, reporter):
    reporter.files.write("/scripts/page.html", ${JSON.stringify(PAGE)})
    return [reporter.files.read("/scripts/a.docx.md"), reporter.files.read("/scripts/page.html")]
`;
    const type = await createMetaTask(server, 'python', script, { workspace_id: kb.ws });
    const task = await taskWhen(server, await createTask(server, type));
    expect(task.result).toEqual(['for scripts\n', PAGE]);
  });
});

describe('a file of a converted document', () => {
  it('a converted file keeps its original when moved or copied, but not when overwritten', async () => {
    const bytes = letter('kept');
    await kb.add([{ name: 'a.docx', bytes }], '/kept');
    await kb.json('POST', '/move', { from: '/kept/a.docx.md', to: '/kept/b.md', ws: kb.ws });
    await kb.json('POST', '/copy', { from: '/kept/b.md', to: '/kept/c.md', ws: kb.ws });
    for (const path of ['/kept/b.md', '/kept/c.md'])
      expect((await kb.original(path)).headers.get('content-disposition')).toContain('a.docx');
    await kb.json('PUT', '/content', { path: '/kept/b.md', content: 'mine', ws: kb.ws });
    expect(await readStatusAndCode(kb.original('/kept/b.md'))).toBe('422 validation_failed');
    expect(await readEntry(kb.read('/kept/b.md'))).toMatchObject({
      converted_from: null,
      conversion: null,
    });
  });

  it('a deleted document leaves no files, versions or conversions behind', async () => {
    const own = await KnowledgeBase.create(server, 'gone');
    await own.add([{ name: 'a.docx', bytes: letter('gone', true) }], '/');
    await own.add([{ name: 'a.docx', bytes: letter('gone too') }], '/');
    await own.remove('/a.docx.md');
    await own.remove('/a.docx.media');
    await own.dropVersions('/');
    expect(await sql(server, `SELECT * FROM files WHERE workspace_id = '${own.ws}'`)).toEqual([]);
    expect(
      await sql(server, `SELECT * FROM file_versions WHERE workspace_id = '${own.ws}'`),
    ).toEqual([]);
    for (const table of ['conversions', 'conversion_contents'])
      expect(await loadNumber(server, `SELECT COUNT(*) FROM ${table} WHERE ${OWN}`)).toBe(0);
  });
});

describe('files/reconvert', () => {
  it('documents of older converters are reconverted, and their old text is kept as a version', async () => {
    await kb.add([{ name: 'old.docx', bytes: letter('new text') }], '/reconvert');
    await kb.add([{ name: 'same.docx', bytes: letter('same text') }], '/reconvert');
    await kb.add([{ name: 'current.docx', bytes: letter('current') }], '/reconvert');
    // Simulates the output of an earlier version of the converters.
    await kb.put('/reconvert/other.md', 'old text');
    const [other] = await sql<{ blob_id: string; etag: string; size: number }>(
      server,
      `SELECT blob_id, etag, size FROM files WHERE path = '/reconvert/other.md'`,
    );
    await sql(
      server,
      `UPDATE files SET converter = '0', blob_id = '${other?.blob_id}', etag = '${other?.etag.replaceAll("'", '')}', size = ${other?.size} WHERE path = '/reconvert/old.docx.md'`,
    );
    await sql(server, `UPDATE files SET converter = '0' WHERE path = '/reconvert/same.docx.md'`);
    const response = await kb.json('POST', '/reconvert', { path: '/reconvert', ws: kb.ws });
    expect([response.status, await response.json()]).toEqual([
      202,
      { converting: 2, up_to_date: 1 },
    ]);
    await kb.settled('/reconvert/old.docx.md');
    await kb.settled('/reconvert/same.docx.md');
    expect((await readEntry(kb.read('/reconvert/old.docx.md'))).content).toBe('new text\n');
    expect((await kb.versions('/reconvert/old.docx.md')).map(({ version }) => version)).toEqual([
      2, 1,
    ]);
    expect(await kb.versions('/reconvert/same.docx.md')).toHaveLength(1);
    const again = await kb.json('POST', '/reconvert', { ws: kb.ws, path: '/reconvert' });
    expect(await again.json()).toEqual({ converting: 0, up_to_date: 3 });
    const all = await kb.json('POST', '/reconvert', {
      ws: kb.ws,
      path: '/reconvert/old.docx.md',
      all: true,
    });
    expect(await all.json()).toEqual({ converting: 1, up_to_date: 0 });
    await kb.settled('/reconvert/old.docx.md');
  });

  it('a reconversion of an unknown path or with invalid fields is refused', async () => {
    expect(
      await readStatusAndCode(kb.json('POST', '/reconvert', { path: '/nowhere', ws: kb.ws })),
    ).toBe('404 not_found');
    expect(
      await readStatusAndCode(kb.json('POST', '/reconvert', { path: '/a/../b', ws: kb.ws })),
    ).toBe('422 invalid_path');
    expect(await readStatusAndCode(kb.json('POST', '/reconvert', { all: 'yes', ws: kb.ws }))).toBe(
      '422 validation_failed',
    );
  });
});
