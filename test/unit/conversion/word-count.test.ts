import { describe, expect, it } from '@jest/globals';
import { WordCount } from '../../../packages/document-converter/src/count/word-count.js';
import { type DocumentTree, paragraph } from '../../../packages/document-converter/src/tree.js';

function treeOf(...lines: string[]): DocumentTree {
  return { blocks: lines.map((line) => paragraph(line)), notes: [] };
}

function countOf(...texts: string[]): WordCount {
  const words = new WordCount();
  words.source('"a.xml"', () => texts);
  return words;
}

describe('the count of words', () => {
  it('nothing is lost where the tree has all letters, in whatever order and pieces', async () => {
    expect(await countOf('one two', 'thr', 'ee').lost(treeOf('three', 'two', 'one!'))).toEqual([]);
  });

  it('words that the tree does not have are lost, with their place', async () => {
    const words = countOf('one two', 'three four', 'five');
    words.source('"b.xml"', () => ['one six']);
    expect(await words.lost(treeOf('one two five', 'one'))).toEqual([
      { place: '"a.xml"', text: 'three four' },
      { place: '"b.xml"', text: 'six' },
    ]);
  });

  it('words that a reader adds stand for none of the document', async () => {
    const words = countOf('Comment', 'text');
    words.own('Comment by Ada:');
    expect(await words.lost(treeOf('Comment by Ada: text'))).toEqual([
      { place: '"a.xml"', text: 'Comment' },
    ]);
  });

  it('text that is reported, or not shown, is not lost', async () => {
    const words = countOf('text', 'hidden here');
    words.know('hiddenhere');
    expect(await words.lost(treeOf('text'))).toEqual([]);
  });

  it('a word that stands there in parts, beside others that are doubled, is not lost', async () => {
    const words = countOf('Wor', 'ds', 'other');
    expect(await words.lost(treeOf('Words', 'other other'))).toEqual([]);
  });

  it('words of texts of which one is enough are found anywhere', async () => {
    const words = countOf('text');
    words.once('"chart.xml"', () => ['label', 'text', 'label', 'gone']);
    expect(await words.lost(treeOf('text', 'a label'))).toEqual([
      { place: '"chart.xml"', text: 'gone' },
    ]);
  });
});
