// Fallback parser for OpenDocument texts and presentations: reads what is left of their XML.
import { type AnyNode, Element, Text } from 'domhandler';
import { DocumentError } from '../../converted.js';
import { type Source } from '../../formats/port.js';
import { safeUrl } from '../../input/urls.js';
import { childElements, descendants, localName, parseXml } from '../../input/xml.js';
import { ZipArchive } from '../../input/zip.js';
import {
  type Block,
  type Cell,
  type DocumentTree,
  type Inline,
  isEmpty,
  type Note,
  place,
  text,
} from '../../tree.js';

/** Elements that are no text of the document: deletions, remarks, appearance and forms. */
const SKIPPED = new Set([
  'tracked-changes',
  'annotation',
  'forms',
  'sequence-decls',
  'settings',
  'notes',
]);
const MAX_COLUMNS = 256;
const MAX_SPACES = 1000;

export function parseOpenDocument(source: Source): DocumentTree {
  const zip = new ZipArchive(source.bytes);
  const root = parseXml(zip.read('content.xml')?.toString('utf8') ?? '');
  const [body] = root === undefined ? [] : descendants(root, 'body');
  if (body === undefined)
    throw new DocumentError('unreadable', 'The document is damaged: a part of it is missing.');
  const reader = new Reader(source, zip);
  const blocks = reader.blocks(body);
  source.warnings.push('The document is damaged: what could be read of it was kept.');
  return { blocks, notes: reader.notes };
}

class Reader {
  readonly notes: Note[] = [];
  #slides = 0;

  constructor(
    private readonly source: Source,
    private readonly zip: ZipArchive,
  ) {}

  blocks(parent: Element): Block[] {
    return childElements(parent).flatMap((element) => this.#block(element));
  }

  #block(element: Element): Block[] {
    const name = localName(element);
    if (SKIPPED.has(name)) return [];
    switch (name) {
      case 'page':
        return [place('slide', (this.#slides += 1)), ...this.blocks(element)];
      case 'h': {
        const level = Math.min(6, Number(element.attribs['text:outline-level']) || 1);
        return [{ kind: 'heading', level, content: this.#inlines(element) }];
      }
      case 'p':
        return [{ kind: 'paragraph', content: this.#inlines(element) }];
      case 'list': {
        const items = childElements(element)
          .map((item) => ({ blocks: this.blocks(item) }))
          .filter((item) => !isEmpty(item.blocks));
        return items.length === 0 ? [] : [{ kind: 'list', ordered: false, start: 1, items }];
      }
      case 'table':
        return this.#table(element);
      case 'image': {
        const url = this.#picture(element);
        return url === undefined ? [] : [{ kind: 'paragraph', content: [url] }];
      }
      case 'frame':
        return this.#frame(element);
      default:
        return this.blocks(element);
    }
  }

  /** The title of a slide is its heading. */
  #frame(element: Element): Block[] {
    const blocks = this.blocks(element);
    if (element.attribs['presentation:class'] !== 'title') return blocks;
    return blocks.map((block) =>
      block.kind === 'paragraph' ? { kind: 'heading', level: 2, content: block.content } : block,
    );
  }

  #table(element: Element): Block[] {
    const rows = descendants(element, 'table-row').map((row) =>
      childElements(row).flatMap((cell): Cell[] => {
        const blocks = localName(cell) === 'covered-table-cell' ? [] : this.blocks(cell);
        const times = isEmpty(blocks)
          ? Number(cell.attribs['table:number-columns-repeated']) || 1
          : 1;
        return Array.from({ length: Math.min(times, MAX_COLUMNS) }, () => ({ blocks }));
      }),
    );
    const kept = rows.filter((row) => row.some(({ blocks }) => !isEmpty(blocks)));
    const width = Math.max(
      0,
      ...kept.map((row) => row.findLastIndex(({ blocks }) => !isEmpty(blocks)) + 1),
    );
    if (width === 0) return [];
    return [
      {
        kind: 'table',
        rows: kept.map((row) =>
          Array.from({ length: width }, (_, at) => row[at] ?? { blocks: [] }),
        ),
      },
    ];
  }

  #inlines(parent: Element): Inline[] {
    return parent.children.flatMap((node: AnyNode) => this.#inline(node));
  }

  #inline(node: AnyNode): Inline[] {
    if (node instanceof Text) return [text(node.data.replaceAll(/\s+/g, ' '))];
    if (!(node instanceof Element)) return [];
    switch (localName(node)) {
      case 's':
        return [text(' '.repeat(Math.min(MAX_SPACES, Number(node.attribs['text:c']) || 1)))];
      case 'tab':
        return [text(' ')];
      case 'line-break':
        return [{ kind: 'break' }];
      case 'a': {
        const url = safeUrl(node.attribs['xlink:href'] ?? '');
        const content = this.#inlines(node);
        return url === undefined || url.startsWith('#')
          ? content
          : [{ kind: 'link', url, content }];
      }
      case 'note':
        return this.#note(node);
      case 'image':
        return [this.#picture(node) ?? text('')];
      default:
        return SKIPPED.has(localName(node)) ? [] : this.#inlines(node);
    }
  }

  #note(node: Element): Inline[] {
    const [body] = descendants(node, 'note-body');
    if (body === undefined) return [];
    const id = `note-${this.notes.length + 1}`;
    this.notes.push({ id, blocks: this.blocks(body) });
    return [{ kind: 'note', id }];
  }

  #picture(node: Element): Inline | undefined {
    const path = node.attribs['xlink:href'] ?? '';
    const bytes = path.startsWith('Pictures/') ? this.zip.read(path) : undefined;
    const url = bytes === undefined ? undefined : this.source.media.add(path, '', bytes);
    return url === undefined ? undefined : { kind: 'image', alt: '', url };
  }
}
