import { describe, expect, it } from '@jest/globals';
import { searchBench } from '../../../test/support/search-bench.js';

const { own, put, server } = searchBench();

describe('the passages of a quote', () => {
  async function quoted(text: string, quote: string, path = '/a.md'): Promise<string[]> {
    await put(path, text);
    const passages: string[] = [];
    for await (const { words, result, lines } of server().service.quotes(own, path, quote))
      passages.push(`${result.line} ${result.heading.join('/')} ${words} | ${lines}`);
    return passages;
  }

  it('each passage has its heading, its line and its lines', async () => {
    const text = '# Retail\n\nNote: pay in 30 days.\n\n# Wholesale\n\nThey pay\nin 30 days, too.\n';
    expect((await quoted(text, 'pay in 30')).toSorted()).toEqual([
      '3 Retail pay in 30 | Note: pay in 30 days.',
      '7 Wholesale pay\nin 30 | They pay\nin 30 days, too.',
    ]);
  });

  it('a quote may reach from one section into the next', async () => {
    const lines = Array.from({ length: 250 }, (_, n) => `line ${n + 1} of the log`).join('\n');
    expect(await quoted(lines, 'the log line 101 of the', '/log.txt')).toEqual([
      '100  the log\nline 101 of the | line 100 of the log\nline 101 of the log',
    ]);
    const chapters = '# One\n\nIt ends here.\n\n# Two\n\nIt goes on.\n';
    expect(await quoted(chapters, 'ends here. Two')).toEqual([
      '3 One ends here.\n\n# Two | It ends here.\n\n# Two',
    ]);
    expect(await quoted(lines, 'the log line 102 of this', '/log2.txt')).toEqual([]);
  });
});
