// Adapter of the engine for documents of Word and PowerPoint 97 to 2003.
import type {
  Block as EngineBlock,
  Document,
  Format,
  Inline as EngineInline,
  Style as EngineStyle,
  Table,
} from '@firecrawl/anydoc';
import { DocumentError } from '../converted.js';
import { engineFor } from '../engines.js';
import { type MediaStore } from '../input/media.js';
import { safeUrl } from '../input/urls.js';
import { numeral } from './numerals.js';
import { type Block, type Cell, type DocumentTree, type Inline, type Style } from '../tree.js';

/** The engine's reasons for failing, worded for the user who uploads the document. */
const REASONS: Record<string, string> = {
  encrypted: 'The document is protected by a password.',
  resourceLimit: 'The document is too large or too deeply nested to be converted.',
  missingPart: 'The document is damaged: a part of it is missing.',
  malformed: 'The document is damaged: its content cannot be read.',
  unsupported: 'The document is of a kind that is not converted.',
};

/** @throws DocumentError if the engine finds nothing readable or is not installed */
export async function readWithEngine(
  bytes: Buffer,
  format: string,
  media: MediaStore,
): Promise<DocumentTree> {
  const { toDocument } = engineFor('anydoc', format);
  let document: Document;
  try {
    // The package types formats as an enum that does not exist at run time.
    document = await toDocument(bytes, format as Format);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new DocumentError('unreadable', REASONS[code] ?? 'The document cannot be read.');
  }
  const reader = new TreeReader(document, media);
  return {
    blocks: reader.blocks(document.blocks),
    notes: document.notes.map(({ id, blocks }) => ({ id, blocks: reader.blocks(blocks) })),
  };
}

class TreeReader {
  readonly #urls = new Map<number, string | undefined>();

  constructor(
    private readonly document: Document,
    private readonly media: MediaStore,
  ) {}

  blocks(blocks: EngineBlock[]): Block[] {
    return blocks.flatMap((block) => this.#block(block));
  }

  #block(block: EngineBlock): Block[] {
    switch (String(block.kind)) {
      case 'heading':
        return [
          { kind: 'heading', level: block.level ?? 1, content: this.#inlines(block.content) },
        ];
      case 'paragraph':
        return [{ kind: 'paragraph', content: this.#inlines(block.content) }];
      case 'list':
        return this.#list(block);
      case 'table':
        return block.table === undefined ? [] : this.#table(block.table);
      case 'blockQuote':
        return [{ kind: 'quote', blocks: this.blocks(block.blocks ?? []) }];
      case 'codeBlock':
        return [{ kind: 'code', language: block.lang ?? '', text: block.text ?? '' }];
      case 'rule':
        return [{ kind: 'rule' }];
      default:
        return [];
    }
  }

  #list({ list }: EngineBlock): Block[] {
    if (list === undefined) return [];
    const marker = String(list.marker);
    const items = list.items.map((item, index) => {
      const label = findItemLabel(item.markerLabel) ?? letterLabel(marker, list.start + index);
      return {
        blocks: this.blocks(item.blocks),
        ...(item.checked !== undefined && { checked: item.checked }),
        ...(label !== undefined && { label }),
      };
    });
    const ordered = marker === 'decimal' && items.every(({ label }) => label === undefined);
    return [{ kind: 'list', ordered, start: list.start, items }];
  }

  #table(table: Table): Block[] {
    const rows = table.grid.map((row) =>
      row.map((slot): Cell => ({ blocks: this.blocks(slot.cell?.blocks ?? []) })),
    );
    // Frames and single-cell tables are only used for layout.
    const single = rows.length === 1 && rows[0]?.length === 1;
    if (String(table.kind) === 'layout' || single)
      return rows.flatMap((row) => row.flatMap(({ blocks }) => blocks));
    return [{ kind: 'table', rows }];
  }

  #inlines(inlines: EngineInline[] = []): Inline[] {
    return inlines.flatMap((inline) => this.#inline(inline));
  }

  #inline(inline: EngineInline): Inline[] {
    switch (String(inline.kind)) {
      case 'text':
        return [{ kind: 'text', text: inline.text ?? '', style: toStyle(inline.style) }];
      case 'link': {
        const content = this.#inlines(inline.content);
        const external = String(inline.target?.kind) !== 'anchor';
        const url = external ? safeUrl(inline.target?.value ?? '') : undefined;
        return url === undefined ? content : [{ kind: 'link', url, content }];
      }
      case 'image':
        return this.#image(inline);
      case 'noteRef':
        return inline.noteId === undefined ? [] : [{ kind: 'note', id: inline.noteId }];
      case 'lineBreak':
        return [{ kind: 'break' }];
      default:
        return [];
    }
  }

  #image({ alt = '', source }: EngineInline): Inline[] {
    const id = source?.assetId;
    const url = id === undefined ? safeUrl(source?.url ?? '') : this.#asset(id);
    if (url !== undefined) return [{ kind: 'image', alt, url }];
    return alt === '' ? [] : [{ kind: 'text', text: alt, style: {} }];
  }

  /** Returns the link to a picture, which is stored once even if it is shown repeatedly. */
  #asset(id: number): string | undefined {
    if (!this.#urls.has(id)) {
      const asset = this.document.assets.find((each) => each.id === id);
      const url =
        asset === undefined
          ? undefined
          : this.media.add(asset.originPart, asset.mediaType, asset.data);
      this.#urls.set(id, url);
    }
    return this.#urls.get(id);
  }
}

/** Returns the label of a list item; undefined for a bullet, which Markdown writes itself. */
function findItemLabel(label: string | undefined): string | undefined {
  return label === undefined || !/[\p{L}\p{N}]/u.test(label) ? undefined : label;
}

function toStyle(style: EngineStyle | undefined): Style {
  if (style === undefined) return {};
  const { bold, italic, strike, code } = style;
  return { bold, italic, strike, code };
}

/** Returns a label for numbering that Markdown lacks, such as `b.` and `iv.`. */
function letterLabel(marker: string, ordinal: number): string | undefined {
  return /^(?:lower|upper)(?:Alpha|Roman)$/.test(marker)
    ? `${numeral(ordinal, marker)}.`
    : undefined;
}
