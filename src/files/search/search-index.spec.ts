import { describe, expect, it, jest } from '@jest/globals';
import { newWorkspace, searchBench } from '../../../test/support/search-bench.js';

const { bench, own, put, write, server, search, found } = searchBench();

describe('what a search finds', () => {
  it('a search finds sections that have all of the words, whatever their case and accents', async () => {
    await put('/a.md', '# One\nThe Café opens.\n# Two\nThe cafe closes late.\n');
    await put('/b.txt', 'A café, late.');
    expect((await found('CAFE')).toSorted()).toEqual(['/a.md:1', '/a.md:3', '/b.txt:1']);
    expect(await found('late café')).toEqual(['/b.txt:1', '/a.md:3', '/a.md:1']);
    expect((await found('café opens'))[0]).toBe('/a.md:1');
    expect(await found('tea')).toEqual([]);
  });

  it('phrases, words to leave out and beginnings of words hold', async () => {
    await put('/a.txt', 'the red fox and the blue bird');
    await put('/b.txt', 'the blue fox and the red bird');
    await put('/c.txt', 'foxes');
    expect(await found('"red fox"')).toEqual(['/a.txt:1']);
    expect(await found('fox -"red fox"')).toEqual(['/b.txt:1', '/c.txt:1']);
    expect((await found('fox*')).toSorted()).toEqual(['/a.txt:1', '/b.txt:1', '/c.txt:1']);
    expect(await found('fox* -fox')).toEqual(['/c.txt:1']);
  });

  it('words of scripts without spaces are found by their characters', async () => {
    await put('/a.txt', '日本語の文書');
    await put('/b.txt', '本日は晴天');
    expect(await found('日本語')).toEqual(['/a.txt:1']);
    expect((await found('日')).toSorted()).toEqual(['/a.txt:1', '/b.txt:1']);
  });

  it('a search within a directory finds nothing beside it', async () => {
    for (const path of ['/a/one.txt', '/a/b/two.txt', '/ab/three.txt', '/A/four.txt', '/a.txt'])
      await put(path, 'word');
    expect((await found('word', { path: '/a' })).toSorted()).toEqual([
      '/a/b/two.txt:1',
      '/a/one.txt:1',
    ]);
    expect(await found('word', { path: '/a.txt' })).toEqual(['/a.txt:1']);
    expect(await found('word', { path: '/none' })).toEqual([]);
  });

  it('a search sees neither another workspace nor another project', async () => {
    await put('/own.txt', 'word');
    const beside = newWorkspace();
    const foreign = newWorkspace({ id: own.id, projectId: 'other' });
    await put('/beside.txt', 'word', beside);
    await put('/foreign.txt', 'word', foreign);
    expect(await found('word')).toEqual(['/own.txt:1']);
    expect(await found('word', { where: beside })).toEqual(['/beside.txt:1']);
    expect(await found('word', { where: foreign })).toEqual(['/foreign.txt:1']);
  });
});

it('a search asks for files by their ids or paths, not for all of a workspace', async () => {
  for (let n = 0; n < 75; n += 1) {
    await put(`/d/${n}.md`, `# Lamps\n\nThe lamp of file ${n}.\n`);
    if (n % 15 === 14) await found('lamp');
  }
  await put('/long.md', '# Lamp\n\nIt is lit.\n\n'.repeat(70));
  await found('lamp');
  const query = jest.spyOn(bench.database, 'query');
  for (const text of ['lamp', 'lamps file', '"the lamp" -lit', 'lampp'])
    for (const path of [undefined, '/d', '/long.md'])
      await search(text, { limit: 100, ...(path !== undefined && { path }) });
  const asked = query.mock.calls.filter(([sql]) => sql.includes('files f'));
  query.mockRestore();
  expect(asked.length).toBeGreaterThan(20);
  if (bench.database.kind === 'postgres') return;
  const plans = await Promise.all(
    asked.map(([sql, values]) =>
      bench.database.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values),
    ),
  );
  const steps = plans.flat().map(({ detail }) => detail);
  expect(steps.filter((step) => /^SCAN f\b|^SEARCH f .*\(workspace_id=\?\)/.test(step))).toEqual(
    [],
  );
});

it('the words of a file are looked up one by one, in a table without statistics', async () => {
  const { vocabulary } = server().index;
  const words = Array.from({ length: 2_000 }, (_, n) => `word${n.toString(36)}`);
  const explain = bench.database.kind === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
  const owner = { workspace_id: own.id, project_id: own.projectId };
  const plan = await bench.database.write(async (transaction) => {
    await vocabulary.add(transaction, owner, 'english', words);
    const query = jest.spyOn(transaction, 'query');
    await vocabulary.add(transaction, owner, 'english', words);
    const [sql = '', values] = query.mock.calls.at(-1) ?? [];
    query.mockRestore();
    return transaction.query(`${explain} ${sql}`, values);
  });
  const steps = JSON.stringify(plan);
  if (bench.database.kind === 'postgres') expect(steps).toContain('using file_words_pkey');
  else expect(steps).toContain('(workspace_id=? AND project_id=? AND word=? AND language=?)');
});

describe('a search for words in other forms', () => {
  /** Returns how the first result was found: its path, kind and word forms. */
  async function best(text: string): Promise<string> {
    const [result] = await search(text, { limit: 5 });
    if (result === undefined) return 'nothing';
    const words = result.words.map(({ word, by, form }) => `${word}=${by ?? '-'}:${form ?? '-'}`);
    return `${result.path} ${result.match} ${words.join(' ')}`;
  }

  it('inflected forms are found in the language of the document', async () => {
    await put('/en.txt', 'The policies of the company are for all of its employees.');
    await put('/de.txt', 'Die Häuser sind mit allen Verträgen verkauft.');
    await put('/ru.txt', 'Все договоры и они подписаны.');
    expect(await best('policy employee')).toBe(
      '/en.txt forms policy=form:policies employee=form:employees',
    );
    expect(await best('haus vertrag')).toBe(
      '/de.txt forms haus=form:hauser vertrag=form:vertragen',
    );
    expect(await best('договор')).toBe('/ru.txt forms договор=form:договоры');
  });

  it('a word is found in longer words and by its parts', async () => {
    await put('/a.txt', 'Die Kündigungsfrist ist in dem Vertrag und sie ist lang.');
    await put('/b.txt', 'Das Konto ist für die Reise und die Kosten sind hoch.');
    await put('/c.txt', 'The data base is on the server and it is large.');
    expect(await best('Frist')).toBe('/a.txt forms Frist=part:kundigungsfrist');
    expect(await best('Reisekosten')).toMatch(/^\/b.txt forms Reisekosten=part:(reise|kosten)$/);
    expect(await best('Kündigung Frist')).toBe(
      '/a.txt forms Kündigung=part:kundigungsfrist Frist=part:kundigungsfrist',
    );
    expect(await best('database')).toMatch(/^\/c.txt forms database=part:(data|base)$/);
  });

  it.each([
    ['Hütte', 'Die Skihütte ist auf dem Berg und sie ist alt.', 'skihutte'],
    ['Leiter', 'Der Bauleiter ist auf der Reise und nicht im Büro.', 'bauleiter'],
    ['Kosten', 'Die Baukosten sind hoch und sie werden geprüft.', 'baukosten'],
    ['Schein', 'Die Lieferscheine sind im Büro und werden geprüft.', 'lieferscheine'],
    ['Fristen', 'Die Kündigungsfrist ist in dem Vertrag und sie ist lang.', 'kundigungsfrist'],
    [
      'overeenkomst',
      'De arbeidsovereenkomsten zijn van het bestuur en niet.',
      'arbeidsovereenkomsten',
    ],
    [
      'ansökning',
      'Semesteransökningar är till chefen och det är så att de lämnas.',
      'semesteransokningar',
    ],
  ])(
    'the word %s is found at the end of a longer one, whatever its own ending',
    async (word, text, form) => {
      await put('/a.txt', text);
      expect(await best(word)).toBe(`/a.txt forms ${word}=part:${form}`);
    },
  );

  it('a word is not looked for by its spelling where it is a part of a longer one', async () => {
    await put(
      '/de.txt',
      'Die Hüttenwirtin ist auf dem Berg und das Schwein auch, und der Kundendienst.',
    );
    for (let n = 0; n < 5; n += 1)
      await put(`/it${n}.txt`, 'Tutte le persone della casa, e tutte le altre, non sono qui.');
    expect(await best('Hütte')).toBe('/de.txt forms Hütte=part:huttenwirtin');
    expect(await found('Hütte')).toEqual(['/de.txt:1']);
    expect(await found('Wein')).toEqual([]);
    await put('/de2.txt', 'Die Kündigung ist in dem Vertrag, und die Kündigungsfrist ist lang.');
    expect(await best('Kündigun')).toMatch(/Kündigun=spelling:kundigung$/);
  });

  it('one typing error is forgiven where the word is not there otherwise', async () => {
    await put('/a.txt', 'The invoice is paid by the customer.');
    for (const typed of ['invioce', 'invoce', 'imvoice', 'invvoice'])
      expect(await best(typed)).toBe(`/a.txt forms ${typed}=spelling:invoice`);
    expect(await best('invcioes')).toBe('nothing');
    // Any two adjacent letters may be swapped.
    for (const word of ['customer', 'invoice'])
      for (let at = 0; at + 1 < word.length; at += 1) {
        const typed = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
        expect(await best(typed)).toBe(`/a.txt forms ${typed}=spelling:${word}`);
      }
    await put('/b.txt', 'An invioce of a friend.');
    expect(await best('invioce')).toBe('/b.txt exact invioce=word:invioce');
  });

  it('the words of a question that say nothing are not looked for', async () => {
    await put('/a.txt', 'Notice period: four weeks.');
    await put(
      '/b.txt',
      'How do I find out how long it is? What is it for, and for whom is the text?',
    );
    expect(await best('how long is the notice period for me')).toBe(
      '/a.txt some long=-:- notice=word:notice period=word:period',
    );
  });

  it('a word that says nothing in another language than that of the query is looked for', async () => {
    await put('/dog.txt', 'Each dog needs a licence, and a dog of the town hall does as well.');
    for (let n = 0; n < 6; n += 1)
      await put(`/${n}.txt`, `The licences of grade ${n}, and what licences cost with a licence.`);
    await put(
      '/da.txt',
      'Det er dog ikke nok, at du og jeg er enige om det, for han er dog ikke med.',
    );
    for (const query of ['dog licences', 'Where do dogs go?', 'dog licensing'])
      expect((await best(query)).split(' ')[0]).toBe('/dog.txt');
    expect(await best('er enige dog')).toBe('/da.txt exact enige=word:enige');
  });

  it('numbers, names with signs and words with markup are found as they are read', async () => {
    await put('/a.md', 'It costs 1,234.50 and\nthe gas is CO<sub>2</sub> or geg**ozi**gor.');
    await put('/b.txt', 'Es kostet 1.234,50 in C++ und C# für .NET, und das ist c.');
    expect((await found('1234.50')).toSorted()).toEqual(['/a.md:1', '/b.txt:1']);
    expect((await found('1.234,5')).toSorted()).toEqual(['/a.md:1', '/b.txt:1']);
    for (const query of ['CO2', 'gegozigor']) expect(await found(query)).toEqual(['/a.md:1']);
    for (const query of ['C++', 'C#', '.net']) expect(await found(query)).toEqual(['/b.txt:1']);
    expect(await found('F#')).toEqual([]);
  });

  it('a number is found beside a currency or a unit, and in Markdown with entities', async () => {
    const sums = ['EUR1,234.50', "CHF1'234.50", '1,234.50EUR', '1,234.50kg', '1&nbsp;234,50'];
    for (const [n, sum] of sums.entries()) await put(`/${n}.md`, `The amount is ${sum}.`);
    await put('/other.md', 'The amount is 1,235.50.');
    for (const query of ['1234.50', '"1.234,50"'])
      expect((await found(query)).toSorted()).toEqual(sums.map((_, n) => `/${n}.md:1`));
  });

  it('numbers and names with signs hold in quotes and after a minus sign', async () => {
    await put('/plain.txt', 'We write plain C here.');
    await put('/signs.txt', 'We write C++ here, for 1,234.50 a day.');
    expect(await found('write -C++')).toEqual(['/plain.txt:1']);
    expect(await found('write -"C++"')).toEqual(['/plain.txt:1']);
    for (const sum of ['1234.50', '"1234.50"', '1.234,5', '"1 234,50"']) {
      expect((await search(`write ${sum}`))[0]).toMatchObject({
        path: '/signs.txt',
        match: 'exact',
      });
      expect(await found(`write -${sum}`)).toEqual(['/plain.txt:1']);
    }
    expect(await found('"C++"')).toEqual(['/signs.txt:1']);
    expect(await found('C C++ write')).toEqual(['/signs.txt:1', '/plain.txt:1']);
    expect(await found('"(c)"')).toHaveLength(2);
  });

  it('a form is shown without the letters that stand for its signs', async () => {
    await put('/a.txt', 'We write C++, C# and .NET, for 1,234.50 a day.');
    const [result] = await search('C++ "C#" .NET "1234,50"');
    expect(result?.words).toEqual([
      { word: 'C++', by: 'word', form: 'c++' },
      { word: 'c#', by: 'word', form: 'c#' },
      { word: '.NET', by: 'word', form: '.net' },
      { word: '1234.5', by: 'word', form: '1234.5' },
    ]);
  });

  it('words in quotes and the beginnings of words are not widened', async () => {
    await put('/a.txt', 'All refunds are paid to the customers.');
    expect(await found('"refund"')).toEqual([]);
    expect(await found('refund "customer"')).toEqual([]);
    expect(await found('refund "customers"')).toEqual(['/a.txt:1']);
    expect(await found('custom* refund -paid')).toEqual([]);
  });
});

describe('the order of what a search finds', () => {
  it('a word in a heading weighs more than in the text, and a short section more than a long one', async () => {
    const filler = Array.from({ length: 60 }, (_, index) => `filler${index}`).join(' ');
    await put('/long.txt', `needle ${filler}`);
    await put('/short.txt', 'needle in short');
    await put('/heading.md', '# needle\nin short\n');
    await put('/none.txt', filler);
    expect(await found('needle')).toEqual(['/heading.md:1', '/short.txt:1', '/long.txt:1']);
    expect(await found('needle', { path: '/' })).toEqual(await found('needle'));
  });

  it('the best section is found among more of them than are compared with one another', async () => {
    for (let n = 0; n < 75; n += 1) {
      await put(`/${n}.txt`, `The needle ${n}. ${'And more words. '.repeat(13)}`);
      if (n % 15 === 14) await found('needle');
    }
    const line = 'A needle is between nine other words of this line.\n';
    await put('/many.txt', line.repeat(20));
    await put('/heading.md', `# A needle, another needle and needles\n\n${line.repeat(3)}`);
    const [first, second] = await search('needle');
    expect([first?.path, second?.path]).toEqual(['/heading.md', '/many.txt']);
  });

  it('sections that are equally good stand in the order of their paths, and pages have each once', async () => {
    const paths: string[] = [];
    for (let n = 0; n < 15; n += 1) {
      const path = `/${String(n).padStart(2, '0')}.txt`;
      paths.push(path);
      await put(path, 'the same words');
      await server().indexer.catchUp(own);
    }
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const page = { limit: 4, cursor };
      const { results, next } = await server().service.search(own, 'same words', page);
      read.push(...results.map(({ path }) => path));
      cursor = next ?? undefined;
    } while (cursor !== undefined);
    expect(read).toEqual(paths);
  });
});

describe('the index', () => {
  it('a file that was written again is found by its present content alone', async () => {
    const id = await put('/a.txt', 'former words');
    expect(await found('former')).toEqual(['/a.txt:1']);
    await write(id, 'present words');
    expect([await found('former'), await found('present')]).toEqual([[], ['/a.txt:1']]);
    await bench.database.execute('DELETE FROM files WHERE id = ?', [id]);
    expect(await found('present')).toEqual([]);
  });

  it('files are behind until they are indexed, in the order of workspaces and ids', async () => {
    const { index, indexer } = server();
    const [second, first] = [newWorkspace({ id: 'b' }), newWorkspace({ id: 'a' })];
    const ids = [await put('/1', 'x', second), await put('/2', 'x', first)];
    ids.push(await put('/3', 'x', first));
    const order = [ids[1], ids[2], ids[0]];
    const behind = await index.behind(null, 10);
    expect(behind.map(({ id }) => id)).toEqual(order);
    const rest = await index.behind(behind[0] ?? null, 10);
    expect(rest.map(({ id }) => id)).toEqual(order.slice(1));
    await indexer.catchUp(first);
    expect((await index.behind(null, 10)).map(({ id }) => id)).toEqual([ids[0]]);
  });

  it('two servers that index a file at once add its sections once', async () => {
    await put('/a.md', '# One\nword\n# Two\nword\n');
    await Promise.all([server(), server()].map(({ indexer }) => indexer.catchUp(own)));
    expect(await found('word')).toHaveLength(2);
    expect(await bench.database.query('SELECT id FROM file_sections')).toHaveLength(2);
  });

  it('words that no section has any more leave the vocabulary', async () => {
    const { index, indexer } = server();
    const ids = [await put('/a.txt', 'lonely common'), await put('/b.txt', 'common')];
    await put('/c.txt', 'lonely', newWorkspace());
    await indexer.catchUp(own);
    await index.vocabulary.removeUnused(() => Promise.resolve());
    expect((await index.vocabulary.known(own, ['lonely', 'common'])).size).toBe(2);
    await write(ids[0] ?? '', 'other');
    await indexer.catchUp(own);
    await index.vocabulary.removeUnused(() => Promise.resolve());
    const left = await index.vocabulary.known(own, ['lonely', 'common', 'other']);
    expect([...left].toSorted()).toEqual(['common', 'other']);
  });

  it('the sections that no file has any more are found by pages and removed', async () => {
    const { index, indexer } = server();
    const ids = [await put('/a.txt', 'one'), await put('/b.txt', 'two'), await put('/c.txt', 'x')];
    await indexer.catchUp(own);
    await write(ids[0] ?? '', 'other');
    await bench.database.execute('DELETE FROM files WHERE id = ?', [ids[1] ?? '']);
    const stale: string[] = [];
    for (let after: { file_id: string; content: string } | null = { file_id: '', content: '' }; ;) {
      const page = await index.page(after, 2);
      for (const key of page.stale) {
        stale.push(key.file_id);
        expect(await index.remove(key)).toBe(false);
      }
      after = page.last;
      if (after === null) break;
    }
    expect(stale).toEqual(ids.slice(0, 2));
    const left = 'SELECT file_id FROM file_sections';
    expect(await bench.database.query(left)).toEqual([{ file_id: ids[2] }]);
    expect(await found('two')).toEqual([]);
  });
});
