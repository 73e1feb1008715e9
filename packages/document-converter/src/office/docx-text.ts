import { type Losses, placeAfter } from '../input/losses.js';
import { type Edits, escapeXml, type OpenElement, rewriteXml } from '../input/rewrite-xml.js';
import { ommlFormula } from '../math/omml.js';
import { isOn } from './hidden-styles.js';
import { mark, MARKS } from './marks.js';
import { symbolSign } from './symbols.js';

/** Elements that contain paragraphs: a formula right in one of them needs a paragraph of its own. */
const BODIES = new Set(['w:body', 'w:tc', 'w:txbxContent', 'w:footnote', 'w:endnote', 'w:comment']);
const BEFORE = 80;
/** A paragraph that is the first letter of the next one. */
const INITIAL =
  /^<w:p(?:\s[^<>]*)?>\s*<w:pPr>(?:(?!<\/w:pPr>)[^])*<w:framePr\s[^<>]*w:dropCap="(?:drop|margin)"/;
/** Elements and attributes that are rewritten or reported. */
const REWRITTEN =
  /<(?:w:(?:vanish|noBreakHyphen|sym|delText|altChunk|ruby)|m:oMath)[\s/>]|\s(?:w:dropCap|w:anchor)\s*=|<w:instrText[^<>]*>\s*EQ\s/;
const DELETED_TEXT = /<w:delText(?:\s[^<>]*)?>[^<]*[^<\s]/;

export interface WordContext {
  /** Ids of styles of which the text is hidden. */
  hidden: ReadonlySet<string>;
  losses: Losses;
  /** Receives links with a fragment: a new id for each pair of a relationship's id and a fragment. */
  fragments: Map<string, { id: string; fragment: string }>;
}

/** A run or a paragraph that is open, as far as its properties were read. */
interface Shown {
  hidden?: boolean;
  style?: string;
}

/**
 * Writes what the engine does not read of a Word document as text that it does: formulas, signs of fonts, hyphens that do not
 * break, fragments of links. Takes out hidden text.
 */
export function readableWord(xml: string, context: WordContext): string {
  // Most documents have nothing of it, and to read them twice takes as long as the engine does.
  if (context.hidden.size === 0 && !REWRITTEN.test(xml)) return xml;
  return rewriteXml(xml, new WordRewriter(context));
}

class WordRewriter {
  readonly #runs = new Map<OpenElement, Shown>();
  readonly #paragraphs = new Map<OpenElement, Shown>();
  /** The text of the paragraph so far. */
  #before = '';
  /** The letter that a paragraph begins with, if that stands in a frame of its own before it. */
  #initial = '';
  /** Set within a formula: what is in it is read as a whole. */
  #formula: OpenElement | undefined;

  constructor(private readonly context: WordContext) {}

  open(element: OpenElement, parents: readonly OpenElement[], edits: Edits): void {
    if (this.#formula !== undefined) return;
    const { name, attribs } = element;
    if (this.#initial !== '' && parents.at(-1)?.name === 'w:p' && name !== 'w:pPr')
      this.#writeInitial(element.from, edits);
    if (name === 'm:oMath') this.#formula = element;
    else if (name === 'w:r') this.#runs.set(element, {});
    else if (name === 'w:p') {
      this.#paragraphs.set(element, {});
      this.#before = '';
    } else if (name === 'w:vanish' || name === 'w:rStyle' || name === 'w:pStyle')
      this.#property(element, parents);
    else if (name === 'w:altChunk') this.#report('Embedded documents were left out');
    else if (name === 'w:hyperlink') this.#link(attribs, element, edits);
  }

  close(element: OpenElement, to: number, parents: readonly OpenElement[], edits: Edits): void {
    const { name, from, inside } = element;
    if (this.#formula !== undefined && element !== this.#formula) return;
    if (name === 'm:oMath') this.#writeFormula(element, to, parents, edits);
    else if (name === 'm:oMathPara') edits.replaceTags(from, inside, to);
    else if (name === 'm:oMathParaPr') edits.replace(from, to, '');
    else if (name === 'w:noBreakHyphen' && parents.at(-1)?.name === 'w:r')
      this.#write('-', from, to, edits);
    else if (name === 'w:sym') this.#symbol(element, to, edits);
    else if (name === 'w:r') this.#endRun(element, to, parents, edits);
    else if (name === 'w:ruby') this.#ruby(element, to, edits);
    else if (name === 'w:p') this.#endParagraph(element, to, edits);
    else if (name === 'w:del' && DELETED_TEXT.test(edits.source.slice(from, to)))
      this.#report('Text that a reviewer has deleted was left out');
  }

  text(value: string, _from: number, _to: number, parents: readonly OpenElement[]): void {
    const { name } = parents.at(-1) ?? {};
    if (name === 'w:t') this.#before = (this.#before + value).slice(-BEFORE * 4);
    if (name === 'w:instrText' && /^\s*EQ\s/.test(value))
      this.#report('Formulas in fields were left out');
  }

  #property({ name, attribs }: OpenElement, parents: readonly OpenElement[]): void {
    const owner = parents.at(-2);
    if (owner === undefined) return;
    const value = attribs['w:val'];
    const inParagraph = name === 'w:pStyle';
    const shown = (inParagraph ? this.#paragraphs : this.#runs).get(owner);
    if (shown === undefined || parents.at(-1)?.name !== (inParagraph ? 'w:pPr' : 'w:rPr')) return;
    if (name === 'w:vanish') shown.hidden = isOn(value);
    else if (value !== undefined) shown.style = value;
  }

  #endRun(element: OpenElement, to: number, parents: readonly OpenElement[], edits: Edits): void {
    const run = this.#runs.get(element) ?? {};
    this.#runs.delete(element);
    const paragraph = parents.findLast(({ name }) => name === 'w:p');
    const style = paragraph && this.#paragraphs.get(paragraph)?.style;
    const { hidden } = this.context;
    const byStyle =
      (run.style !== undefined && hidden.has(run.style)) ||
      (style !== undefined && hidden.has(style));
    if (!(run.hidden ?? byStyle)) return;
    const source = edits.source.slice(element.from, to);
    // A field's own characters stay: without one of them the rest of it would be read otherwise.
    if (source.includes('<w:fldChar') || source.includes('<w:instrText')) return;
    edits.replace(element.from, to, '');
    const text = textOf(source);
    if (this.#before.endsWith(text))
      this.#before = this.#before.slice(0, -text.length || undefined);
    if (text.trim() !== '' && !inFallback(parents)) this.#report('Hidden text was left out');
  }

  #endParagraph(element: OpenElement, to: number, edits: Edits): void {
    this.#paragraphs.delete(element);
    const source = edits.source.slice(element.from, to);
    if (!INITIAL.test(source)) return;
    edits.replace(element.from, to, '');
    this.#initial += textOf(source);
  }

  #writeInitial(at: number, edits: Edits): void {
    edits.replace(at, at, `<w:r><w:t xml:space="preserve">${this.#initial}</w:t></w:r>`);
    this.#initial = '';
  }

  /** Writes text with its reading above it, as that of Japanese, as one after the other. */
  #ruby({ from }: OpenElement, to: number, edits: Edits): void {
    const [reading = '', base = ''] = edits.source.slice(from, to).split('<w:rubyBase>', 2);
    const above = textOf(reading);
    edits.replace(
      from,
      to,
      `<w:t xml:space="preserve">${textOf(base)}${above === '' ? '' : ` (${above})`}</w:t>`,
    );
  }

  #symbol({ attribs, from }: OpenElement, to: number, edits: Edits): void {
    const font = attribs['w:font'] ?? '';
    const code = attribs['w:char'] ?? '';
    const sign = symbolSign(font, code);
    if (sign !== undefined) this.#write(sign, from, to, edits);
    else
      this.#report(
        `A sign that Unicode does not have was left out (${font.slice(0, 40)} ${code.slice(0, 8)})`,
      );
  }

  #link(attribs: Record<string, string>, { from, inside }: OpenElement, edits: Edits): void {
    const id = attribs['r:id'];
    const fragment = attribs['w:anchor'];
    if (id === undefined || fragment === undefined || fragment === '') return;
    const { fragments } = this.context;
    const key = `${id}-${fragments.size + 1}-fragment`;
    fragments.set(key, { id, fragment });
    const tag = edits.source
      .slice(from, inside)
      .replace(/(\sr:id\s*=\s*)(?:"[^"]*"|'[^']*')/, `$1"${escapeXml(key)}"`)
      .replace(/\sw:anchor\s*=\s*(?:"[^"]*"|'[^']*')/, '');
    edits.replace(from, inside, tag);
  }

  #writeFormula(
    element: OpenElement,
    to: number,
    parents: readonly OpenElement[],
    edits: Edits,
  ): void {
    this.#formula = undefined;
    const formula = ommlFormula(edits.source.slice(element.from, to));
    const value =
      formula === undefined ? '' : 'tex' in formula ? mark('math', formula.tex) : formula.text;
    if (formula !== undefined && 'text' in formula)
      this.#report('A formula has no form in TeX; its signs were kept');
    // Spaces separate the formula from its neighbours.
    const run =
      value === '' ? '' : `<w:r><w:t xml:space="preserve"> ${escapeXml(value)} </w:t></w:r>`;
    const around = parents.findLast(({ name }) => name === 'w:p' || BODIES.has(name));
    const inParagraph = around === undefined || around.name === 'w:p';
    edits.replace(element.from, to, inParagraph || run === '' ? run : `<w:p>${run}</w:p>`);
    this.#before += ` ${value} `;
  }

  #write(sign: string, from: number, to: number, edits: Edits): void {
    this.#before += sign;
    edits.replace(from, to, `<w:t xml:space="preserve">${escapeXml(sign)}</w:t>`);
  }

  #report(what: string): void {
    const before = this.#before;
    this.context.losses.add(what, () => placeAfter(before.replaceAll(MARKS, '')));
  }
}

/** Returns the text of runs as it is written, with its entities. */
function textOf(source: string): string {
  return [...source.matchAll(/<w:t(?:\s[^<>]*)?>([^<]*)<\/w:t>/g)].map(([, text]) => text).join('');
}

/** Returns whether it is in what older programs show of it, which repeats what is before it. */
function inFallback(parents: readonly OpenElement[]): boolean {
  return parents.some(({ name }) => name === 'mc:Fallback');
}
