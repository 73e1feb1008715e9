import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  readStatusAndCode,
  FilesClient,
  type Found,
  marked,
  type Problem,
} from '../support/files-client.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

const ORDERS = `---
owner: Finance
---
Preamble about orders.

# Orders

## How to *pay*

We accept a credit card, and a bank transfer.
Payments by card are immediate.

## Refunds

A refund takes five days.

\`\`\`sh
# no heading
\`\`\`

### Germany

Rückerstattung in the Straße of cafés.
`;

describe('search', () => {
  let server: TestServer;
  let files: FilesClient;

  beforeAll(async () => {
    server = await sharedServer();
    files = new FilesClient(server, server.apiKey);
    await files.put('/kb/orders.md', ORDERS);
    await files.put('/kb/other.md', '# Shipping\n\nA parcel takes two days. Pay on delivery.\n');
    await files.put('/notes.txt', 'first line\nsecond line with a refund\nthird line\n');
  });
  afterAll(() => server.stop());

  it('a result names its page, and the page markers of Markdown are not found', async () => {
    const page = (number: number) => ({ kind: 'page', number });
    const text =
      '<!-- page 1 -->\n\n# Zebras\n\nquagga one\n\n- a\n  <!-- page 2 -->\n- quagga two\n\n<!-- page 3 -->\n\n## Foals\n\nquagga three\n';
    await files.put('/places/a.md', text);
    await files.put('/places/b.txt', text);
    expect(
      (await files.found('"quagga two"', '&path=/places/a.md')).map(({ line, place, snippet }) => ({
        line,
        place,
        snippet,
      })),
    ).toEqual([{ line: 9, place: page(2), snippet: '# Zebras quagga one - a - quagga two' }]);
    const [, foals] = await files.found('quagga', '&path=/places/a.md');
    expect(foals).toMatchObject({ heading: ['Zebras', 'Foals'], place: page(3) });
    expect(await files.found('page', '&path=/places/a.md')).toEqual([]);
    expect(await files.found('page', '&path=/places/b.txt')).toMatchObject([
      { place: null, snippet: expect.stringContaining('<!-- page 1 -->') },
    ]);
    const answers = ['&lines=9', '&section=foals'].map(async (part): Promise<unknown> => {
      return (await files.read('/places/a.md', part)).json();
    });
    expect(await Promise.all(answers)).toMatchObject([
      { content: '- quagga two\n', place: page(2) },
      { place: page(3) },
    ]);
    expect(await (await files.fetch('/outline?path=/places/a.md')).json()).toMatchObject({
      headings: [{ place: page(1) }, { place: page(3) }],
    });
  });

  it('a result names the file, the heading, the line and the matched words', async () => {
    const [found, ...others] = await files.found('"credit card"');
    expect(others).toEqual([]);
    expect(found).toEqual({
      path: '/kb/orders.md',
      name: 'orders.md',
      mime_type: 'text/markdown; charset=utf-8',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      updated_at: expect.stringMatching(/Z$/),
      heading: ['Orders', 'How to pay'],
      anchor: 'how-to-pay',
      line: 10,
      first_line: 8,
      last_line: 12,
      place: null,
      snippet:
        '## How to *pay* We accept a credit card, and a bank transfer. Payments by card are immediate.',
      highlights: [[28, 39]],
      match: 'exact',
      words: [{ word: 'credit card', by: 'word', form: 'credit card' }],
      score: expect.any(Number),
    });
    expect(found?.score).toBeGreaterThan(0);
    expect((await files.found('second refund')).slice(0, 1)).toMatchObject([
      { path: '/notes.txt', heading: [], anchor: null, line: 2, first_line: 1, last_line: 3 },
    ]);
  });

  it('sections with all words come first, and those with an excluded word never', async () => {
    expect(await files.foundPaths('takes days')).toEqual(
      expect.arrayContaining(['/kb/orders.md', '/kb/other.md']),
    );
    expect(await files.foundPaths('takes days -parcel')).toEqual(['/kb/orders.md']);
    expect((await files.found('takes refunds'))[0]).toMatchObject({
      path: '/kb/orders.md',
      match: 'exact',
    });
    expect(await files.foundPaths('takes -"two days"')).toEqual(['/kb/orders.md']);
    expect(await files.found('parcels nowhere')).toMatchObject([
      {
        path: '/kb/other.md',
        match: 'some',
        words: [
          { word: 'parcels', by: 'form', form: 'parcel' },
          { word: 'nowhere', by: null, form: null },
        ],
      },
    ]);
    expect(await files.foundPaths('nowhere')).toEqual([]);
    expect(await files.foundPaths('"days five"')).toEqual([]);
    expect(await files.foundPaths('parc')).toEqual([]);
    expect(await files.foundPaths('parc*')).toEqual(['/kb/other.md']);
    expect(await files.foundPaths('"how to" pay -shipping')).toContain('/kb/orders.md');
  });

  it('a search ignores case, accents and the form in which words are written', async () => {
    for (const query of [
      'CAFES',
      'cafe\u0301s',
      'STRASSE',
      'rückerstattung',
      'ruckerstattung',
      'Ｇｅｒｍａｎｙ',
    ])
      expect(await files.found(query)).toMatchObject([
        { path: '/kb/orders.md', heading: ['Orders', 'Refunds', 'Germany'] },
      ]);
  });

  it('a search finds words as they are read, whatever invisible characters they contain', async () => {
    await files.put('/unseen.md', 'Donau\u00addampf\u00adschiff, می\u200cخواهم, كَتَبَ, שָׁלוֹם, ΟΔΟΣ\n');
    for (const query of [
      'donaudampfschiff',
      'Donau\u00addampf*',
      'میخواهم',
      'كتب',
      'שלום',
      'οδοσ*',
    ])
      expect([query, await files.foundPaths(query)]).toEqual([query, ['/unseen.md']]);
    expect(marked((await files.found('donaudampfschiff'))[0])).toEqual([
      'Donau\u00addampf\u00adschiff',
    ]);
  });

  it('a search finds any part of a text in a script without spaces', async () => {
    const texts: [string, string, string[], string[]][] = [
      [
        'zh',
        '我们使用Python编写全文搜索功能。',
        ['搜索', '全', '使用python编写', '全文搜索', '能'],
        ['索搜', '全搜', '用编'],
      ],
      [
        'ja',
        '東京都の水曜日はラーメンの日です。',
        ['京都', '水曜', 'ラーメン', 'ﾗｰﾒﾝ', '日で'],
        ['東都', 'メラ'],
      ],
      ['th', 'ภาษาไทยไม่มีช่องว่าง', ['ภาษา', 'ไทย', 'ช่องว่าง'], ['ไทภา']],
      ['ko', '학교에서 공부합니다', ['학교', '공부', '학교에서'], ['교학']],
      ['hi', 'हिन्दी में खोज', ['हिन्दी', 'खोज'], ['हिन']],
      ['ar', 'البحث في النص الكامل', ['البحث', '"النص الكامل"'], ['سيارة']],
      ['ru', 'Ёлки и Иголки', ['елки', 'ИГОЛКИ'], ['ел']],
    ];
    for (const [name, text] of texts)
      await files.put(`/scripts/${name}.md`, `# ${name}\n\n${text}\n`);
    for (const [name, , present, absent] of texts) {
      for (const query of present)
        expect([query, await files.foundPaths(query)]).toEqual([query, [`/scripts/${name}.md`]]);
      for (const query of absent)
        expect([query, await files.foundPaths(query)]).toEqual([query, []]);
    }
    const [ramen] = await files.found('ラーメン');
    expect(marked(ramen)).toEqual(['ラーメン']);
    expect(marked((await files.found('全'))[0])).toEqual(['全']);
  });

  it('no query text causes an error of the database', async () => {
    const odd = [
      'a AND',
      'NEAR(a b)',
      '"open',
      'a:b',
      '{scope} : "x"',
      'scope:x',
      "o'clock",
      'a & | ! <-> b',
      '(',
      'x) OR (1=1',
      '*',
      '^a',
      'a*b*',
      '-- a',
      '\\',
      '%',
      '$1 ?',
      "'; DROP TABLE files; --",
      'a\u0000b',
      '\ud800',
      '\u200b x',
      '😀 x',
      '½ ⒈',
      '"" a',
      '- a',
      '-"a" b',
      '---a b',
      'a'.repeat(1_000),
      `${'x '.repeat(31)}x`,
      '+a',
      'a"b"c',
      '№ ㎏ ﬁ',
      '١٢٣',
    ];
    for (const query of odd) {
      const answer = await files.search(query);
      expect([query, answer.status]).toEqual([
        query,
        [200, 422].includes(answer.status) ? answer.status : 200,
      ]);
      expect(await answer.text()).not.toMatch(/fts5|syntax|tsquery|SQL/i);
    }
  });

  it('a query with nothing to look for is refused with the reason', async () => {
    const answer = await files.search('x y*');
    expect(answer.status).toBe(422);
    const problem = (await answer.json()) as Problem;
    expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '?q' }] });
    expect(problem.detail).toContain('"y*"');
    for (const more of ['&limit=0', '&limit=101', '&cursor=x', '&ws=mine', '&q=twice'])
      expect(await readStatusAndCode(files.search('a', more))).toBe('422 validation_failed');
    expect(await readStatusAndCode(files.fetch('/search'))).toBe('422 validation_failed');
    expect(await readStatusAndCode(files.search('a', '&path=/../x'))).toBe('422 invalid_path');
    expect(await readStatusAndCode(files.search('a', '&cursor=WyI5OTk5OSJd'))).toBe(
      '422 validation_failed',
    );
    expect(await readStatusAndCode(files.search('a', `&ws=${crypto.randomUUID()}`))).toBe(
      '404 not_found',
    );
  });

  it('a search forgets replaced, moved and deleted text at once', async () => {
    await files.put('/change/a.md', '# One\n\nbefore zebra\n');
    expect(await files.foundPaths('zebra')).toEqual(['/change/a.md']);
    await files.put('/change/a.md', '# One\n\nafter yak\n');
    expect(await files.foundPaths('zebra')).toEqual([]);
    expect(await files.foundPaths('yak')).toEqual(['/change/a.md']);
    await files.move('/change', '/changed');
    expect(await files.foundPaths('yak')).toEqual(['/changed/a.md']);
    await files.move('/changed/a.md', '/changed/a.txt');
    expect(await files.found('yak')).toMatchObject([{ path: '/changed/a.txt', heading: [] }]);
    await files.remove('/changed');
    expect(await files.foundPaths('yak')).toEqual([]);
    await files.put('/changed/a.md', '# One\n\nagain yak\n');
    expect(await files.found('yak')).toMatchObject([{ heading: ['One'] }]);
  });

  it('a search keeps to its path, its workspace and its project', async () => {
    for (const path of ['/in/a.md', '/in/deep/b.md', '/in2/c.md']) await files.put(path, 'walrus');
    expect((await files.foundPaths('walrus', '&path=/in')).sort()).toEqual([
      '/in/a.md',
      '/in/deep/b.md',
    ]);
    expect(await files.foundPaths('walrus', '&path=/in/a.md')).toEqual(['/in/a.md']);
    expect(await files.foundPaths('walrus', '&path=/none')).toEqual([]);
    expect((await files.foundPaths('walrus', '&path=/')).length).toBe(3);
    const made = await server.call('POST', '/projects/default/workspaces', {
      body: { name: 'other', kind: 'files' },
    });
    const { id } = made.body as { id: string };
    await files.put('/w.md', 'walrus elsewhere', { ws: id });
    expect(await files.foundPaths('walrus', `&ws=${id}`)).toEqual(['/w.md']);
    expect((await files.foundPaths('walrus')).length).toBe(3);
    const project = await server.call('POST', '/projects', { body: { name: 'Second' } });
    const { slug } = project.body as { slug: string };
    const theirs = new FilesClient(server, server.adminToken, slug);
    expect(await theirs.foundPaths('walrus')).toEqual([]);
    await theirs.put('/theirs.md', 'walrus of theirs');
    expect(await theirs.foundPaths('walrus')).toEqual(['/theirs.md']);
    expect(await readStatusAndCode(theirs.search('walrus', `&ws=${id}`))).toBe('404 not_found');
    expect((await files.foundPaths('walrus')).length).toBe(3);
  });

  it('a search finds existing text, however many better matches were deleted', async () => {
    const sections = Array.from({ length: 300 }, (_, n) => `# Ibis ${n}\n\nibis ibis\n`).join('\n');
    await files.put('/gone/ibis.md', sections);
    await files.put('/ibis/a.md', `one ibis ${'among others '.repeat(30)}\n`);
    await files.put('/ibis/b.md', `another ibis ${'among others '.repeat(40)}\n`);
    expect((await files.foundPaths('ibis', '&limit=100')).length).toBe(100);
    await files.remove('/gone/ibis.md');
    expect((await files.foundPaths('ibis')).sort()).toEqual(['/ibis/a.md', '/ibis/b.md']);
    const [first] = await files.found('ibis', '&limit=1');
    expect(await files.found('ibis', '&limit=1')).toEqual([first]);
    expect(await files.foundPaths('ibis', '&path=/ibis/b.md')).toEqual(['/ibis/b.md']);
  });

  it('the ranking counts only the words of its own workspace', async () => {
    const made = await server.call('POST', '/projects', { body: { name: 'Third' } });
    const { slug } = made.body as { slug: string };
    const theirs = new FilesClient(server, server.adminToken, slug);
    for (let n = 0; n < 12; n += 1) await files.put(`/own/${n}.md`, `text ${n} without it`);
    await files.put('/own/rare.md', 'a heron stands');
    const own = async (): Promise<number> => {
      const [found, ...others] = await files.found('heron');
      expect([found?.path, others]).toEqual(['/own/rare.md', []]);
      return found?.score ?? Number.NaN;
    };
    const before = await own();
    await theirs.put('/many.md', '# Heron\n\na heron stands\n'.repeat(40));
    expect((await theirs.found('heron')).length).toBe(20);
    // If the other project's files were counted, the word would be frequent and the score a tenth.
    const change = (await own()) / before;
    expect(change).toBeGreaterThan(0.9);
    expect(change).toBeLessThan(1.1);
  });

  it('the pages of a search hold all results together, best first', async () => {
    for (let n = 0; n < 25; n += 1)
      await files.put(`/pages/${n}.md`, `giraffe ${'filler '.repeat(n)}`);
    await files.put('/pages/title.md', '# Giraffe\n\ngiraffe giraffe\n');
    const seen: Found[] = [];
    let pages = 0;
    let next: string | undefined = '/search?q=giraffe&limit=13';
    while (next !== undefined) {
      const page: Response = await files.fetch(next);
      const found = (await page.json()) as Found[];
      expect(found.length).toBeLessThanOrEqual(13);
      pages += 1;
      seen.push(...found);
      next = /^<.+(\/search.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect([new Set(seen.map(({ path }) => path)).size, pages]).toEqual([26, 2]);
    expect(seen[0]?.path).toBe('/pages/title.md');
    const scores = seen.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('text is found by its content, not by the name of its file, and binary files are not found', async () => {
    await files.put('/odd/no-extension', 'pelican here');
    await files.put('/odd/picture.png', 'pelican is text');
    await files.put('/odd/bytes.md', Buffer.from('pelican\0').toString('base64'), {
      encoding: 'base64',
    });
    await files.put('/odd/latin.md', Buffer.from('pelican ü', 'latin1').toString('base64'), {
      encoding: 'base64',
    });
    expect((await files.foundPaths('pelican')).sort()).toEqual([
      '/odd/no-extension',
      '/odd/picture.png',
    ]);
  });

  it('a search finds a line of a long file, and a word of a long line', async () => {
    const lines = Array.from({ length: 3_000 }, (_, n) =>
      n === 2_345 ? 'the okapi line' : `line ${n}`,
    );
    await files.put('/long/lines.txt', lines.join('\n'));
    expect(await files.found('okapi')).toMatchObject([
      {
        path: '/long/lines.txt',
        line: 2_346,
        snippet: expect.stringMatching(/^….*the okapi line.*…$/),
      },
    ]);
    await files.put('/long/line.json', `{"a":"${'x y '.repeat(30_000)}","b":"quokka"}`);
    expect(await files.found('quokka')).toMatchObject([{ path: '/long/line.json', line: 1 }]);
  });
});
