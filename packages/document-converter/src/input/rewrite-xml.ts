import { Parser } from 'htmlparser2';

/** An element while it is open. */
export interface OpenElement {
  name: string;
  attribs: Record<string, string>;
  /** Where its tag begins, and where its content does. */
  from: number;
  inside: number;
}

export interface XmlHandler {
  /** @param parents the elements around it, the outermost first */
  open?: (element: OpenElement, parents: readonly OpenElement[], edits: Edits) => void;
  /** @param to where the element ends, after its closing tag */
  close?: (element: OpenElement, to: number, parents: readonly OpenElement[], edits: Edits) => void;
  /** Receives text as it is written, with its entities. */
  text?: (
    value: string,
    from: number,
    to: number,
    parents: readonly OpenElement[],
    edits: Edits,
  ) => void;
}

/** Replacements in a text. Each comes after those of what ends before it, and after those of what is within it. */
export class Edits {
  readonly #list: { from: number; to: number; text: string }[] = [];

  constructor(readonly source: string) {}

  /** Replaces a stretch, and what was replaced within it. */
  replace(from: number, to: number, text: string): void {
    while ((this.#list.at(-1)?.from ?? -1) >= from) this.#list.pop();
    this.#list.push({ from, to, text });
  }

  /** Takes out the tags of an element, and keeps what is in it. */
  replaceTags(from: number, inside: number, to: number): void {
    this.#list.push({ from, to: inside, text: '' });
    const closing = this.source.lastIndexOf('<', to - 1);
    if (closing >= inside) this.#list.push({ from: closing, to, text: '' });
  }

  /** Returns the text with everything replaced. */
  result(): string {
    let out = '';
    let at = 0;
    for (const { from, to, text } of this.#list.toSorted((a, b) => a.from - b.from)) {
      out += this.source.slice(at, from) + text;
      at = to;
    }
    return out + this.source.slice(at);
  }
}

/** Rewrites XML in one pass, without a tree: what is not replaced stays as it is written. */
export function rewriteXml(source: string, handler: XmlHandler): string {
  const edits = new Edits(source);
  const open: OpenElement[] = [];
  const parser = new Parser(
    {
      onopentag(name, attribs) {
        const element = { name, attribs, from: parser.startIndex, inside: parser.endIndex + 1 };
        handler.open?.(element, open, edits);
        open.push(element);
      },
      onclosetag() {
        const element = open.pop();
        if (element !== undefined) handler.close?.(element, parser.endIndex + 1, open, edits);
      },
      ontext(value) {
        handler.text?.(value, parser.startIndex, parser.endIndex + 1, open, edits);
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.write(source);
  parser.end();
  return edits.result();
}

export function escapeXml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
