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

/** Returns a book in FictionBook: its title and authors, its sections, its notes. */
export function readFictionBook(source: Source): DocumentTree {
  const root = parseXml(decodeXml(source.bytes, source.warnings));
  const bodies =
    root === undefined ? [] : childElements(root).filter((each) => localName(each) === 'body');
  if (root === undefined || bodies.length === 0)
    throw new DocumentError('unreadable', 'The book is damaged: it has no text.');
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
    // Notes that nothing refers to are text all the same.
    const others = bodies
      .filter(isNotes)
      .flatMap((body) =>
        childElements(body).flatMap((each) =>
          this.#used.has(each.attribs['id'] ?? '') ? [] : this.#block(each, 1),
        ),
      );
    const rest = others.filter((block) => block.kind !== 'heading');
    return { blocks: rest.length === 0 ? blocks : [...blocks, ...others], notes };
  }

  #about(): Block[] {
    const [info] = descendants(this.root, 'title-info');
    if (info === undefined) return [];
    const authors = childElements(info)
      .filter((each) => localName(each) === 'author')
      .map((author) => childElements(author).map(xmlText).filter(Boolean).join(' '));
    const fields = [
      ['Title', xmlText(child(info, 'book-title'))],
      ['Author', authors.join(', ')],
      ['Date', xmlText(child(info, 'date'))],
      ['Language', xmlText(child(info, 'lang'))],
    ].filter(([, value]) => value !== '');
    const content = fields.flatMap(([name, value], index): Inline[] => {
      const field = [text(`${name}:`, { bold: true }), text(` ${value}`)];
      return index === 0 ? field : [{ kind: 'break' }, ...field];
    });
    const annotation = child(info, 'annotation');
    return [
      ...(content.length === 0 ? [] : [paragraph(...content)]),
      ...(annotation === undefined ? [] : this.#blocks(annotation, 1)),
    ];
  }

  #noteBlocks(section: Element): Block[] {
    return childElements(section)
      .filter((each) => localName(each) !== 'title')
      .flatMap((each) => this.#block(each, 6));
  }

  #blocks(parent: Element, level: number): Block[] {
    return childElements(parent).flatMap((each) => this.#block(each, level));
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
    const lines = childElements(element).filter((each) => localName(each) === 'p');
    const content = lines.flatMap((line, index): Inline[] =>
      index === 0 ? this.#inlines(line) : [{ kind: 'break' }, ...this.#inlines(line)],
    );
    return plainText(content).trim() === ''
      ? []
      : [{ kind: 'heading', level: Math.min(6, level), content }];
  }

  #stanza(element: Element): Block[] {
    const lines = childElements(element).flatMap((line, index): Inline[] =>
      index === 0 ? this.#inlines(line) : [{ kind: 'break' }, ...this.#inlines(line)],
    );
    return this.#paragraph(lines);
  }

  #table(element: Element, level: number): Block[] {
    const rows = descendants(element, 'tr').map((row) =>
      childElements(row).map((cell): Cell => {
        const own = this.#inlines(cell);
        const blocks = childElements(cell).some((each) => localName(each) === 'p')
          ? this.#blocks(cell, level)
          : this.#paragraph(own);
        return { blocks };
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
    const target = hrefOf(node);
    const id = target.replace(/^#/, '');
    if (target.startsWith('#') && this.#notes.has(id)) {
      this.#used.add(id);
      return [{ kind: 'note', id }];
    }
    const url = target.startsWith('#') ? undefined : safeUrl(target);
    const content = this.#inlines(node, style);
    return url === undefined ? content : [{ kind: 'link', url, content }];
  }

  #picture(element: Element): Inline[] {
    const id = hrefOf(element).replace(/^#/, '');
    if (!this.#pictures.has(id)) {
      const binary = this.#binaries.get(id);
      const type = binary?.attribs['content-type'] ?? '';
      const bytes = Buffer.from(xmlText(binary), 'base64');
      this.#pictures.set(id, this.source.media.add(id, type, bytes));
    }
    const url = this.#pictures.get(id);
    const alt = element.attribs['alt'] ?? '';
    if (url !== undefined) return [{ kind: 'image', alt, url }];
    return alt === '' ? [] : [text(alt)];
  }
}

function isNotes(body: Element): boolean {
  return /^(?:notes|comments)$/i.test(body.attribs['name'] ?? '');
}

/** Returns the target, whatever prefix the document has for links. */
function hrefOf({ attribs }: Element): string {
  const name = Object.keys(attribs).find((each) => each === 'href' || each.endsWith(':href'));
  return name === undefined ? '' : (attribs[name] ?? '');
}
