import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEntry, readStatusAndCode, type Problem } from '../support/files-client.js';
import { KnowledgeBase } from '../support/knowledge-base.js';
import type { TestServer } from '../support/server.js';
import { until } from '../support/until.js';
import { sharedServer } from '../support/shared-server.js';

declare const DATABASE: 'sqlite' | 'postgres';

let server: TestServer;
let kb: KnowledgeBase;
beforeAll(async () => {
  server = await sharedServer();
  kb = await KnowledgeBase.create(server, 'kb');
});
afterAll(() => server.stop());

describe('an upload of texts and of many files to a knowledge base', () => {
  it('the index covers the end of a text longer than one read', async () => {
    const bytes = `${`${'.'.repeat(1023)}\n`.repeat(8 * 1024 + 1)}zanzibar\n`;
    const entry = await readEntry(kb.add([{ name: 'large.txt', bytes }], '/large'));
    expect(entry).toMatchObject({ conversion: { status: 'converted', warnings: [] } });
    await until(
      'the text to be indexed',
      async () => (await kb.foundPaths('zanzibar')).length === 1,
    );
  });

  it('a text is decoded by the given charset, and again when it is reconverted', async () => {
    // "Żółć" and "Шум" in charsets that cannot be recognised from so few letters.
    const [polish, russian] = [
      Buffer.from([0xaf, 0xf3, 0xb3, 0xe6]),
      Buffer.from([0x98, 0xe3, 0xac]),
    ];
    const loadContent = async (path: string): Promise<string> =>
      (await readEntry(kb.read(path))).content;
    const some = [{ name: 'a.txt', bytes: polish }];
    expect((await kb.add(some, '/charset', {}, { charset: 'ISO-8859-2' })).status).toBe(201);
    expect(await loadContent('/charset/a.txt.md')).toBe('Żółć\n');
    await kb.add([{ name: 'b.txt', bytes: russian }], '/charset', {}, { charset: 'IBM866' });
    expect(await loadContent('/charset/b.txt.md')).toBe('Шум\n');
    for (const charset of ['klingon', 'replacement'])
      expect(await readStatusAndCode(kb.add(some, '/charset', {}, { charset }))).toBe(
        '422 validation_failed',
      );
    const again = async (more: object): Promise<unknown> => {
      const body = { path: '/charset/a.txt.md', ws: kb.ws, ...more };
      const answer = await kb.json('POST', '/reconvert', body);
      return answer.json();
    };
    expect(await again({ charset: 'latin2' })).toEqual({ converting: 0, up_to_date: 1 });
    await again({ all: true });
    await kb.settled('/charset/a.txt.md');
    expect(await loadContent('/charset/a.txt.md')).toBe('Żółć\n');
    expect(await again({ charset: 'windows-1252' })).toEqual({ converting: 1, up_to_date: 0 });
    await kb.settled('/charset/a.txt.md');
    expect(await loadContent('/charset/a.txt.md')).toBe('¯ó³æ\n');
    expect(await again({ charset: 'klingon' })).toMatchObject({ code: 'validation_failed' });
  });

  it('every file that cannot be converted has its reason, and atomic=false keeps the others', async () => {
    const files = [
      { name: 'good.csv', bytes: 'x,y\n1,2\n' },
      { name: 'bad.exe', bytes: 'MZ\u0090' },
      { name: 'note.md', bytes: '# Note' },
      { name: 'empty.docx', bytes: '' },
    ];
    const refused = await kb.add(files, '/batch');
    const problem = (await refused.json()) as Problem;
    expect([refused.status, problem.errors.map(({ pointer }) => pointer)]).toEqual([
      422,
      ['/file/1', '/file/3'],
    ]);
    expect(problem.detail).toContain('1 more of the files');
    expect(await kb.all('/')).not.toContain('/batch');
    const kept = await kb.add(files, '/batch', {}, { atomic: 'false' });
    expect([kept.status, await kept.json()]).toMatchObject([
      201,
      {
        stored: [{ path: '/batch/good.csv.md' }, { path: '/batch/note.md' }],
        failed: [
          { index: 1, name: 'bad.exe', code: 'unsupported_document' },
          { index: 3, name: 'empty.docx', code: 'unreadable_document' },
        ],
      },
    ]);
    const none = await kb.add(
      files.filter(({ name }) => /exe|docx/.test(name)),
      '/batch',
      {},
      { atomic: 'false' },
    );
    expect([none.status, (await none.json()) as Problem]).toMatchObject([
      422,
      { code: 'unsupported_document', errors: [{ pointer: '/file/0' }, { pointer: '/file/1' }] },
    ]);
    expect(await readStatusAndCode(kb.add(files, '/batch', {}, { atomic: 'maybe' }))).toBe(
      '422 validation_failed',
    );
  });

  // The queue is part of the converters, which do not depend on the database.
  if (DATABASE === 'sqlite')
    it('more documents than the queue of the converters holds can be uploaded at once', async () => {
      const eight = (at: number) =>
        Array.from({ length: 8 }, (_, n) => ({
          name: `${at}-${n}.txt`,
          bytes: `Number ${at} ${n}`,
        }));
      const answers = await Promise.all(
        Array.from({ length: 28 }, (_, at) => kb.add(eight(at), '/many')),
      );
      expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
    });
});
