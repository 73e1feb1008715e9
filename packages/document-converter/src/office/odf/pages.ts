// Slides of OpenDocument.
import { quoted } from '../../input/losses.js';
import { type XmlNode } from '../../input/xml-nodes.js';
import { type Block, type Inline, isEmpty, paragraph, place, plainText } from '../../tree.js';
import { Flow } from '../flow.js';
import { addBlock } from './blocks.js';
import { type OdfDocument } from './context.js';
import { collectControls } from './forms.js';
import { isPrompt, masterText } from './visible.js';

/** Reads slides in order. */
export class PageReader {
  readonly blocks: Block[] = [];
  #count = 0;
  /** Headers, footers and dates, which are declared before the slides that use them. */
  readonly #declared = new Map<string, { text: string; shown: boolean }>();

  constructor(private readonly document: OdfDocument) {}

  add(node: XmlNode): void {
    const declared = /^(header|footer|date-time)-decl$/.exec(node.name)?.[1];
    if (declared !== undefined)
      this.#declared.set(`${declared}:${node.attribute('name') ?? ''}`, {
        text: node.text.trim(),
        shown: false,
      });
    else if (node.name === 'page') this.#page(node);
    else if (node.name === 'forms') collectControls(node, this.document.controls);
  }

  /** Reports declared texts that no slide shows. */
  end(): void {
    for (const { text, shown } of this.#declared.values())
      if (!shown && text !== '')
        this.document.losses.add(
          'Headers and footers of slides were left out',
          () => quoted(text),
          [text],
        );
  }

  #page(page: XmlNode): void {
    const { document } = this;
    this.#count += 1;
    const style = document.styles.of('drawing-page', page.attribute('draw:style-name'));
    for (const forms of page.elements.filter(({ name }) => name === 'forms'))
      collectControls(forms, document.controls);
    const title: Inline[] = [];
    const flow = new Flow();
    const notes: Block[] = [];
    for (const node of page.elements) {
      const kind = node.attribute('presentation:class') ?? '';
      if (node.name === 'notes') notes.push(...this.#notes(node));
      else if (kind === 'title' && title.length === 0) this.#title(node, title, flow);
      else addBlock(node, flow, document);
    }
    const said = plainText(title).trim();
    if (style.slide.hidden)
      document.losses.add('Slides that are hidden in a presentation were kept', () =>
        quoted(said || (page.attribute('draw:name') ?? '')),
      );
    const heading: Block[] = said === '' ? [] : [{ kind: 'heading', level: 2, content: title }];
    const ends = [
      this.#shown('header', page, true),
      this.#shown('date-time', page, style.slide.date),
      this.#shown('footer', page, style.slide.footer),
    ].filter((each) => each !== '');
    this.blocks.push(
      place('slide', this.#count),
      ...heading,
      ...flow.blocks,
      ...ends.map((each) => paragraph(each)),
      ...(notes.length === 0 ? [] : [{ kind: 'quote', blocks: notes } as const]),
    );
  }

  /** Returns a declared text that a slide shows. */
  #shown(kind: string, page: XmlNode, isShown: boolean): string {
    const name = page.attribute(`use-${kind}-name`);
    const declared = name === undefined ? undefined : this.#declared.get(`${kind}:${name}`);
    if (declared === undefined || !isShown) return '';
    declared.shown = true;
    return declared.text;
  }

  /** Reads the title, whose paragraphs form one heading. */
  #title(node: XmlNode, title: Inline[], flow: Flow): void {
    const inner = new Flow();
    addBlock(node, inner, this.document);
    for (const block of inner.blocks)
      if (block.kind === 'paragraph' || block.kind === 'heading') {
        if (title.length > 0) title.push({ kind: 'break' });
        title.push(...block.content);
      } else flow.add(block);
  }

  #notes(notes: XmlNode): Block[] {
    const flow = new Flow();
    for (const node of notes.elements)
      if (
        !/^(?:page|header|footer|page-number|date-time)$/.test(
          node.attribute('presentation:class') ?? '',
        )
      )
        addBlock(node, flow, this.document);
    return flow.blocks.filter((block) => !isEmpty([block]));
  }
}

/** Returns the texts that masters show on their slides, without placeholder prompts. */
export function masterTexts(masters: XmlNode | undefined): string[] {
  return (masters?.elements ?? [])
    .filter(({ name }) => name === 'master-page')
    .flatMap(({ elements }) => elements)
    .filter((node) => !isPrompt(node) && !/^(?:header|footer)(?:-left|-first)?$/.test(node.name))
    .flatMap((node) => node.descendants('p').map((each) => masterText(each).trim()))
    .filter((each) => each !== '');
}
