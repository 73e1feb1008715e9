import { describe, expect, it } from '@jest/globals';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { sized } from '../../support/size.js';
import { renderTree } from '../../../packages/document-converter/src/markdown/render.js';
import {
  type Block,
  type DocumentTree,
  type Inline,
  type Style,
} from '../../../packages/document-converter/src/tree.js';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Characters and sequences with a meaning in Markdown, including dangerous ones. */
const SIGNS = [
  ...'[[[]]](()!!:^**__~~\\``<>&;||--##+=.1aaabxz  /{}"\'',
  '](javascript:alert(1))',
  '![a [b] c](http://track.example/y.png)',
  ']: javascript:x',
  '[^1]: ',
  '<img src=x onerror=alert(1)>',
  '<!-- ',
  '&lt;',
  '&amp',
  'https://a.example/',
  ' www.a.example',
  '| a | b |',
  '| --- | --- |',
  ':-:',
  '---',
  '[x] ',
  '1. ',
];
const ROUNDS = Number(process.env['KEPT_DOCUMENTS'] ?? sized(5000, 500));
const SEED = Number(process.env['KEPT_SEED'] ?? 20_263);

/** Builds documents of one paragraph, heading, list item, quote or cell whose texts consist of Markdown syntax. */
class Maker {
  #state: number;
  /** The visible text, the links and the pictures of the document. */
  said = '';
  links: string[] = [];
  pictures: string[] = [];

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (this.#state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((this.#state / 2_147_483_648) * limit);
  }

  document(): DocumentTree {
    const notes = [{ id: 'n', blocks: [{ kind: 'paragraph' as const, content: [this.#text()] }] }];
    this.said = '';
    const block = this.#block();
    return { blocks: [block], notes };
  }

  #block(): Block {
    const content = this.#inlines(true);
    const inner: Block = { kind: 'paragraph', content };
    switch (this.below(8)) {
      case 0:
        return { kind: 'heading', level: 2, content };
      case 1:
        return { kind: 'quote', blocks: [inner] };
      case 2:
        return { kind: 'list', ordered: false, start: 1, items: [{ blocks: [inner] }] };
      case 3:
        return { kind: 'table', rows: [[{ blocks: [inner] }]] };
      default:
        return inner;
    }
  }

  #inlines(outer: boolean): Inline[] {
    return Array.from({ length: 1 + this.below(outer ? 6 : 3) }, () => this.#inline(outer));
  }

  #inline(outer: boolean): Inline {
    const kind = this.below(12);
    if (kind === 0) {
      this.said += ' ';
      return { kind: 'break' };
    }
    if (kind === 1 && outer) return { kind: 'note', id: 'n' };
    if (kind === 2 && outer) {
      const alt = this.#signs();
      this.pictures.push(alt);
      return { kind: 'image', alt, url: 'https://picture.example/p.png' };
    }
    if (kind <= 4 && outer) return this.#link();
    return this.#text();
  }

  #link(): Inline {
    const { said } = this;
    this.said = '';
    const content = this.#inlines(false);
    const url = `https://link.example/${this.links.length}`;
    if (this.said.trim() !== '') this.links.push(url);
    this.said = said + this.said;
    return { kind: 'link', url, content };
  }

  #text(): Inline {
    const text = this.#signs();
    const style: Style = {};
    if (this.below(3) === 0) style.bold = true;
    if (this.below(4) === 0) style.italic = true;
    if (this.below(6) === 0) style.strike = true;
    if (this.below(12) === 0) style.code = true;
    if (this.below(12) === 0) style.position = 'sup';
    this.said += text;
    return { kind: 'text', text, style };
  }

  #signs(): string {
    return Array.from({ length: 1 + this.below(8) }, () => SIGNS[this.below(SIGNS.length)]).join(
      '',
    );
  }
}

interface Shown {
  said: string;
  links: string[];
  pictures: string[];
  others: string[];
}

const MARKS = new Set(
  'p h1 h2 h3 ul li blockquote strong em del code sup sub br section ol'.split(' '),
);
const OF_TABLES = new Set('table thead tbody tr th td'.split(' '));

/** Returns what readers of the Markdown see, except for footnotes. */
function collectShown(markdown: string, isTable: boolean): Shown {
  const html = micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  const shown: Shown = { said: '', links: [], pictures: [], others: [] };
  for (const node of parseFragment(html).childNodes) take(node, shown, isTable);
  return shown;
}

function take(node: Node, shown: Shown, isTable: boolean): void {
  if (node.nodeName === '#text' && 'value' in node) shown.said += node.value;
  else if ('tagName' in node) takeElement(node, shown, isTable);
  else shown.others.push(node.nodeName);
}

function takeElement(element: Element, shown: Shown, isTable: boolean): void {
  const { tagName } = element;
  const of = (name: string) => element.attrs.find((each) => each.name === name)?.value;
  if (of('data-footnotes') !== undefined || of('data-footnote-ref') !== undefined) return;
  const from = shown.said.length;
  if (tagName === 'br') shown.said += ' ';
  if (tagName === 'img') shown.pictures.push(of('alt') ?? '');
  for (const child of element.childNodes) take(child, shown, isTable);
  if (tagName === 'a') {
    const href = of('href') ?? '';
    const said = shown.said.slice(from);
    // Text that Markdown links automatically shows its target.
    const isShown = [said, `http://${said}`].some(
      (each) => encodeURI(each) === encodeURI(decodeURI(href)),
    );
    if (!isShown) shown.links.push(href);
  } else if (tagName !== 'img' && !MARKS.has(tagName) && !(isTable && OF_TABLES.has(tagName)))
    shown.others.push(tagName);
}

const flat = (value: string) => value.replaceAll(/\s+/g, ' ').trim();

describe('text of signs that Markdown knows', () => {
  it('text of signs becomes no link, picture, element, table or definition, and is shown as it is', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const maker = new Maker((SEED + round * 7919) % 2_147_483_648);
      const tree = maker.document();
      const markdown = renderTree(tree);
      const shown = collectShown(markdown, tree.blocks[0]?.kind === 'table');
      const seen = { ...shown, said: flat(shown.said), pictures: shown.pictures.map(flat) };
      const made = {
        said: flat(maker.said),
        links: maker.links,
        pictures: maker.pictures.map(flat),
      };
      expect({ round, markdown, ...seen }).toEqual({ round, markdown, ...made, others: [] });
    }
  });
});

const say = (value: string, style: Style = {}): Inline => ({ kind: 'text', text: value, style });
const BOLD = { bold: true };
const BREAK: Inline = { kind: 'break' };
const SCRIPT = '](javascript:alert(1))';
const PAIR = [say('| a | b |'), BREAK, say('| --- | --- |')];

describe('markup in pieces of text', () => {
  it.each<[name: string, content: Inline[]]>([
    ['brackets in brackets', [say(`[a [b] c${SCRIPT}`)]],
    ['a picture with brackets in brackets', [say('![a [b] c](http://track.example/y.png)')]],
    ['a label in runs', [say('['), say('q', BOLD), say(SCRIPT)]],
    ['a label over lines', [say('[q'), BREAK, say(SCRIPT)]],
    ['a target in a run of its own', [say('[q]'), say('(javascript:alert(1))', BOLD)]],
    ['a long label', [say(`[${'a'.repeat(5000)}${SCRIPT}`)]],
    ['the end of a label in an address', [say(`[q https://a.example/${SCRIPT}`)]],
    ['a definition in runs', [say('['), say('foo', BOLD), say(']: javascript:alert(1)')]],
    ['a definition closed by code', [say('[foo '), say(']: x', { code: true })]],
    ['a definition over lines', [say('[foo'), BREAK, say(']:'), BREAK, say('https://a.example')]],
    ['a table', PAIR],
    ['a table without bars at its ends', [say('a | b'), BREAK, say(':-- | --:')]],
    ['a table of one column', [say('a'), BREAK, say(':--')]],
    ['an element in runs', [say('<'), say('img src=x onerror=alert(1)>', BOLD)]],
    ['an entity in runs', [say('&'), say('lt;', { italic: true })]],
    ['the box of a task', [say('[x] done')]],
  ])('markup in pieces of text stays text: %s', (_name, content) => {
    const inner: Block = { kind: 'paragraph', content };
    const blocks: Block[] = [
      inner,
      { kind: 'list', ordered: false, start: 1, items: [{ blocks: [inner] }] },
      { kind: 'quote', blocks: [inner] },
    ];
    const said = content.map((each) => (each.kind === 'text' ? each.text : ' ')).join('');
    for (const block of blocks) {
      const shown = collectShown(renderTree({ blocks: [block], notes: [] }), false);
      const links = shown.links.filter((link) => !said.includes(link));
      expect({ ...shown, said: flat(shown.said), links }).toEqual({
        said: flat(said),
        links: [],
        pictures: [],
        others: [],
      });
    }
  });

  it('the text of a link does not end it, and a sign before it makes no picture of it', () => {
    const url = 'https://a.example/b';
    const content: Inline[] = [say('!'), { kind: 'link', url, content: [say(`x${SCRIPT}`)] }];
    const shown = collectShown(
      renderTree({ blocks: [{ kind: 'paragraph', content }], notes: [] }),
      false,
    );
    expect(shown).toEqual({ said: `!x${SCRIPT}`, links: [url], pictures: [], others: [] });
  });

  it('a formula holds no HTML and no link for readers that know no formulas', () => {
    const tex = `\\text{<img src=x onerror=alert(1)>} <!-- [a${SCRIPT}`;
    const content: Inline[] = [{ kind: 'math', tex }];
    const shown = collectShown(
      renderTree({ blocks: [{ kind: 'paragraph', content }], notes: [] }),
      false,
    );
    expect(shown).toMatchObject({ links: [], pictures: [], others: [] });
  });

  it('the label of an item is text', () => {
    const item = {
      blocks: [{ kind: 'paragraph' as const, content: [say('a')] }],
      label: `[q${SCRIPT}`,
    };
    const block: Block = { kind: 'list', ordered: false, start: 1, items: [item] };
    expect(collectShown(renderTree({ blocks: [block], notes: [] }), false).links).toEqual([]);
  });

  it('the last signs of a heading are text', () => {
    const heading: Block = { kind: 'heading', level: 2, content: [say('In C #')] };
    expect(renderTree({ blocks: [heading], notes: [] })).toBe('## In C \\#');
  });
});
