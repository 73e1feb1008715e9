// Builds slides from the elements of PresentationML and DrawingML that contain text: CT_GroupShape,
// CT_GraphicalObjectData, EG_TextRun, comments of both kinds, notes, and the visible content of masters and layouts.
import {
  contentTypes,
  PIXEL,
  relationships,
  xml,
  buildZip,
} from '../../../support/documents/zip.js';
import { type Construction } from './constructs.js';
import { chartPart, diagramPart } from './word-constructs.js';

const NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"';
const HIDDEN = 'Hidden shapes';

type Link = [id: string, kind: string, target: string];

const named = (attributes: string, placeholder = '') =>
  `<p:nvSpPr><p:cNvPr id="2" name="x"${attributes}/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr>`;

class SlideMaker {
  #links: Link[] = [];

  constructor(private readonly made: Construction) {}

  document(): Buffer {
    const { made } = this;
    const { parts } = made;
    const numbers = Array.from({ length: 1 + made.random.below(3) }, (_, at) => at + 1);
    for (const number of numbers) this.#slide(number);
    const shown = made.hidden('Text of slide masters');
    return buildZip({
      '[Content_Types].xml': contentTypes({}),
      '_rels/.rels': relationships([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
      'ppt/presentation.xml': xml(
        `<p:presentation ${NAMESPACES}><p:sldIdLst>${numbers.map((n) => `<p:sldId id="${255 + n}" r:id="rId${n}"/>`).join('')}</p:sldIdLst></p:presentation>`,
      ),
      'ppt/_rels/presentation.xml.rels': relationships([
        ...numbers.map((n): Link => [`rId${n}`, 'slide', `slides/slide${n}.xml`]),
        ['rIdA', 'commentAuthors', 'commentAuthors.xml'],
        ['rIdB', 'authors', 'authors.xml'],
      ]),
      'ppt/commentAuthors.xml': xml(
        `<p:cmAuthorLst ${NAMESPACES}><p:cmAuthor id="0" name="Ada"/></p:cmAuthorLst>`,
      ),
      'ppt/authors.xml': xml(
        `<p188:authorLst ${NAMESPACES}><p188:author id="{A}" name="Ben"/></p188:authorLst>`,
      ),
      'ppt/media/image1.png': PIXEL,
      'ppt/slideLayouts/layout.xml': xml(`<p:sldLayout ${NAMESPACES}/>`),
      'ppt/slideLayouts/_rels/layout.xml.rels': relationships([
        ['rId1', 'slideMaster', '../slideMasters/master.xml'],
      ]),
      'ppt/slideMasters/master.xml': xml(
        `<p:sldMaster ${NAMESPACES}><p:cSld><p:spTree><p:sp>${named('')}${body(line(shown))}</p:sp><p:sp>${named('', '<p:ph type="ftr"/>')}${body(line(made.hidden('Text of slide masters')))}</p:sp><p:sp>${named('', '<p:ph type="body"/>')}${body(line('prompt'))}</p:sp></p:spTree></p:cSld></p:sldMaster>`,
      ),
      ...parts,
    });
  }

  #slide(number: number): void {
    const { made } = this;
    this.#links = [
      ['rIdL', 'slideLayout', '../slideLayouts/layout.xml'],
      ['rIdP', 'image', '../media/image1.png'],
    ];
    const shapes = made.some(5, () => this.#shape(3));
    this.#beside(number);
    made.parts[`ppt/slides/slide${number}.xml`] = slide('sld', `${this.#titled()}${shapes}`);
    made.parts[`ppt/slides/_rels/slide${number}.xml.rels`] = relationships(this.#links);
  }

  #titled(): string {
    const title = named('', '<p:ph type="title"/>');
    return `<p:sp>${title}${body(line(this.made.word()))}</p:sp>`;
  }

  /** Adds notes, and comments of one of the two kinds. */
  #beside(number: number): void {
    const { made } = this;
    const kind = made.random.below(3);
    if (kind === 1)
      made.parts[`ppt/comments/old${number}.xml`] = xml(
        `<p:cmLst ${NAMESPACES}><p:cm authorId="0" idx="1"><p:pos x="1" y="1"/><p:text>${made.word()}</p:text></p:cm></p:cmLst>`,
      );
    if (kind === 2)
      made.parts[`ppt/comments/old${number}.xml`] = xml(
        `<p188:cmLst ${NAMESPACES}><p188:cm id="{1}" authorId="{A}"><p188:replyLst><p188:reply id="{2}" authorId="{A}">${threaded(made.word())}</p188:reply></p188:replyLst>${threaded(made.word())}</p188:cm></p188:cmLst>`,
      );
    if (kind > 0) this.#links.push(['rIdC', 'comments', `../comments/old${number}.xml`]);
    if (!made.random.percent(50)) return;
    this.#links.push(['rIdN', 'notesSlide', `../notesSlides/notes${number}.xml`]);
    const notes = `<p:sp>${named('', '<p:ph type="body"/>')}${body(line(made.word()))}</p:sp>`;
    const footer = `<p:sp>${named('', '<p:ph type="ftr"/>')}${body(line(made.hidden('Headers and footers of notes')))}</p:sp>`;
    made.parts[`ppt/notesSlides/notes${number}.xml`] = slide('notes', notes + footer);
  }

  #shape(depth: number): string {
    const { made } = this;
    const inner = () => this.#shape(depth - 1);
    const held = (kind: string) => () =>
      `<p:sp>${named('', `<p:ph type="${kind}"/>`)}${body(this.#line())}</p:sp>`;
    return made.one(
      depth,
      [
        () => `<p:sp>${named('')}${body(made.some(3, () => this.#line()))}</p:sp>`,
        () => `<p:sp>${named(` descr="${made.word()}"`)}${body(this.#line())}</p:sp>`,
        () =>
          `<p:sp>${named('')}${made.unknown((word) => `<p:strange>${word}</p:strange>`)}</p:sp>`,
        () =>
          `<p:sp>${named('')}${body(line(made.word()))}${made.unknown((word) => `<p:strange>${line(word)}</p:strange>`)}</p:sp>`,
        () =>
          `<p:cxnSp>${named(` descr="${made.word()}" title="${made.word()}"`).replaceAll('nvSpPr', 'nvCxnSpPr')}</p:cxnSp>`,
        () =>
          `<p:pic>${named(` descr="${made.word()}"`).replaceAll('nvSpPr', 'nvPicPr')}<p:blipFill><a:blip r:embed="rIdP"/></p:blipFill></p:pic>`,
        () => `<p:sp>${named(' hidden="1"')}${body(line(made.hidden(HIDDEN)))}</p:sp>`,
        held('body'),
        held('subTitle'),
        held('ftr'),
        held('dt'),
        held('sldNum'),
      ],
      [
        () =>
          `<p:grpSp>${named(` descr="${made.word()}"`).replaceAll('nvSpPr', 'nvGrpSpPr')}${made.some(2, inner)}</p:grpSp>`,
        () =>
          `<mc:AlternateContent xmlns:mc="mc"><mc:Choice Requires="a14">${inner()}</mc:Choice><mc:Fallback/></mc:AlternateContent>`,
        () =>
          this.#frame(
            `<a:tbl><a:tr>${this.#cell()}${this.#cell()}</a:tr><a:tr>${this.#cell()}<a:tc hMerge="1"><a:txBody><a:p/></a:txBody></a:tc></a:tr></a:tbl>`,
          ),
        () => this.#frame(`<c:chart xmlns:c="c" r:id="${this.#part('chart', chartPart(made))}"/>`),
        () =>
          this.#frame(
            `<dgm:relIds xmlns:dgm="d" r:dm="${this.#part('diagramData', diagramPart(made))}"/>`,
          ),
        () =>
          this.#frame(
            `<mc:AlternateContent xmlns:mc="mc"><mc:Choice Requires="v"><p:oleObj name="Sheet"/></mc:Choice><mc:Fallback><p:oleObj name="Sheet"><p:pic>${named(` descr="${made.word()}"`).replaceAll('nvSpPr', 'nvPicPr')}<p:blipFill><a:blip r:embed="rIdP"/></p:blipFill></p:pic></p:oleObj></mc:Fallback></mc:AlternateContent>`,
          ),
      ],
    );
  }

  #frame(data: string): string {
    const properties = named(` descr="${this.made.word()}"`).replaceAll(
      'nvSpPr',
      'nvGraphicFramePr',
    );
    return `<p:graphicFrame>${properties}<a:graphic><a:graphicData uri="x">${data}</a:graphicData></a:graphic></p:graphicFrame>`;
  }

  #part(kind: string, content: string): string {
    const number = this.made.count('part');
    this.made.parts[`ppt/charts/part${number}.xml`] = content;
    this.#links.push([`rIdX${number}`, kind, `../charts/part${number}.xml`]);
    return `rIdX${number}`;
  }

  #cell(): string {
    return `<a:tc><a:txBody>${this.#line()}</a:txBody></a:tc>`;
  }

  #line(): string {
    const { made } = this;
    const properties = made.random.pick([
      '',
      '<a:pPr><a:buChar char="•"/></a:pPr>',
      '<a:pPr lvl="1"><a:buAutoNum type="alphaLcParenR"/></a:pPr>',
    ]);
    const content = made.some(3, () =>
      made.random.pick([
        () => `<a:r><a:rPr b="1"/><a:t>${made.word()} </a:t></a:r>`,
        () => `<a:fld id="{1}" type="slidenum"><a:rPr/><a:t>${made.word()}</a:t></a:fld>`,
        () => `<a:r><a:t>${made.word()}</a:t></a:r><a:br/>`,
        () =>
          `<mc:AlternateContent xmlns:mc="mc"><mc:Choice Requires="x"><a:r><a:t>${made.word()}</a:t></a:r></mc:Choice><mc:Fallback><a:r><a:t>old</a:t></a:r></mc:Fallback></mc:AlternateContent>`,
      ])(),
    );
    return `<a:p>${properties}${content}</a:p>`;
  }
}

function line(text: string): string {
  return `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
}

function body(lines: string): string {
  return `<p:txBody><a:bodyPr/>${lines}</p:txBody>`;
}

function threaded(text: string): string {
  return `<p188:txBody><a:bodyPr/>${line(text)}</p188:txBody>`;
}

function slide(kind: string, shapes: string): string {
  return xml(
    `<p:${kind} ${NAMESPACES}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${kind}>`,
  );
}

export function makeSlideConstructs(made: Construction): Buffer {
  return new SlideMaker(made).document();
}
