// Builds documents from the groups of WordprocessingML elements that contain text: ECMA-376 part 1, section 17,
// EG_BlockLevelElts, EG_PContent, EG_ContentRunContent, EG_RunInnerContent, CT_SdtContent*, and the content of
// w:drawing and w:pict.
import { docx } from '../../../support/documents/docx.js';
import { relationships, xml } from '../../../support/documents/zip.js';
import { type Construction } from './constructs.js';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const DELETED = 'Text that a reviewer has deleted';
const HIDDEN = 'Hidden text';

const run = (text: string, properties = '') =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text} </w:t></w:r>`;
const field = (type: string, inside = '') =>
  `<w:r><w:fldChar w:fldCharType="${type}">${inside}</w:fldChar></w:r>`;
const instruction = (text: string) => `<w:r><w:instrText> ${text} </w:instrText></w:r>`;
const form = (kind: string, inside: string) =>
  field('begin', `<w:ffData><w:name w:val="f"/>${inside}</w:ffData>`) +
  instruction(kind) +
  field('end');
const sdt = (content: string, properties = '<w:alias w:val="hint"/>') =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const custom = (content: string) =>
  `<w:customXml w:element="x"><w:customXmlPr/>${content}</w:customXml>`;
const choice = (content: string, fallback: string) =>
  `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps">${content}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
const drawing = (alt: string, data: string) =>
  `<w:drawing><wp:inline><wp:docPr id="1" name="x" descr="${alt}"/><a:graphic><a:graphicData>${data}</a:graphicData></a:graphic></wp:inline></w:drawing>`;
const box = (content: string) =>
  `<wps:wsp xmlns:wps="wps"><wps:cNvPr id="2" name="b"/><wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx></wps:wsp>`;

class WordMaker {
  readonly #links: [string, string, string, boolean?][] = [];
  readonly #notes: Record<'footnote' | 'endnote' | 'comment', string[]> = {
    footnote: [],
    endnote: [],
    comment: [],
  };

  constructor(private readonly made: Construction) {}

  document(): Buffer {
    const { made } = this;
    const body = Array.from({ length: 2 + made.random.below(5) }, () => this.#block(4)).join('');
    const parts = Object.fromEntries(
      (['footnote', 'endnote', 'comment'] as const).map((kind) => [
        `word/${kind}s.xml`,
        xml(
          `<w:${kind}s ${W}>${this.#notes[kind].map((content, at) => `<w:${kind} w:id="${at + 1}">${content}</w:${kind}>`).join('')}</w:${kind}s>`,
        ),
      ]),
    );
    const watermark = made.random.percent(30)
      ? `<w:r><w:pict><v:shape xmlns:v="v"><v:textpath string="${made.hidden('Headers of pages')}"/></v:shape></w:pict></w:r>`
      : '';
    return docx(body, {
      ...parts,
      'word/header1.xml': xml(`<w:hdr ${W}><w:p>${watermark}</w:p></w:hdr>`),
      ...made.parts,
      'word/_rels/document.xml.rels': relationships([
        ['rId2', 'numbering', 'numbering.xml'],
        ['rId5', 'image', 'media/image1.png'],
        ['rId6', 'hyperlink', 'https://example.com/', true],
        ...this.#links,
      ]),
    });
  }

  #block(depth: number): string {
    const { made } = this;
    const inner = () => this.#block(depth - 1);
    return made.one(
      depth,
      [
        () => this.#paragraph(depth),
        () => this.#paragraph(depth) + made.unknown((word) => `<w:strange>${word}</w:strange>`),
      ],
      [
        () => this.#table(depth - 1),
        () => sdt(made.some(2, inner)),
        () => custom(made.some(2, inner)),
        () => `<w:ins w:id="1">${inner()}</w:ins>`,
        () => `<w:del w:id="1"><w:p>${run(made.hidden(DELETED))}</w:p></w:del>`,
        () => choice(inner(), ''),
        () => this.#chunk(),
      ],
    );
  }

  #chunk(): string {
    const { made } = this;
    const id = `rIdC${made.count('link')}`;
    const ending = made.random.pick(['html', 'txt', 'rtf', 'docx']);
    const word = made.word();
    const content = { html: `<p>${word}</p>`, txt: word, rtf: `{\\rtf1 ${word}\\par}` }[ending];
    made.parts[`word/chunk${id}.${ending}`] = content ?? docx(`<w:p>${run(word)}</w:p>`);
    this.#links.push([id, 'aFChunk', `chunk${id}.${ending}`]);
    return `<w:altChunk r:id="${id}"/>`;
  }

  #table(depth: number): string {
    const { made } = this;
    const cell = () => `<w:tc>${this.#block(depth - 1)}<w:p/></w:tc>`;
    const cells = () => made.one(depth, [cell], [() => sdt(cell()), () => custom(cell())]);
    const row = () => `<w:tr>${cells()}${cells()}</w:tr>`;
    const rows = () =>
      made.one(depth, [row], [() => sdt(row()), () => custom(row()), () => sdt(sdt(row()))]);
    return `<w:tbl><w:tblPr/>${made.some(3, rows)}</w:tbl>`;
  }

  #paragraph(depth: number): string {
    const { made } = this;
    const properties = made.random.pick([
      '',
      '',
      '<w:pPr><w:pStyle w:val="Heading2"/></w:pPr>',
      '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr></w:pPr>',
    ]);
    return `<w:p>${properties}${made.some(3, () => this.#content(depth))}</w:p>`;
  }

  #content(depth: number): string {
    const { made } = this;
    const inner = () => this.#content(depth - 1);
    return made.one(
      depth,
      [
        () => run(made.word()),
        () => run(made.word(), '<w:b/>'),
        () =>
          run(made.word()) + made.unknown((word) => `<w:r><w:strange>${word}</w:strange></w:r>`),
        () => run(made.word()) + made.unknown((word) => `<w:strange>${run(word)}</w:strange>`),
        () => run(made.hidden(HIDDEN), '<w:vanish/>'),
        () =>
          form(
            'FORMDROPDOWN',
            `<w:ddList><w:result w:val="1"/><w:listEntry w:val="no"/><w:listEntry w:val="${made.word()}"/></w:ddList>`,
          ) + run(''),
        () => `<w:fldSimple w:instr=" DATE ">${run(made.word())}</w:fldSimple>`,
        () => `<w:del w:id="1"><w:r><w:delText>${made.hidden(DELETED)}</w:delText></w:r></w:del>`,
        () =>
          sdt(
            '',
            `<w:comboBox w:lastValue="v"><w:listItem w:displayText="${made.word()}" w:value="v"/></w:comboBox>`,
          ) + run(''),
        () =>
          field('begin') +
          instruction(`QUOTE`) +
          field('separate') +
          run(made.word()) +
          field('end'),
        () =>
          form('FORMTEXT', '<w:textInput/>').replace(
            field('end'),
            field('separate') + run(made.word()) + field('end'),
          ),
        () => this.#note(),
        () => this.#bound(),
        () => this.#control(),
      ],
      [
        () => sdt(inner()),
        () => custom(inner()),
        () => `<w:smartTag w:element="x"><w:smartTagPr/>${inner()}</w:smartTag>`,
        () => `<w:dir w:val="rtl">${inner()}</w:dir>`,
        () => `<w:bdo w:val="rtl">${inner()}</w:bdo>`,
        () => `<w:ins w:id="1">${inner()}</w:ins>`,
        () => `<w:moveTo w:id="1">${inner()}</w:moveTo>`,
        () => `<w:hyperlink r:id="rId6">${run(made.word())}</w:hyperlink>`,
        () => `<w:r>${this.#graphic(depth - 1)}</w:r>`,
        () =>
          `<w:r><w:ruby><w:rubyPr/><w:rt>${run(made.word())}</w:rt><w:rubyBase>${run(made.word())}</w:rubyBase></w:ruby></w:r>`,
        () => choice(inner(), ''),
      ],
    );
  }

  /** Returns an empty control that shows the data that it is bound to. */
  #bound(): string {
    const { made } = this;
    const name = `d${made.count('data')}`;
    const id = `{00000000-0000-0000-0000-${name.padStart(12, '0').toUpperCase()}}`;
    made.parts[`customXml/item${name.slice(1)}.xml`] =
      `<n:r xmlns:n="urn:n"><n:o/><n:o><n:v>${made.word()}</n:v></n:o></n:r>`;
    made.parts[`customXml/_rels/item${name.slice(1)}.xml.rels`] = relationships([
      ['rId1', 'customXmlProps', `${name}.xml`],
    ]);
    made.parts[`customXml/${name}.xml`] = `<ds:datastoreItem xmlns:ds="ds" ds:itemID="${id}"/>`;
    const binding = `<w:dataBinding w:xpath="/n:r[1]/n:o[2]/n:v[1]" w:storeItemID="${id}"/>`;
    return sdt(made.random.pick(['', '<w:r><w:t/></w:r>']), binding) + run('');
  }

  #control(): string {
    const { made } = this;
    const id = `rIdX${made.count('link')}`;
    this.#links.push([id, 'control', `activeX/${id}.xml`]);
    const isBinary = made.random.percent(50);
    const name = isBinary ? made.hidden('Controls of forms') : 'x';
    const bag = isBinary ? '' : `<ax:ocxPr ax:name="Caption" ax:value="${made.word()}"/>`;
    made.parts[`word/activeX/${id}.xml`] = `<ax:ocx xmlns:ax="ax">${bag}</ax:ocx>`;
    return `<w:r><w:object><w:control r:id="${id}" w:name="${name}"/></w:object></w:r>${run('')}`;
  }

  #note(): string {
    const { made } = this;
    const kind = made.random.pick(['footnote', 'endnote', 'comment'] as const);
    this.#notes[kind].push(`<w:p>${run(made.word())}</w:p>`);
    return `<w:r><w:${kind}Reference w:id="${this.#notes[kind].length}"/></w:r>`;
  }

  #graphic(depth: number): string {
    const { made } = this;
    const paragraphs = () => this.#block(depth - 1);
    const shape = () => box(paragraphs());
    return made.random.pick([
      () =>
        drawing(
          made.word(),
          '<pic:pic><pic:blipFill><a:blip r:embed="rId5"/></pic:blipFill></pic:pic>',
        ),
      () => drawing(made.word(), shape()),
      () =>
        drawing('', `<wpg:wgp xmlns:wpg="g">${shape()}<wpg:grpSp>${shape()}</wpg:grpSp></wpg:wgp>`),
      () => drawing('', `<wpc:wpc xmlns:wpc="c">${shape()}</wpc:wpc>`),
      () =>
        drawing(
          '',
          `<lc:lockedCanvas xmlns:lc="l"><a:sp><a:txSp><a:txBody><a:p><a:r><a:t>${made.word()}</a:t></a:r></a:p></a:txBody></a:txSp></a:sp></lc:lockedCanvas>`,
        ),
      () =>
        choice(
          drawing('', shape()),
          '<w:pict><v:shape xmlns:v="v"><v:textbox/></v:shape></w:pict>',
        ),
      () =>
        `<w:pict><v:group xmlns:v="v"><v:shape alt="${made.word()}"><v:textbox><w:txbxContent>${paragraphs()}</w:txbxContent></v:textbox></v:shape></v:group></w:pict>`,
      () => `<w:pict><v:shape xmlns:v="v"><v:textpath string="${made.word()}"/></v:shape></w:pict>`,
      () =>
        `<w:object><v:shape xmlns:v="v" alt="${made.word()}"><v:imagedata r:id="rId5"/></v:shape></w:object>`,
      () => drawing('', this.#chart()),
      () => drawing('', this.#diagram()),
    ])();
  }

  #chart(): string {
    const { made } = this;
    const id = `rIdC${made.count('link')}`;
    this.#links.push([id, 'chart', `charts/chart${id}.xml`]);
    made.parts[`word/charts/chart${id}.xml`] = chartPart(made);
    return `<c:chart xmlns:c="c" r:id="${id}"/>`;
  }

  #diagram(): string {
    const { made } = this;
    const id = `rIdD${made.count('link')}`;
    this.#links.push([id, 'diagramData', `diagrams/data${id}.xml`]);
    made.parts[`word/diagrams/data${id}.xml`] = diagramPart(made);
    return `<dgm:relIds xmlns:dgm="d" r:dm="${id}"/>`;
  }
}

export function chartPart(made: Construction): string {
  const rich = (text: string) =>
    `<c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx>`;
  const points = (kind: string, text: string) =>
    `<c:${kind}Ref><c:${kind}Cache><c:pt idx="0"><c:v>${text}</c:v></c:pt></c:${kind}Cache></c:${kind}Ref>`;
  return xml(
    `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title>${rich(made.word())}</c:title><c:plotArea><c:barChart><c:ser><c:tx>${points('str', made.word())}</c:tx><c:dLbls><c:dLbl>${rich(made.word())}</c:dLbl></c:dLbls><c:cat>${points('str', made.word())}</c:cat><c:val>${points('num', '5')}</c:val><c:extLst><c:ext><c15:datalabelsRange xmlns:c15="c15"><c15:dlblRangeCache><c:pt idx="0"><c:v>${made.word()}</c:v></c:pt></c15:dlblRangeCache></c15:datalabelsRange></c:ext></c:extLst></c:ser></c:barChart><c:valAx><c:title>${rich(made.word())}</c:title></c:valAx></c:plotArea></c:chart></c:chartSpace>`,
  );
}

export function diagramPart(made: Construction): string {
  const point = () =>
    `<dgm:pt><dgm:t><a:bodyPr/><a:p><a:r><a:t>${made.word()}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
  return xml(
    `<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:ptLst>${made.some(3, point)}</dgm:ptLst></dgm:dataModel>`,
  );
}

export function makeWordConstructs(made: Construction): Buffer {
  return new WordMaker(made).document();
}
