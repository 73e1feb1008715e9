import { type AnyNode, Element, Text } from 'domhandler';
import { DocumentError } from '../converted.js';
import { decodeXml } from '../input/charset.js';
import { safeUrl } from '../input/urls.js';
import { child, childElements, descendants, localName, parseXml, xmlText } from '../input/xml.js';
import {
  type Block,
  type Cell,
  type DocumentTree,
  type Inline,
  isEmpty,
  type Note,
  paragraph,
  plainText,
  type Style,
  text,
} from '../tree.js';
import { type Source } from './port.js';

const STYLES: Record<string, Style> = {
  strong: { bold: true },
  emphasis: { italic: true },
  strikethrough: { strike: true },
  code: { code: true },
  sub: { position: 'sub' },
  sup: { position: 'sup' },
};

/** Labels of metadata by element. */
const ABOUT = {
  'book-title': 'Title',
  author: 'Author',
  translator: 'Translator',
  sequence: 'Series',
  keywords: 'Keywords',
  date: 'Date',
  lang: 'Language',
  'src-lang': 'Language of the original',
};
const PUBLISHED = {
  'book-name': 'Published as',
  publisher: 'Publisher',
  city: 'City',
  year: 'Year',
  isbn: 'ISBN',
  sequence: 'Series',
};
/** Elements for programs: pictures, genre codes, file history. */
const NO_TEXT = new Set(
  'binary stylesheet genre document-info custom-info src-title-info output'.split(' '),
);
/** Text of a reference to a note, or of its title, that is only the mark of the note. */
const MARK = /^[\s\d[\](){}*†‡.,]*$/;

/** Returns a FictionBook document: its title and authors, its sections, its notes. */
export function readFictionBook(source: Source): DocumentTree {
  const root = parseXml(decodeXml(source.bytes, source.warnings));
  const bodies =
    root === undefined ? [] : childElements(root).filter((each) => localName(each) === 'body');
  if (root === undefined || bodies.length === 0)
    throw new DocumentError('unreadable', 'The book is damaged: it has no text.');
  source.words.source('the book', () => collectTexts(root));
  const alts = descendants(root, 'image').map(({ attribs }) => attribs['alt'] ?? '');
  source.words.once('the book', () => alts);
  return new Reader(root, source).read(bodies);
}

class Reader {
  readonly #notes = new Map<string, Element>();
  readonly #used = new Set<string>();
  readonly #binaries: ReadonlyMap<string, Element>;
  readonly #pictures = new Map<string, string | undefined>();

  constructor(
    private readonly root: Element,
    private readonly source: Source,
  ) {
    const binaries = childElements(root).filter((each) => localName(each) === 'binary');
    this.#binaries = new Map(binaries.map((each) => [each.attribs['id'] ?? '', each]));
  }

  read(bodies: Element[]): DocumentTree {
    for (const body of bodies.filter(isNotes))
      for (const section of descendants(body, 'section')) {
        const { id } = section.attribs;
        if (id !== undefined) this.#notes.set(id, section);
      }
    const blocks = [
      ...this.#about(),
      ...bodies.filter((body) => !isNotes(body)).flatMap((body) => this.#blocks(body, 1)),
    ];
    const notes: Note[] = [...this.#notes].flatMap(([id, section]) =>
      this.#used.has(id) ? [{ id, blocks: this.#noteBlocks(section) }] : [],
    );
    // Notes without a reference are kept as text.
    const others = bodies
      .filter(isNotes)
      .flatMap((body) =>
        childElements(body).flatMap((each) =>
          this.#used.has(each.attribs['id'] ?? '') ? [] : this.#block(each, 1),
        ),
      );
    return { blocks: [...blocks, ...others], notes };
  }

  #about(): Block[] {
    const [info] = descendants(this.root, 'title-info');
    const [published] = descendants(this.root, 'publish-info');
    const said = [...listMetadataFields(info, ABOUT), ...listMetadataFields(published, PUBLISHED)];
    for (const [name] of said) this.source.words.own(name);
    const content = said.flatMap(([name, value], index): Inline[] => {
      const field = [text(`${name}:`, { bold: true }), text(` ${value}`)];
      return index === 0 ? field : [{ kind: 'break' }, ...field];
    });
    const annotation = info && child(info, 'annotation');
    const cover = info && child(info, 'coverpage');
    return [
      ...(content.length === 0 ? [] : [paragraph(...content)]),
      ...(cover === undefined ? [] : this.#paragraph(this.#inlines(cover))),
      ...(annotation === undefined ? [] : this.#blocks(annotation, 1)),
    ];
  }

  #noteBlocks(section: Element): Block[] {
    const blocks = childElements(section).flatMap((each): Block[] => {
      if (localName(each) !== 'title') return this.#block(each, 6);
      return this.#isMark(each) ? [] : this.#paragraph(this.#inlines(each, { bold: true }));
    });
    return blocks;
  }

  /** Returns whether a text is only the mark of a note; Markdown numbers notes itself. */
  #isMark(element: Element): boolean {
    const said = xmlText(element);
    if (!MARK.test(said)) return false;
    this.source.words.know(said);
    return true;
  }

  #blocks(parent: Element, level: number): Block[] {
    return parent.children.flatMap((node) => {
      if (node instanceof Element) return this.#block(node, level);
      return this.#paragraph(this.#inline(node, {}));
    });
  }

  #block(element: Element, level: number): Block[] {
    switch (localName(element)) {
      case 'section':
        return this.#blocks(element, level + 1);
      case 'title':
        return this.#title(element, level);
      case 'subtitle':
        return [
          { kind: 'heading', level: Math.min(6, level + 1), content: this.#inlines(element) },
        ];
      case 'p':
      case 'text-author':
      case 'date':
        return this.#paragraph(this.#inlines(element));
      case 'stanza':
        return this.#stanza(element);
      case 'epigraph':
      case 'cite':
        return [{ kind: 'quote', blocks: this.#blocks(element, level) }];
      case 'image':
        return this.#paragraph(this.#picture(element));
      case 'table':
        return this.#table(element, level);
      case 'empty-line':
        return [];
      default:
        return this.#blocks(element, level);
    }
  }

  #paragraph(content: Inline[]): Block[] {
    const block: Block = { kind: 'paragraph', content };
    return isEmpty([block]) ? [] : [block];
  }

  #title(element: Element, level: number): Block[] {
    const content = this.#lines(element);
    return plainText(content).trim() === ''
      ? this.#paragraph(content)
      : [{ kind: 'heading', level: Math.min(6, level), content }];
  }

  #stanza(element: Element): Block[] {
    return this.#paragraph(this.#lines(element));
  }

  /** Returns the text of each child as a line. */
  #lines(element: Element): Inline[] {
    const lines = element.children
      .map((node) => this.#inline(node, {}))
      .filter((line) => !isEmpty([{ kind: 'paragraph', content: line }]));
    return lines.flatMap((line, index): Inline[] =>
      index === 0 ? line : [{ kind: 'break' }, ...line],
    );
  }

  #table(element: Element, level: number): Block[] {
    const rows = descendants(element, 'tr').map((row) =>
      childElements(row).map((cell): Cell => {
        const isBlocks = childElements(cell).some((each) => localName(each) === 'p');
        return {
          blocks: isBlocks ? this.#blocks(cell, level) : this.#paragraph(this.#inlines(cell)),
        };
      }),
    );
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
    if (width === 0) return [];
    return [
      {
        kind: 'table',
        rows: rows.map((row) =>
          Array.from({ length: width }, (_, at) => row[at] ?? { blocks: [] }),
        ),
      },
    ];
  }

  #inlines(parent: Element, style: Style = {}): Inline[] {
    return parent.children.flatMap((node) => this.#inline(node, style));
  }

  #inline(node: AnyNode, style: Style): Inline[] {
    if (node instanceof Text) return [text(node.data.replaceAll(/\s+/g, ' '), style)];
    if (!(node instanceof Element)) return [];
    const name = localName(node);
    if (name === 'image') return this.#picture(node);
    if (name !== 'a') return this.#inlines(node, { ...style, ...STYLES[name] });
    const target = readHref(node);
    const id = target.replace(/^#/, '');
    if (target.startsWith('#') && this.#notes.has(id)) {
      this.#used.add(id);
      const mark = this.#isMark(node) ? [] : this.#inlines(node, style);
      return [...mark, { kind: 'note', id }];
    }
    const url = target.startsWith('#') ? undefined : safeUrl(target);
    const content = this.#inlines(node, style);
    return url === undefined ? content : [{ kind: 'link', url, content }];
  }

  #picture(element: Element): Inline[] {
    const id = readHref(element).replace(/^#/, '');
    if (!this.#pictures.has(id)) {
      const binary = this.#binaries.get(id);
      const type = binary?.attribs['content-type'] ?? '';
      const bytes = Buffer.from(xmlText(binary), 'base64');
      this.#pictures.set(id, this.source.media.add(id, type, bytes));
    }
    const url = this.#pictures.get(id);
    const { alt = '', title = '' } = element.attribs;
    if (url === undefined) this.source.words.own(alt);
    const picture: Inline = url === undefined ? text(alt) : { kind: 'image', alt, url };
    return title === '' || title === alt ? [picture] : [picture, text(` (${title})`)];
  }
}

/** Returns the metadata of a book: the label and values of each field. */
function listMetadataFields(
  info: Element | undefined,
  fields: Readonly<Record<string, string>>,
): [string, string][] {
  if (info === undefined) return [];
  return Object.entries(fields)
    .map(([name, label]): [string, string] => {
      const values = childElements(info)
        .filter((each) => localName(each) === name)
        .map((each) => [...collectTexts(each), each.attribs['name'] ?? ''].join(' '))
        .map((said) => said.replaceAll(/\s+/g, ' ').trim());
      return [label, values.filter((value) => value !== '').join(', ')];
    })
    .filter(([, value]) => value !== '');
}

/** Returns the texts of a book or a part of it, and the names of its series. */
function collectTexts(element: Element): string[] {
  return element.children.flatMap((node) => {
    if (node instanceof Text) return [node.data];
    if (!(node instanceof Element) || NO_TEXT.has(localName(node))) return [];
    const { title = '', alt = '', name = '' } = node.attribs;
    const isPicture = localName(node) === 'image' && title !== alt;
    const own = [isPicture ? title : '', localName(node) === 'sequence' ? name : ''];
    return [...own, ...collectTexts(node)];
  });
}

function isNotes(body: Element): boolean {
  return /^(?:notes|comments)$/i.test(body.attribs['name'] ?? '');
}

/** Returns the link target, with any namespace prefix. */
function readHref({ attribs }: Element): string {
  const name = Object.keys(attribs).find((each) => each === 'href' || each.endsWith(':href'));
  return name === undefined ? '' : (attribs[name] ?? '');
}
