import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { searchBench } from '../support/search-bench.js';

const { own, put, server, search } = searchBench();

const COLLECTION = new URL('../fixtures/search/', import.meta.url);
/** The first five results of each query on SQLite; `RECORD=1` updates the file. */
const FIRST_FIVE = new URL('first-five.json', COLLECTION);
/** Number of files after which the index is updated. */
const TOGETHER = 20;
const KINDS = ['exact', 'endings', 'question'] as const;

type Kind = (typeof KINDS)[number];
type Query = Record<'document' | Kind, string>;

async function putCollection(): Promise<void> {
  const documents = new URL('documents/', COLLECTION);
  for (const [index, name] of readdirSync(documents).toSorted().entries()) {
    await put(name, readFileSync(new URL(name, documents), 'utf8'));
    if (index % TOGETHER === TOGETHER - 1) await server().indexer.catchUp(own);
  }
  await server().indexer.catchUp(own);
}

function read<Content>(name: string): Content {
  return JSON.parse(readFileSync(new URL(name, COLLECTION), 'utf8')) as Content;
}

describe('a collection of documents in nine languages', () => {
  it('a document is among the first five by its words, their other forms and a question, on both databases', async () => {
    await putCollection();
    const queries = read<Query[]>('queries.json');
    const hits: Record<Kind, number> = { exact: 0, endings: 0, question: 0 };
    const firstFive: Record<string, string> = {};
    for (const query of queries)
      for (const kind of KINDS) {
        const found = await search(query[kind], { limit: 5 });
        if (found.some(({ path }) => path === query.document)) hits[kind] += 1;
        firstFive[query[kind]] = found.map(({ path, line }) => `${path}:${line}`).join(' ');
      }
    const share = (count: number): number => count / queries.length;
    expect(share(hits.exact)).toBeGreaterThanOrEqual(0.97);
    expect(share(hits.endings)).toBeGreaterThanOrEqual(0.92);
    expect(share(hits.question)).toBeGreaterThanOrEqual(0.88);
    if (process.env['RECORD'] !== undefined)
      writeFileSync(FIRST_FIVE, `${JSON.stringify(firstFive, null, 1)}\n`);
    const recorded = Object.entries(read<Record<string, string>>('first-five.json'));
    const same = recorded.filter(([query, five]) => firstFive[query] === five);
    expect(same.length / recorded.length).toBeGreaterThanOrEqual(0.9);
  });
});
