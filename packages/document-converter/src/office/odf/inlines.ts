// The content of an OpenDocument paragraph.
import { placeAfter } from '../../input/losses.js';
import { safeUrl } from '../../input/urls.js';
import { type XmlNode, serialiseXml } from '../../input/xml-nodes.js';
import { type Formula, mathmlFormula } from '../../math/mathml.js';
import { type Block, type Inline, paragraph, plainText, type Style, text } from '../../tree.js';
import { type OdfDocument } from './context.js';
import { readGraphic, SHAPES } from './graphics.js';
import { odfTexts } from './visible.js';
import { type OdfLook, toStyle } from './styles.js';

const MAX_SPACES = 1000;
/** Invisible elements. */
const SILENT =
  /^(?:soft-page-break|bookmark(?:-start|-end)?|reference-mark(?:-start|-end)?|alphabetical-index-mark(?:-start|-end)?|toc-mark(?:-start|-end)?|user-index-mark(?:-start|-end)?|annotation-end|change-start|change-end|event-listeners|script|label)$/;
/** Fields whose text may be hidden. */
const VARIABLE = /^(?:variable-set|user-field-get|variable-get|user-field-input|variable-input)$/;

export class OdfInlines {
  inlines: Inline[] = [];
  /** Text boxes and other blocks that follow the paragraph. */
  readonly beside: Block[] = [];
  readonly #outer: Inline[][] = [];

  constructor(private readonly document: OdfDocument) {}

  addAll(parent: XmlNode, look: OdfLook): void {
    for (const node of parent.children)
      if (typeof node !== 'string') this.#add(node, look);
      else if (node !== '')
        this.inlines.push(text(node.replaceAll(/\s+/g, ' '), this.#style(look)));
  }

  #style(look: OdfLook): Style {
    return toStyle(look);
  }

  #add(node: XmlNode, look: OdfLook): void {
    const { document } = this;
    switch (node.name) {
      case 'span':
        return this.#span(node, look);
      case 's': {
        const count = Number(node.attribute('c') ?? 1) || 1;
        return void this.inlines.push(
          text(' '.repeat(Math.min(MAX_SPACES, Math.max(1, count))), this.#style(look)),
        );
      }
      case 'tab':
        return void this.inlines.push(text('\t', this.#style(look)));
      case 'line-break':
        return void this.inlines.push({ kind: 'break' });
      case 'a':
        return this.#link(node, look);
      case 'note':
        return this.#note(node);
      case 'annotation':
        return void this.inlines.push({ kind: 'note', id: addRemark(node, document) });
      case 'ruby':
        return this.#ruby(node, look);
      case 'number':
        // Stored number of a heading or an item.
        return void this.inlines.push(text(`${node.text.trim()} `, this.#style(look)));
      case 'change':
        if (document.deletions.has(node.attribute('change-id') ?? ''))
          this.#report('Text that a reviewer has deleted was left out');
        return;
      case 'hidden-text':
        return this.#hideable(node, look, node.attribute('is-hidden') === 'true');
      case 'hidden-paragraph':
        return;
      case 'drop-down':
        return this.#choice(node, look);
      case 'math':
        return this.#formula(mathmlFormula(serialiseXml(node)));
      default:
        if (SILENT.test(node.name)) return;
        if (VARIABLE.test(node.name))
          return this.#hideable(node, look, node.attribute('text:display') === 'none');
        // A measure may also be a field.
        if (SHAPES.has(node.name) && !isField(node)) return this.#graphic(node);
        this.addAll(node, look);
    }
  }

  #span(node: XmlNode, look: OdfLook): void {
    const style = this.document.styles.of('text', node.attribute('style-name'));
    const own = { ...look, ...style.look };
    this.#hideable(node, own, own.hidden === true);
  }

  /** Reads visible text and reports hidden text. */
  #hideable(node: XmlNode, look: OdfLook, isHidden: boolean): void {
    if (!isHidden) return this.addAll(node, look);
    const texts = odfTexts(node);
    const said = (texts.join('') || (node.attribute('string-value') ?? '')).trim();
    if (said !== '') this.#report('Hidden text was left out', texts);
  }

  /** Reads a drop-down list: the chosen entry is its text, or is marked among the entries. */
  #choice(node: XmlNode, look: OdfLook): void {
    const before = this.inlines.length;
    this.addAll(node, look);
    if (plainText(this.inlines.slice(before)).trim() !== '') return;
    const chosen = node.elements.find((each) => each.attribute('current-selected') === 'true');
    const value = chosen?.attribute('value');
    if (value === undefined) return;
    this.document.losses.words.own(value);
    this.inlines.push(text(value, this.#style(look)));
  }

  #link(node: XmlNode, look: OdfLook): void {
    const url = safeUrl(node.attribute('href') ?? '');
    if (url === undefined || url.startsWith('#')) return this.addAll(node, look);
    this.#outer.push(this.inlines);
    this.inlines = [];
    this.addAll(node, look);
    const content = this.inlines;
    this.inlines = this.#outer.pop() ?? [];
    if (content.length > 0) this.inlines.push({ kind: 'link', url, content });
  }

  #note(node: XmlNode): void {
    const body = node.child('note-body');
    if (body === undefined) return;
    const { notes } = this.document;
    const id = `note-${notes.length + 1}`;
    const note = { id, blocks: [] as Block[] };
    notes.push(note);
    note.blocks = this.document.read(body, this.document);
    this.inlines.push({ kind: 'note', id });
  }

  /** Reads ruby text, such as in Japanese: the base followed by its reading. */
  #ruby(node: XmlNode, look: OdfLook): void {
    const base = node.child('ruby-base');
    if (base !== undefined) this.addAll(base, look);
    const above = node.child('ruby-text')?.text.trim() ?? '';
    if (above !== '') this.inlines.push(text(` (${above})`, this.#style(look)));
  }

  #graphic(node: XmlNode): void {
    const { inlines, blocks, formula } = readGraphic(node, this.document);
    this.inlines.push(...inlines);
    this.beside.push(...blocks);
    if (formula !== undefined) this.#formula(formula);
  }

  /** Adds a formula, with spaces that separate it from its neighbours. */
  #formula(formula: Formula): void {
    this.inlines.push(...formulaInlines(formula, this.document, () => this.#before));
  }

  get #before(): string {
    return plainText([...this.#outer.flat(), ...this.inlines]);
  }

  #report(what: string, lost: readonly string[] = []): void {
    this.document.losses.add(what, () => placeAfter(this.#before), lost);
  }
}

function isField(node: XmlNode): boolean {
  return node.name === 'measure' && node.elements.length === 0;
}

export function formulaInlines(
  formula: Formula,
  { losses }: OdfDocument,
  before: () => string,
): Inline[] {
  if ('text' in formula) {
    losses.words.own(formula.text);
    losses.add('A formula has no form in TeX; its signs were kept', () => placeAfter(before()));
  }
  const content: Inline =
    'tex' in formula ? { kind: 'math', tex: formula.tex } : text(formula.text);
  return [text(' '), content, text(' ')];
}

/** Adds a reviewer's comment as a note and returns its id. */
function addRemark(node: XmlNode, document: OdfDocument): string {
  const id = `remark-${document.remarks.length + 1}`;
  const note = { id, blocks: [] as Block[] };
  document.remarks.push(note);
  note.blocks = remarkBlocks(node, document);
  return id;
}

/** Returns the content of a comment, preceded by its author. */
export function remarkBlocks(node: XmlNode, document: OdfDocument): Block[] {
  const author = node.child('creator')?.text.trim() ?? '';
  const label = author === '' ? 'Comment:' : `Comment by ${author}:`;
  document.losses.words.own(label);
  const by = text(label, { bold: true });
  const blocks = document.read(node, document);
  const [first, ...rest] = blocks;
  return first?.kind === 'paragraph'
    ? [paragraph(by, ' ', ...first.content), ...rest]
    : [paragraph(by), ...blocks];
}
