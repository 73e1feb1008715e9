// Builds workbooks from the elements that contain text: of ECMA-376 part 1, section 18 (CT_Cell, CT_Rst, CT_RPhElt,
// CT_HeaderFooter, CT_Comment), 20.5 (shapes of a drawing), 21.2 (charts), threaded comments and VML controls; of
// OpenDocument 1.3, the content of table:table and its cells.
import { openDocument } from '../../../support/documents/open-document.js';
import { relationships, xml } from '../../../support/documents/zip.js';
import { xlsx } from '../../../support/documents/workbooks.js';
import { type Construction } from './constructs.js';

const HEADERS = 'Headers of pages';
const FOOTERS = 'Footers of pages';
const EDGES = ['odd', 'even', 'first'] as const;

class SheetMaker {
  readonly #shared: string[] = [];
  readonly #links: [string, string, string, boolean?][] = [];

  constructor(private readonly made: Construction) {}

  workbook(): Buffer {
    const { made } = this;
    const rows = Array.from({ length: 2 + made.random.below(4) }, (_, y) => this.#row(y + 1));
    const comments = made.random.percent(50) ? this.#comments() : '';
    const drawing = this.#drawing();
    const controls = made.random.percent(50) ? this.#controls() : '';
    const edges = made.random.percent(50)
      ? []
      : EDGES.map(
          (edge) =>
            `<${edge}Header>&amp;L&amp;"Arial,Bold"${made.hidden(HEADERS)}&amp;C&amp;P&amp;R&amp;K01+000${made.hidden(HEADERS)}</${edge}Header><${edge}Footer>&amp;8&amp;D ${made.hidden(FOOTERS)}</${edge}Footer>`,
        );
    const headers = `<headerFooter>${edges.join('')}</headerFooter>`;
    const strange = made.unknown((word) => `<strange>${word}</strange>`);
    return xlsx('', {
      'xl/worksheets/sheet1.xml': xml(
        `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="r"><sheetData>${rows.join('')}</sheetData><conditionalFormatting><cfRule><formula>rule1</formula></cfRule></conditionalFormatting>${headers}${drawing}${comments}${controls}${strange}</worksheet>`,
      ),
      'xl/sharedStrings.xml': xml(
        `<sst xmlns="s">${this.#shared.map((each) => `<si>${each}</si>`).join('')}</sst>`,
      ),
      ...made.parts,
      'xl/worksheets/_rels/sheet1.xml.rels': relationships(this.#links),
      'xl/media/image1.png': 'picture',
    });
  }

  #row(number: number): string {
    const cells = ['A', 'B', 'C'].map((column) => this.#cell(`${column}${number}`));
    return `<row r="${number}">${cells.join('')}</row>`;
  }

  #cell(place: string): string {
    const { made } = this;
    const run = () => `<r><rPr><b/></rPr><t>${made.word()}</t></r>`;
    const shared = (content: string) => `<v>${this.#shared.push(content) - 1}</v>`;
    return made.random.pick([
      () => `<c r="${place}" t="s">${shared(`<t>${made.word()}</t>`)}</c>`,
      () => `<c r="${place}" t="s">${shared(`<r><t>${made.word()} </t></r>${run()}`)}</c>`,
      () =>
        `<c r="${place}" t="s" ph="1">${shared(`<t>${made.word()}</t><rPh sb="0" eb="1"><t>${made.word()}</t></rPh><phoneticPr fontId="1"/>`)}</c>`,
      // Phonetic text is not displayed.
      () =>
        `<c r="${place}" t="s">${shared(`<t>${made.word()}</t><rPh sb="0" eb="1"><t>prompt</t></rPh>`)}</c>`,
      () => `<c r="${place}" t="inlineStr"><is>${run()}<t>${made.word()}</t></is></c>`,
      () => `<c r="${place}" t="str"><f>CONCAT("a")</f><v>${made.word()}</v></c>`,
      () => `<c r="${place}"><v>12</v></c>`,
      () =>
        `<c r="${place}" t="inlineStr"><is><t>${made.word()}</t>${made.unknown((word) => `<strange>${word}</strange>`)}</is></c>`,
      () => `<c r="${place}"><v>12</v>${made.unknown((word) => `<strange>${word}</strange>`)}</c>`,
    ])();
  }

  #comments(): string {
    const { made } = this;
    made.parts['xl/comments1.xml'] = xml(
      `<comments xmlns="s"><authors><author>Ada</author></authors><commentList><comment ref="Y9" authorId="0"><text><r><t>Ada:&#10;${made.word()}</t></r></text></comment><comment ref="Z9" authorId="0"><text><t>${made.word()}</t><rPh><t>prompt</t></rPh></text></comment></commentList></comments>`,
    );
    made.parts['xl/threadedComments/threadedComment1.xml'] = xml(
      `<ThreadedComments xmlns="t"><threadedComment ref="X9" id="{1}"><text>${made.word()}</text></threadedComment><threadedComment ref="X9" id="{2}" parentId="{1}"><text>${made.word()}</text></threadedComment></ThreadedComments>`,
    );
    this.#links.push(
      ['rId1', 'comments', '../comments1.xml'],
      ['rId2', 'threadedComment', '../threadedComments/threadedComment1.xml'],
    );
    return '<legacyDrawing r:id="rId9"/>';
  }

  #controls(): string {
    const { made } = this;
    const kinds = made.some(3, () => {
      const kind = made.random.pick(['Button', 'Checkbox', 'Label', 'GBox', 'Radio']);
      return `<v:shape id="s"><v:textbox><div><font>${made.word()}</font></div></v:textbox><x:ClientData ObjectType="${kind}"><x:Anchor>1, 15, 2, 10, 3, 15, 5, 4</x:Anchor></x:ClientData></v:shape>`;
    });
    made.parts['xl/drawings/vmlDrawing1.vml'] =
      `<xml xmlns:v="v" xmlns:x="x"><v:shape id="n"><v:textbox><div></div></v:textbox><x:ClientData ObjectType="Note"><x:Row>0</x:Row></x:ClientData></v:shape>${kinds}</xml>`;
    this.#links.push(['rId9', 'vmlDrawing', '../drawings/vmlDrawing1.vml']);
    return '<legacyDrawing r:id="rId9"/>';
  }

  #drawing(): string {
    const { made } = this;
    const links: [string, string, string][] = [['rId1', 'image', '../media/image1.png']];
    const anchors = made.some(3, () => this.#anchor(links));
    made.parts['xl/drawings/drawing1.xml'] = xml(
      `<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:r="r" xmlns:c="c">${anchors}</xdr:wsDr>`,
    );
    made.parts['xl/drawings/_rels/drawing1.xml.rels'] = relationships(links);
    this.#links.push(['rId8', 'drawing', '../drawings/drawing1.xml']);
    return '<drawing r:id="rId8"/>';
  }

  #anchor(links: [string, string, string][]): string {
    const from =
      '<xdr:from><xdr:col>1</xdr:col><xdr:row>2</xdr:row></xdr:from><xdr:to><xdr:col>3</xdr:col><xdr:row>4</xdr:row></xdr:to>';
    return `<xdr:twoCellAnchor>${from}${this.#shape(links)}<xdr:clientData/></xdr:twoCellAnchor>`;
  }

  #shape(links: [string, string, string][]): string {
    const { made } = this;
    const named = (alt = '') => `<xdr:nvSpPr><xdr:cNvPr id="1" name="x"${alt}/></xdr:nvSpPr>`;
    const alt = () => ` title="${made.word()}" descr="${made.word()}"`;
    const body = () =>
      `<xdr:txBody><a:p><a:r><a:t>${made.word()}</a:t></a:r><a:br/><a:fld><a:t>${made.word()}</a:t></a:fld></a:p></xdr:txBody>`;
    return made.random.pick([
      () =>
        `<xdr:pic>${named(alt())}<xdr:blipFill><a:blip r:embed="rId1"/></xdr:blipFill></xdr:pic>`,
      () => `<xdr:sp>${named(alt())}${body()}</xdr:sp>`,
      () => `<xdr:cxnSp>${named(alt())}</xdr:cxnSp>`,
      () => `<xdr:grpSp><xdr:sp>${named()}${body()}</xdr:sp></xdr:grpSp>`,
      () =>
        `<xdr:sp>${named()}${body()}</xdr:sp>${made.unknown((word) => `<xdr:strange><a:p><a:t>${word}</a:t></a:p></xdr:strange>`)}`,
      () => {
        const id = `rIdC${links.length}`;
        links.push([id, 'chart', `../charts/chart${links.length}.xml`]);
        made.parts[`xl/charts/chart${links.length - 1}.xml`] = sheetChart(made);
        return `<xdr:graphicFrame>${named(` descr="${made.word()}"`)}<a:graphic><a:graphicData><c:chart r:id="${id}"/></a:graphicData></a:graphic></xdr:graphicFrame>`;
      },
    ])();
  }
}

function sheetChart(made: Construction): string {
  const rich = () => `<c:rich><a:p><a:r><a:t>${made.word()}</a:t></a:r></a:p></c:rich>`;
  return xml(
    `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx>${rich()}</c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:f>S!$A$1</c:f><c:strCache><c:pt idx="0"><c:v>${made.word()}</c:v></c:pt></c:strCache></c:strRef></c:tx><c:dLbls><c:dLbl><c:tx>${rich()}</c:tx></c:dLbl></c:dLbls><c:trendline><c:name>${made.word()}</c:name></c:trendline><c:val><c:numRef><c:f>S!$B$1</c:f><c:numCache><c:formatCode>0</c:formatCode><c:pt idx="0"><c:v>5</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart><c:valAx><c:title><c:tx>${rich()}</c:tx></c:title></c:valAx></c:plotArea></c:chart></c:chartSpace>`,
  );
}

export function makeSheetConstructs(made: Construction): Buffer {
  return new SheetMaker(made).workbook();
}

const SHAPES =
  'custom-shape rect ellipse circle line connector polyline polygon regular-polygon path caption'.split(
    ' ',
  );

export function makeOdfSheetConstructs(made: Construction): Buffer {
  let controls = '';
  const shape = (): string =>
    made.random.pick([
      () =>
        `<draw:frame><draw:image xlink:href="Pictures/image1.png"/><svg:title>${made.word()}</svg:title><svg:desc>${made.word()}</svg:desc></draw:frame>`,
      () =>
        `<draw:frame><draw:text-box><text:p>${made.word()}</text:p><text:p>${made.word()}</text:p></draw:text-box></draw:frame>`,
      () => {
        const name = made.random.pick(SHAPES);
        return `<draw:${name}><svg:desc>${made.word()}</svg:desc><text:p>${made.word()}</text:p></draw:${name}>`;
      },
      () => {
        const id = `control${made.count('control')}`;
        controls += `<form:checkbox xml:id="${id}" form:label="${made.word()}"/><form:text xml:id="${id}t" form:current-value="${made.word()}"/>`;
        return `<draw:control draw:control="${id}"/><draw:control draw:control="${id}t"/>`;
      },
      () => `<draw:g><draw:rect><text:p>${made.word()}</text:p></draw:rect></draw:g>`,
    ])();
  const content = (): string =>
    made.random.pick([
      () => `<text:p>${made.word()}</text:p>`,
      () =>
        `<text:p>${made.word()} <text:span text:style-name="B">${made.word()}</text:span></text:p>`,
      () => `<text:p>${made.word()}<text:line-break/>${made.word()}</text:p>`,
      () =>
        `<text:p><text:a xlink:href="https://example.com/">${made.word()}</text:a></text:p><text:p>${made.word()}</text:p>`,
      () =>
        `<text:p><text:ruby><text:ruby-base>${made.word()}</text:ruby-base><text:ruby-text>${made.word()}</text:ruby-text></text:ruby></text:p>`,
      () => `<text:p>${made.word()}<text:sheet-name>${made.word()}</text:sheet-name></text:p>`,
      () =>
        `<office:annotation><dc:creator xmlns:dc="dc">Ada</dc:creator><dc:date xmlns:dc="dc">2026-12-01</dc:date><text:p>${made.word()}</text:p></office:annotation>`,
      () => `<text:p>${made.word()}</text:p>${shape()}`,
      () =>
        `<text:p>${made.word()}</text:p>${made.unknown((word) => `<table:strange>${word}</table:strange>`)}`,
      () =>
        `<text:p>${made.word()}${made.unknown((word) => `<text:strange> ${word}</text:strange>`)}</text:p>`,
    ])();
  const cell = (): string =>
    made.random.percent(20)
      ? `<table:table-cell table:style-name="D" office:value-type="date" office:date-value="2026-03-05"><text:p>${made.word()} 05.03.26</text:p></table:table-cell>`
      : `<table:table-cell office:value-type="string">${content()}</table:table-cell>`;
  const row = () => `<table:table-row>${cell()}${cell()}</table:table-row>`;
  const table = (name: string) => {
    controls = '';
    const content = `${made.unknown((word) => `<table:strange>${word}</table:strange>`)}<table:shapes>${shape()}</table:shapes><table:table-column/><table:table-header-rows>${row()}</table:table-header-rows>${made.some(3, row)}`;
    return `<table:table table:name="${name}"><office:forms><form:form xmlns:form="form">${controls}</form:form></office:forms>${content}</table:table>`;
  };
  const edge = (kind: string, warning: string) =>
    `<style:${kind}><text:p>${made.hidden(warning)} <text:page-number>1</text:page-number></text:p></style:${kind}>`;
  const styles = `<office:document-styles><office:automatic-styles><number:date-style style:name="N1"><number:day/><number:text>.</number:text><number:month/><number:year/></number:date-style><style:style style:name="D" style:data-style-name="N1"/></office:automatic-styles><office:master-styles><style:master-page style:name="M">${edge('header', HEADERS)}${edge('footer', FOOTERS)}</style:master-page></office:master-styles></office:document-styles>`;
  return openDocument('spreadsheet', table('One') + (made.random.percent(50) ? table('Two') : ''), {
    'styles.xml': styles,
  });
}
