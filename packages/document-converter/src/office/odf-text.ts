import { type Losses, placeAfter, quoted } from '../input/losses.js';
import { type Edits, escapeXml, type OpenElement } from '../input/rewrite-xml.js';
import { mathmlFormula } from '../math/mathml.js';
import { mark } from './marks.js';
import { type OdfStyle } from './odf-styles.js';

export interface OdfContext {
  styles: ReadonlyMap<string, OdfStyle>;
  losses: Losses;
  /** Returns the content of an object in the document. */
  object: (path: string) => string | undefined;
}

const STYLED = new Set(['text:span', 'text:p', 'text:h']);
const BEFORE = 320;

/** Takes hidden text out of an OpenDocument file; marks its raised text, its formulas and its remarks. */
export class OdfRewriter {
  /** Remarks of reviewers, in order, as XML. */
  readonly remarks: string[] = [];
  readonly #formulas = new Map<OpenElement, string>();
  /** Frames with a table, whose picture shows the same again. */
  readonly #tables = new Set<OpenElement>();
  /** Ids of deletions that have text. */
  readonly #deletions = new Set<string>();
  #before = '';

  constructor(private readonly context: OdfContext) {}

  open(element: OpenElement, parents: readonly OpenElement[]): void {
    const { name, attribs } = element;
    if (name === 'text:p' || name === 'text:h') this.#before = '';
    const frame = parents.at(-1);
    if (name === 'table:table' && frame?.name === 'draw:frame') this.#tables.add(frame);
    if (name === 'draw:object') this.#readObject(attribs['xlink:href'], frame);
  }

  text(
    value: string,
    from: number,
    to: number,
    parents: readonly OpenElement[],
    edits: Edits,
  ): void {
    const inText = parents.some(({ name }) => name === 'text:p' || name === 'text:h');
    if (!inText || parents.some((each) => each.name === 'office:annotation')) return;
    this.#before = (this.#before + value).slice(-BEFORE);
    const span = parents.findLast((each) => this.#styleOf(each)?.position !== undefined);
    const position = span === undefined ? undefined : this.#styleOf(span)?.position;
    if (position !== undefined && value.trim() !== '')
      edits.replace(from, to, mark(position, value));
  }

  close(element: OpenElement, to: number, parents: readonly OpenElement[], edits: Edits): void {
    const { name, from, attribs, inside } = element;
    if (name === 'math:math' || name === 'math') this.#inlineFormula(element, to, parents, edits);
    else if (name === 'draw:frame') this.#endFrame(element, to, parents, edits);
    else if (name === 'draw:image' && this.#tables.has(parents.at(-1) ?? element))
      edits.replace(from, to, '');
    else if (name === 'text:deletion') this.#noteDeletion(element, to, parents, edits);
    else if (name === 'text:change' && this.#deletions.has(attribs['text:change-id'] ?? ''))
      this.context.losses.add('Text that a reviewer has deleted was left out', () =>
        placeAfter(this.#before),
      );
    else if (name === 'office:annotation') {
      this.remarks.push(edits.source.slice(from, to));
      const note = mark('note', `remark-${this.remarks.length}`);
      const inText = parents.some((each) => each.name === 'text:p' || each.name === 'text:h');
      edits.replace(from, to, inText ? `<text:span>${note}</text:span>` : '');
    } else if (this.#styleOf(element)?.hidden === true || attribs['text:display'] === 'none') {
      const text = edits.source.slice(inside, to).replaceAll(/<[^<>]*>/g, '');
      edits.replace(from, to, '');
      if (text.trim() === '') return;
      this.#before = this.#before.endsWith(text) ? this.#before.slice(0, -text.length) : '';
      this.context.losses.add('Hidden text was left out', () => placeAfter(this.#before));
    }
  }

  /** The text is at the beginning of the document, and where it was deleted is a reference to it. */
  #noteDeletion(
    { inside }: OpenElement,
    to: number,
    parents: readonly OpenElement[],
    edits: Edits,
  ): void {
    const text = edits.source
      .slice(inside, to)
      .replaceAll(/<office:change-info>.*?<\/office:change-info>|<[^<>]*>/gs, '');
    const { attribs } = parents.at(-1) ?? {};
    const id = attribs?.['text:id'] ?? attribs?.['xml:id'];
    if (text.trim() !== '' && id !== undefined) this.#deletions.add(id);
  }

  #styleOf({ name, attribs }: OpenElement): OdfStyle | undefined {
    return STYLED.has(name) ? this.context.styles.get(attribs['text:style-name'] ?? '') : undefined;
  }

  #readObject(href: string | undefined, frame: OpenElement | undefined): void {
    if (href === undefined || frame?.name !== 'draw:frame') return;
    const path = href.replace(/^\.\//, '').replace(/\/$/, '');
    const content = this.context.object(path);
    const formula = /<(?:\w+:)?math[\s>][^]*<\/(?:\w+:)?math\s*>/.exec(content ?? '')?.[0];
    if (formula !== undefined) this.#formulas.set(frame, formula);
    else this.context.losses.add('Embedded documents were left out', () => quoted(path));
  }

  #inlineFormula(
    element: OpenElement,
    to: number,
    parents: readonly OpenElement[],
    edits: Edits,
  ): void {
    const frame = parents.findLast(({ name }) => name === 'draw:frame');
    const source = edits.source.slice(element.from, to);
    if (frame !== undefined) this.#formulas.set(frame, source);
    else edits.replace(element.from, to, `<text:span>${this.#formulaText(source)}</text:span>`);
  }

  #endFrame(frame: OpenElement, to: number, parents: readonly OpenElement[], edits: Edits): void {
    const source = this.#formulas.get(frame);
    if (source === undefined) return;
    const value = this.#formulaText(source);
    const inText = parents.some(({ name }) => name === 'text:p' || name === 'text:h');
    const tag = edits.source.slice(frame.from, frame.inside);
    edits.replace(
      frame.from,
      to,
      inText
        ? `<text:span>${value}</text:span>`
        : `${tag}<draw:text-box><text:p>${value}</text:p></draw:text-box></draw:frame>`,
    );
  }

  /** Returns a formula as escaped text. Spaces separate it from its neighbours. */
  #formulaText(source: string): string {
    const formula = mathmlFormula(source);
    if ('text' in formula)
      this.context.losses.add('A formula has no form in TeX; its signs were kept', () =>
        placeAfter(this.#before),
      );
    return ` ${escapeXml('tex' in formula ? mark('math', formula.tex) : formula.text)} `;
  }
}
