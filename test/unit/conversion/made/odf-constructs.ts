// Builds documents from the elements of OpenDocument 1.3 that contain text: text-content, paragraph-content and its
// fields, shapes, forms, tables, and the content of a draw:page.
import { openDocument } from '../../../support/documents/open-document.js';
import { type Construction } from './constructs.js';

const DELETED = 'Text that a reviewer has deleted';
const HIDDEN = 'Hidden text';
/** Fields whose content is displayed. */
const FIELDS =
  'date time page-number page-continuation sender-firstname sender-lastname sender-company author-name author-initials chapter file-name template-name sheet-name variable-set variable-get variable-input user-field-get user-field-input sequence expression text-input initial-creator creation-date creation-time description user-defined print-time print-date printed-by title subject keywords editing-cycles editing-duration modification-time modification-date creator database-display database-name page-variable-get placeholder conditional-text reference-ref sequence-ref bookmark-ref note-ref measure table-count word-count dde-connection meta-field meta execute-macro bibliography-mark table-formula'.split(
    ' ',
  );
const SHAPES =
  'custom-shape rect ellipse circle line connector polyline polygon regular-polygon path caption measure'.split(
    ' ',
  );

class OdfMaker {
  #controls = '';
  #changes = '';
  /** Changes are tracked in text documents only. */
  #isText = false;

  constructor(private readonly made: Construction) {}

  text(): Buffer {
    const { made } = this;
    this.#isText = true;
    const body = Array.from({ length: 2 + made.random.below(4) }, () => this.#block(4)).join('');
    const changes =
      this.#changes === '' ? '' : `<text:tracked-changes>${this.#changes}</text:tracked-changes>`;
    return openDocument('text', `${this.#forms()}${changes}${body}`, made.parts);
  }

  slides(): Buffer {
    const { made } = this;
    const footer = made.word();
    const pages = Array.from({ length: 1 + made.random.below(3) }, (_, at) => this.#page(at === 0));
    const declared = `<presentation:footer-decl presentation:name="f">${footer}</presentation:footer-decl><presentation:footer-decl presentation:name="g">${made.hidden('Headers and footers of slides')}</presentation:footer-decl>`;
    const master = made.hidden('Text of slide masters');
    const styles = `<office:document-styles><office:master-styles><style:master-page style:name="M"><draw:custom-shape><text:p>${master}</text:p></draw:custom-shape><draw:frame presentation:class="title"><draw:text-box><text:p>prompt</text:p></draw:text-box></draw:frame><draw:frame presentation:class="footer"><draw:text-box><text:p>${made.hidden('Text of slide masters')}<presentation:footer>prompt</presentation:footer></text:p></draw:text-box></draw:frame></style:master-page></office:master-styles></office:document-styles>`;
    return openDocument('presentation', declared + pages.join(''), {
      ...made.parts,
      'styles.xml': styles,
    });
  }

  #page(first: boolean): string {
    const { made } = this;
    this.#controls = '';
    const title = `<draw:frame presentation:class="title"><draw:text-box>${this.#paragraph(0)}</draw:text-box></draw:frame>`;
    const shapes = made.some(4, () => this.#shape(3));
    const remark = made.random.percent(40) ? annotation(made.word()) : '';
    const notes = made.random.percent(40)
      ? `<presentation:notes><draw:page-thumbnail/><draw:frame presentation:class="notes"><draw:text-box><text:p>${made.word()}</text:p></draw:text-box></draw:frame></presentation:notes>`
      : '';
    const use = first ? ' presentation:use-footer-name="f"' : '';
    return `<draw:page draw:name="p"${use}>${this.#forms()}${title}${shapes}${remark}${notes}</draw:page>`;
  }

  #forms(): string {
    return `<office:forms><form:form xmlns:form="form">${this.#controls}</form:form></office:forms>`;
  }

  #block(depth: number): string {
    const { made } = this;
    const inner = () => this.#block(depth - 1);
    const item = () => `<text:list-item>${inner()}</text:list-item>`;
    const row = () =>
      `<table:table-row><table:table-cell>${inner()}</table:table-cell><table:table-cell>${inner()}</table:table-cell></table:table-row>`;
    return made.one(
      depth,
      [
        () => this.#paragraph(depth),
        () =>
          this.#paragraph(depth) + made.unknown((word) => `<text:strange>${word}</text:strange>`),
        () => `<text:h text:outline-level="2">${made.some(2, () => this.#inline(depth))}</text:h>`,
        () => this.#hiddenSection(),
      ],
      [
        () => `<text:list text:style-name="N">${made.some(3, item)}</text:list>`,
        () =>
          `<text:list text:style-name="L"><text:list-header>${inner()}</text:list-header>${item()}</text:list>`,
        () =>
          `<text:numbered-paragraph text:style-name="N">${this.#paragraph(depth)}</text:numbered-paragraph>`,
        () => `<text:section text:name="s">${made.some(2, inner)}</text:section>`,
        () =>
          `<text:table-of-content><text:table-of-content-source><text:index-title-template>prompt</text:index-title-template></text:table-of-content-source><text:index-body><text:index-title>${inner()}</text:index-title>${inner()}</text:index-body></text:table-of-content>`,
        () =>
          `<table:table><table:title>${made.word()}</table:title><table:table-header-rows>${row()}</table:table-header-rows><table:table-rows>${made.some(2, row)}</table:table-rows></table:table>`,
        () => this.#shape(depth - 1),
      ],
    );
  }

  #hiddenSection(): string {
    const { made } = this;
    return made.random.pick([
      () =>
        `<text:section text:display="none"><text:p>${made.hidden(HIDDEN)}</text:p></text:section>`,
      () =>
        `<text:section text:display="condition" text:is-hidden="true"><text:p>${made.hidden(HIDDEN)}</text:p></text:section>`,
      () => `<text:p><text:hidden-paragraph text:is-hidden="true"/>${made.hidden(HIDDEN)}</text:p>`,
    ])();
  }

  #paragraph(depth: number): string {
    return `<text:p>${this.made.some(4, () => this.#inline(depth))}</text:p>`;
  }

  #inline(depth: number): string {
    const { made } = this;
    const inner = () => this.#inline(depth - 1);
    return made.one(
      depth,
      [
        () => `${made.word()} `,
        () => `<text:span text:style-name="B">${made.word()}</text:span><text:s/>`,
        () => `<text:span text:style-name="HID">${made.hidden(HIDDEN)}</text:span>`,
        () => this.#field(),
        () => `${made.word()} ${made.unknown((word) => `<text:strange>${word}</text:strange>`)}`,
        () => `<text:drop-down><text:label text:value="no"/>${made.word()}</text:drop-down>`,
        () =>
          `<text:hidden-text text:is-hidden="true" text:string-value="x">${made.hidden(HIDDEN)}</text:hidden-text>`,
        () => `<text:variable-set text:display="none">${made.hidden(HIDDEN)}</text:variable-set>`,
        () => (this.#isText ? this.#deletion() : `${made.word()} `),
        () => `${annotation(made.word())}<text:tab/>`,
        () =>
          `<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>${made.word()}</text:p></text:note-body></text:note>`,
        () =>
          `<text:ruby><text:ruby-base>${made.word()}</text:ruby-base><text:ruby-text>${made.word()}</text:ruby-text></text:ruby>`,
      ],
      [
        () => `<text:a xlink:href="https://example.com/">${made.word()} ${inner()}</text:a>`,
        () => `<text:span>${inner()}</text:span>`,
        () =>
          `<draw:a xlink:href="https://example.com/">${this.#frame(`<draw:image xlink:href="Pictures/image1.png"/><svg:desc>${made.word()}</svg:desc>`)}</draw:a>`,
        () => this.#shape(depth - 1),
      ],
    );
  }

  #field(): string {
    const name = this.made.random.pick(FIELDS);
    return `<text:${name}>${this.made.word()}</text:${name}> `;
  }

  #deletion(): string {
    const id = `ct${this.made.count('change')}`;
    this.#changes += `<text:changed-region text:id="${id}"><text:deletion><office:change-info><dc:creator xmlns:dc="dc">Ada</dc:creator></office:change-info><text:p>${this.made.hidden(DELETED)}</text:p></text:deletion></text:changed-region>`;
    return `<text:change text:change-id="${id}"/>`;
  }

  #frame(inside: string): string {
    return `<draw:frame>${inside}</draw:frame>`;
  }

  #shape(depth: number): string {
    const { made } = this;
    const name = made.random.pick(SHAPES);
    const alt = () => `<svg:title>${made.word()}</svg:title><svg:desc>${made.word()}</svg:desc>`;
    return made.one(
      depth,
      [
        () => `<draw:${name}>${alt()}<text:p>${made.word()}</text:p></draw:${name}>`,
        () => this.#frame(`<draw:image xlink:href="Pictures/image1.png"/>${alt()}`),
        () => this.#control(),
        () => this.#chart(),
      ],
      [
        () => `<draw:${name}>${this.#block(depth - 1)}</draw:${name}>`,
        () =>
          this.#frame(
            `<draw:text-box>${made.some(2, () => this.#block(depth - 1))}</draw:text-box>`,
          ),
        () => `<draw:g>${alt()}${made.some(2, () => this.#shape(depth - 1))}</draw:g>`,
        () =>
          this.#frame(
            `<table:table><table:table-row><table:table-cell>${this.#block(depth - 1)}</table:table-cell><table:table-cell><text:p>${made.word()}</text:p></table:table-cell></table:table-row></table:table><draw:image xlink:href="Pictures/image1.png"/>`,
          ),
      ],
    );
  }

  #control(): string {
    const { made } = this;
    const id = `control${made.count('control')}`;
    const [name, attributes, inside] = made.random.pick([
      () => ['text', `form:current-value="${made.word()}"`, ''],
      () => ['textarea', '', `<text:p>${made.word()}</text:p>`],
      () => ['checkbox', `form:label="${made.word()}" form:current-state="checked"`, ''],
      () => ['radio', `form:label="${made.word()}"`, ''],
      () => ['button', `form:label="${made.word()}"`, ''],
      () => ['fixed-text', `form:label="${made.word()}"`, ''],
      () => ['combobox', `form:current-value="${made.word()}"`, '<form:item form:label="no"/>'],
      () => [
        'listbox',
        '',
        `<form:option form:label="no"/><form:option form:label="${made.word()}" form:current-selected="true"/>`,
      ],
      () => ['grid', '', `<form:column form:label="${made.word()}"/>`],
      () => ['date', `form:current-value="${made.word()}"`, ''],
      () => ['number', `form:current-value="${made.word()}"`, ''],
    ])();
    this.#controls += `<form:${name} xml:id="${id}" form:id="${id}" ${attributes}>${inside}</form:${name}>`;
    return `<draw:control draw:control="${id}"/>`;
  }

  #chart(): string {
    const { made } = this;
    const object = `Object ${made.count('object')}`;
    made.parts[`${object}/content.xml`] =
      `<office:document-content xmlns:office="o" xmlns:chart="c" xmlns:text="t" xmlns:table="b"><office:body><office:chart><chart:chart><chart:title><text:p>${made.word()}</text:p></chart:title><chart:plot-area><chart:axis><chart:title><text:p>${made.word()}</text:p></chart:title></chart:axis></chart:plot-area><table:table><table:table-rows><table:table-row><table:table-cell><text:p>${made.word()}</text:p></table:table-cell><table:table-cell><text:p>${made.word()}</text:p></table:table-cell></table:table-row></table:table-rows></table:table></chart:chart></office:chart></office:body></office:document-content>`;
    return this.#frame(
      `<draw:object xlink:href="./${object}"/><draw:image xlink:href="Pictures/image1.png"/>`,
    );
  }
}

function annotation(text: string): string {
  return `<office:annotation><dc:creator xmlns:dc="dc">Ada</dc:creator><dc:date xmlns:dc="dc">2026-12-01</dc:date><text:p>${text}</text:p></office:annotation>`;
}

export function makeOdfConstructs(made: Construction): Buffer {
  return new OdfMaker(made).text();
}

export function makeOdfSlideConstructs(made: Construction): Buffer {
  return new OdfMaker(made).slides();
}
