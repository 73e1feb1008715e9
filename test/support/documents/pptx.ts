import { contentTypes, escapeXml, type Parts, relationships, xml, buildZip } from './zip.js';

const MAIN = 'application/vnd.openxmlformats-officedocument.presentationml';
const NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

const LAYOUT: [string, string, string] = ['rId4', 'slideLayout', '../slideLayouts/layout.xml'];

export function slideRun(text: string, attributes = '', inside = ''): string {
  return `<a:r><a:rPr lang="en"${attributes}>${inside}</a:rPr><a:t>${escapeXml(text)}</a:t></a:r>`;
}

export interface Slide {
  title: string;
  /** Paragraphs of the body, each a sequence of runs. */
  body: string[];
  table?: string[][];
  /** Additional shapes, as XML. */
  more?: string;
  hidden?: boolean;
}

function shape(kind: string, paragraphs: string[]): string {
  const text = paragraphs.map((each) => `<a:p>${each}</a:p>`).join('');
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="${kind}"/><p:cNvSpPr/><p:nvPr><p:ph type="${kind}"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${text}</p:txBody></p:sp>`;
}

function buildTable(rows: string[][]): string {
  const grid = (rows[0] ?? []).map(() => '<a:gridCol w="100"/>').join('');
  const lines = rows.map(
    (row) =>
      `<a:tr h="100">${row.map((cell) => `<a:tc><a:txBody><a:bodyPr/><a:p>${slideRun(cell)}</a:p></a:txBody><a:tcPr/></a:tc>`).join('')}</a:tr>`,
  );
  return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="Table"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr firstRow="1"/><a:tblGrid>${grid}</a:tblGrid>${lines.join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
}

function slideXml({ title, body, table, more = '', hidden = false }: Slide): string {
  return xml(
    `<p:sld ${NAMESPACES}${hidden ? ' show="0"' : ''}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shape('title', [slideRun(title)])}${shape('body', body)}${table === undefined ? '' : buildTable(table)}${more}</p:spTree></p:cSld></p:sld>`,
  );
}

/** Returns a presentation. `master` adds a slide master with these shapes; `more` adds or replaces parts. */
export function pptx(
  slides: Slide[],
  { master, more }: { master?: string; more?: Parts } = {},
): Buffer {
  const numbers = slides.map((_, index) => index + 1);
  return buildZip({
    '[Content_Types].xml': contentTypes({
      'ppt/presentation.xml': `${MAIN}.presentation.main+xml`,
      ...Object.fromEntries(numbers.map((n) => [`ppt/slides/slide${n}.xml`, `${MAIN}.slide+xml`])),
    }),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/_rels/presentation.xml.rels': relationships(
      numbers.map((n) => [`rId${n}`, 'slide', `slides/slide${n}.xml`]),
    ),
    'ppt/presentation.xml': xml(
      `<p:presentation ${NAMESPACES}><p:sldIdLst>${numbers.map((n) => `<p:sldId id="${255 + n}" r:id="rId${n}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    ),
    ...Object.fromEntries(
      slides.flatMap((slide, index) => [
        [`ppt/slides/slide${index + 1}.xml`, slideXml(slide)],
        [
          `ppt/slides/_rels/slide${index + 1}.xml.rels`,
          relationships(master === undefined ? [] : [LAYOUT]),
        ],
      ]),
    ),
    ...(master !== undefined && {
      'ppt/slideLayouts/layout.xml': xml(`<p:sldLayout ${NAMESPACES}/>`),
      'ppt/slideLayouts/_rels/layout.xml.rels': relationships([
        ['rId1', 'slideMaster', '../slideMasters/master.xml'],
      ]),
      'ppt/slideMasters/master.xml': xml(`<p:sldMaster ${NAMESPACES}>${master}</p:sldMaster>`),
    }),
    ...more,
  });
}
