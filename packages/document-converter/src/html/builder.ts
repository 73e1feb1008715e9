import { type Block, type Inline, isEmpty, type Style } from '../tree.js';

/** A link of the document. Adjacent texts with the same object form one link. */
export interface Link {
  url: string;
  title?: string;
}

/** Collects blocks; content outside of a block becomes a paragraph when the next block begins. */
export class Builder {
  readonly #blocks: Block[] = [];
  #open: { inline: Inline; link: Link | undefined }[] = [];
  #apart = false;

  text(value: string, style: Style, link: Link | undefined): void {
    if (value !== '') this.add({ kind: 'text', text: value, style }, link);
  }

  add(inline: Inline, link: Link | undefined): void {
    // Punctuation that ends a sentence follows the text before it without a space.
    const isApart =
      this.#apart && (inline.kind !== 'text' || !/^[\s.,;:!?)\]}…]/.test(inline.text));
    if (isApart && this.#open.length > 0) {
      const inLink = link === this.#open.at(-1)?.link ? link : undefined;
      this.#open.push({ inline: { kind: 'text', text: ' ', style: {} }, link: inLink });
    }
    this.#apart = false;
    this.#open.push({ inline, link });
  }

  /** Separates the next inline from the word before it. */
  standApart(): void {
    this.#apart = true;
  }

  block(...blocks: Block[]): void {
    this.flush();
    this.#blocks.push(...blocks);
  }

  flush(): void {
    const content = collapse(inLinks(this.#open));
    this.#open = [];
    this.#apart = false;
    const paragraph: Block = { kind: 'paragraph', content };
    if (!isEmpty([paragraph])) this.#blocks.push(paragraph);
  }

  finish(): Block[] {
    this.flush();
    return this.#blocks;
  }
}

function inLinks(open: { inline: Inline; link: Link | undefined }[]): Inline[] {
  const out: Inline[] = [];
  let current: Link | undefined;
  for (const { inline, link } of open) {
    const last = out.at(-1);
    if (link === undefined) out.push(inline);
    else if (link === current && last?.kind === 'link') last.content.push(inline);
    else out.push({ kind: 'link', ...link, content: [inline] });
    current = link;
  }
  return out;
}

/** Collapses white space as HTML does: to one space, and to none at the beginning, at the end or around a break. */
function collapse(inlines: Inline[]): Inline[] {
  let afterSpace = true;
  const visit = (each: Inline): Inline => {
    if (each.kind === 'link') return { ...each, content: each.content.map(visit) };
    if (each.kind !== 'text') {
      afterSpace = each.kind === 'break';
      return each;
    }
    const single = each.text.replaceAll(/[ \t\n\r\f]+/g, ' ');
    const text = afterSpace ? single.replace(/^ /, '') : single;
    if (text !== '') afterSpace = text.endsWith(' ');
    return { ...each, text };
  };
  return inlines.map(visit);
}
