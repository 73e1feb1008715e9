// The content of a Word paragraph.
import { placeAfter, quoted } from '../../input/losses.js';
import { safeUrl } from '../../input/urls.js';
import { type XmlNode } from '../../input/xml-nodes.js';
import { type WordCount } from '../../count/word-count.js';
import { type Block, type Inline, isEmpty, plainText, type Style, text } from '../../tree.js';
import { addFormulas } from '../drawing/formulas.js';
import { drawsFormula, linkOfField, promptOfField, signOfField, wantsResult } from '../fields.js';
import { relationId } from '../parts.js';
import { symbolSign } from '../symbols.js';
import { officeTexts } from '../visible.js';
import { countMoved, type WordStory } from './context.js';
import { type Field, formValue } from './fields.js';
import { firstThatShows, type Graphic, readDrawing, readVml } from './graphics.js';
import { readLook, merged, type RunLook } from './styles.js';

/** Elements that only describe their surroundings. */
const SILENT =
  /^(?:pPr|rPr|sdtPr|sdtEndPr|tblPr|trPr|tcPr|ffData|customXmlPr|smartTagPr|proofErr|bookmarkStart|bookmarkEnd|permStart|permEnd)$/;
/** Characters of symbol fonts. */
const FONT_SIGNS = /[\uf020-\uf0ff]/g;

export class InlineReader {
  inlines: Inline[] = [];
  /** Text boxes and other blocks that follow the paragraph. */
  beside: Block[] = [];
  /** Inlines before the link that is being read. */
  readonly #outer: Inline[][] = [];

  /** @param look look of the paragraph's style */
  constructor(
    private readonly story: WordStory,
    private readonly look: RunLook,
  ) {
    if (story.initial === '') return;
    this.inlines.push(text(story.initial));
    story.initial = '';
  }

  /** Reads the nodes of a paragraph or an equivalent element. */
  read(nodes: readonly XmlNode[]): void {
    for (const node of nodes) this.add(node);
    const { fields } = this.story;
    this.inlines = fields.shown(this.inlines);
    this.beside = fields.shown(this.beside);
    fields.endParagraph();
  }

  addAll(parent: XmlNode): void {
    for (const node of parent.elements) this.add(node);
  }

  add(node: XmlNode): void {
    switch (node.name) {
      case 'r':
        return this.#run(node);
      case 'hyperlink':
        return this.#inLink(this.#target(node), node.attribute('tooltip'), node);
      case 'fldSimple':
        return this.#simpleField(node);
      case 'sdt':
        return this.#control(node);
      case 'del':
        return this.#deleted(node);
      case 'moveFrom':
        countMoved(node, this.story);
        return this.#deletedFields(node);
      case 'subDoc':
        return this.story.document.losses.add('Documents beside this one were left out', () =>
          quoted(this.story.links.get(relationId(node, 'id'))?.target ?? ''),
        );
      case 'oMath':
      case 'oMathPara': {
        const formulas: Inline[] = [...this.inlines];
        addFormulas(node, formulas, this.story.document.losses);
        for (const each of formulas.slice(this.inlines.length)) this.#emit(each);
        return;
      }
      case 'AlternateContent':
        return this.#alternatives(node, (choice, reader) => reader.addAll(choice));
      case 't':
        return this.#emit(text(node.text));
      default:
        if (!SILENT.test(node.name)) this.addAll(node);
    }
  }

  #run(run: XmlNode): void {
    const { document } = this.story;
    const properties = run.child('rPr');
    let look = this.look;
    if (properties !== undefined) {
      const style = document.styles.of(properties.child('rStyle')?.attribute('val'));
      look = merged(readLook(properties), merged(style.look, look));
    }
    if (look.hidden === true) return this.#hiddenRun(run);
    this.#runContent(run, toStyle(look), properties);
  }

  /** Reads the field characters of a hidden run: without them, the rest of the field would be misread. */
  #hiddenRun(run: XmlNode): void {
    for (const node of run.elements)
      if (node.name === 'fldChar') this.#fieldCharacter(node, {}, false);
      else if (node.name === 'instrText') this.story.fields.addInstruction(node.text);
    const said = officeTexts(run);
    if (said.join('').trim() !== '') this.#report('Hidden text was left out', said);
  }

  #runContent(parent: XmlNode, style: Style, properties: XmlNode | undefined): void {
    for (const node of parent.elements)
      switch (node.name) {
        case 't':
          this.#text(node.text, properties, style);
          break;
        case 'tab':
        case 'ptab':
          this.#emit(text('\t', style));
          break;
        case 'br':
        case 'cr':
          this.#emit({ kind: 'break' });
          break;
        case 'noBreakHyphen':
          this.#emit(text('-', style));
          break;
        case 'sym':
          this.#symbol(node, style);
          break;
        case 'fldChar':
          this.#fieldCharacter(node, style, false);
          break;
        case 'instrText':
          this.story.fields.addInstruction(node.text);
          break;
        case 'footnoteReference':
        case 'endnoteReference':
        case 'commentReference':
          this.#note(node);
          break;
        case 'drawing':
          this.#graphic(readDrawing(node, this.story));
          break;
        case 'pict':
        case 'object':
          this.#graphic(readVml(node, this.story));
          break;
        case 'ruby':
          this.#ruby(node, style);
          break;
        case 'delText':
        case 'delInstrText':
        case 'rPr':
          break;
        case 'AlternateContent':
          this.#alternatives(node, (choice, reader) =>
            reader.#runContent(choice, style, properties),
          );
          break;
        case 'r':
          this.#run(node);
          break;
        default:
          if (!SILENT.test(node.name)) this.#runContent(node, style, properties);
      }
  }

  #text(value: string, properties: XmlNode | undefined, style: Style): void {
    const shown = signs(value, properties);
    if (shown !== value) {
      this.#words.know(value);
      this.#words.own(shown);
    }
    this.#emit(text(shown, style));
  }

  get #words(): WordCount {
    return this.story.document.losses.words;
  }

  /** Adds text that the document does not contain. */
  #emitOwn(value: string, style: Style = {}): void {
    this.#words.own(value);
    this.#emit(text(value, style));
  }

  /** Reads the first alternative that shows anything. */
  #alternatives(node: XmlNode, read: (choice: XmlNode, reader: InlineReader) => void): void {
    this.#graphic(
      firstThatShows(node, (choice) => {
        const reader = new InlineReader(this.story, this.look);
        read(choice, reader);
        return { inlines: reader.inlines, blocks: reader.beside };
      }),
    );
  }

  #graphic({ inlines, blocks }: Graphic): void {
    for (const each of inlines) this.#emit(each);
    this.story.fields.putAside(...blocks);
    this.beside.push(...blocks);
  }

  /** Reads ruby text, such as in Japanese: the base followed by its reading. */
  #ruby(node: XmlNode, style: Style): void {
    const above =
      node
        .child('rt')
        ?.descendants('t')
        .map((each) => each.text) ?? [];
    const base = node.child('rubyBase');
    if (base !== undefined) this.addAll(base);
    if (above.length > 0) this.#emit(text(` (${above.join('')})`, style));
  }

  #symbol(node: XmlNode, style: Style): void {
    const font = node.attribute('font') ?? '';
    const code = node.attribute('char') ?? '';
    const sign = symbolSign(font, code);
    if (sign !== undefined) return this.#emitOwn(sign, style);
    this.#report(
      `A sign that Unicode does not have was left out (${font.slice(0, 40)} ${code.slice(0, 8)})`,
    );
  }

  #note(node: XmlNode): void {
    const kind = node.name.slice(0, -'Reference'.length);
    const id = `${kind}-${node.attribute('id') ?? ''}`;
    this.story.document.notes.add(id);
    this.#emit({ kind: 'note', id });
  }

  #target(node: XmlNode): string | undefined {
    const relation = this.story.links.get(relationId(node, 'id'));
    if (relation?.external !== true) return undefined;
    const fragment = node.attribute('anchor') ?? '';
    const isWhole = fragment === '' || relation.target.includes('#');
    const end = isWhole ? '' : `#${encodeURI(fragment.toWellFormed()).replaceAll('"', '%22')}`;
    return safeUrl(relation.target + end);
  }

  #inLink(url: string | undefined, title: string | undefined, parent: XmlNode): void {
    if (url === undefined) return this.addAll(parent);
    this.#outer.push(this.inlines);
    this.inlines = [];
    this.addAll(parent);
    const content = this.inlines;
    this.inlines = this.#outer.pop() ?? [];
    if (content.length > 0)
      this.#emit({ kind: 'link', url, content, ...(title !== undefined && { title }) });
  }

  #simpleField(node: XmlNode): void {
    const instruction = node.attribute('instr') ?? '';
    const before = this.inlines.length;
    this.#inLink(linkOfField(instruction), undefined, node);
    const prompt = promptOfField(instruction);
    if (prompt !== undefined && this.inlines.length === before) this.#emitOwn(prompt);
  }

  /** Reads the content of a content control; of an empty one, the entry chosen last, or the bound data. */
  #control(node: XmlNode): void {
    const before = this.inlines.length;
    const shown = node.child('sdtContent');
    if (shown !== undefined) this.addAll(shown);
    const content = this.inlines.slice(before);
    if (!isEmpty([{ kind: 'paragraph', content }])) return;
    const properties = node.child('sdtPr');
    const list = properties?.child('dropDownList') ?? properties?.child('comboBox');
    const last = list?.attribute('lastValue');
    const item = list?.elements.find((each) => each.attribute('value') === last);
    const chosen =
      item?.attribute('displayText') ?? last ?? this.story.document.data.readText(properties);
    if (chosen !== '') this.#emitOwn(chosen);
  }

  #deleted(node: XmlNode): void {
    const said = officeTexts(node);
    if (said.join('').trim() !== '')
      this.#report('Text that a reviewer has deleted was left out', said);
    this.#deletedFields(node);
  }

  /** Reads the field characters of deleted text: they end fields that began before it. */
  #deletedFields(node: XmlNode): void {
    for (const each of node.elements)
      if (each.name === 'fldChar') this.#fieldCharacter(each, {}, true);
      else if (each.name !== 'txbxContent') this.#deletedFields(each);
  }

  #fieldCharacter(node: XmlNode, style: Style, deleted: boolean): void {
    const { fields } = this.story;
    switch (node.attribute('fldCharType')) {
      case 'begin':
        fields.begin(node.child('ffData'), deleted);
        break;
      case 'separate': {
        const field = fields.separate();
        if (field !== undefined) this.#reportFormula(field);
        break;
      }
      case 'end': {
        const field = fields.end();
        if (field !== undefined && !field.deleted) this.#endField(field, style);
        break;
      }
      default:
    }
  }

  #endField(field: Field, style: Style): void {
    const { fields, document } = this.story;
    const chosen = formValue(field);
    // Some programs also write the value as the result.
    const isWritten =
      chosen !== undefined && plainText(fields.shown(this.inlines)).endsWith(chosen);
    if (chosen !== undefined && !isWritten) this.#emitOwn(chosen, style);
    if (field.inResult) return;
    this.#reportFormula(field);
    const { instruction } = field;
    const sign = signOfField(instruction) ?? promptOfField(instruction);
    if (sign !== undefined) this.#emitOwn(sign, style);
    else if (wantsResult(instruction) && !fields.isInstruction)
      document.losses.add('Fields without a stored result were left out', () =>
        quoted(instruction),
      );
  }

  #reportFormula({ instruction, deleted }: Field): void {
    if (!deleted && drawsFormula(instruction)) this.#report('Formulas in fields were left out');
  }

  #emit(inline: Inline): void {
    const { fields } = this.story;
    fields.putAside(inline);
    const url = fields.isInstruction || inline.kind === 'link' ? undefined : fields.url;
    const last = this.inlines.at(-1);
    if (url === undefined) this.inlines.push(inline);
    else if (last?.kind === 'link' && last.url === url) last.content.push(inline);
    else this.inlines.push({ kind: 'link', url, content: [inline] });
  }

  #report(what: string, lost: readonly string[] = []): void {
    const { fields, document } = this.story;
    const before = () => plainText(fields.shown([...this.#outer.flat(), ...this.inlines]));
    if (!fields.isInstruction) return document.losses.add(what, () => placeAfter(before()), lost);
    const place = placeAfter(before());
    fields.reportLater(lost, () => document.losses.add(what, () => place, lost));
  }
}

function toStyle(look: RunLook): Style {
  const { bold, italic, strike, position } = look;
  return {
    ...(bold === true && { bold }),
    ...(italic === true && { italic }),
    ...(strike === true && { strike }),
    ...(position !== undefined && position !== 'none' && { position }),
  };
}

/** Replaces the characters of a symbol font by Unicode. */
function signs(value: string, properties: XmlNode | undefined): string {
  if (properties === undefined || value.search(FONT_SIGNS) < 0) return value;
  const font = properties.child('rFonts')?.attribute('ascii') ?? '';
  return value.replaceAll(
    FONT_SIGNS,
    (sign) => symbolSign(font, sign.charCodeAt(0).toString(16)) ?? sign,
  );
}
