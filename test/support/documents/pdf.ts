const FONTS = ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Courier'];

/** A line of text. `x` and `y` are the position of its left end, in points from the lower left corner of the page. */
export interface PdfLine {
  x: number;
  y: number;
  size: number;
  text: string;
  bold?: boolean;
  face?: 'italic' | 'code';
  /**
   * The block that the line belongs to in a tagged PDF. Blocks are read by number, not in the order in which they are
   * drawn.
   */
  tag?: { role: string; block: number };
}

/** A straight line, in points from the lower left corner of the page. */
export type PdfRule = readonly [x0: number, y0: number, x1: number, y1: number];

export interface PdfExtras {
  /** Target of a link on each page, over the area from (70, 600) to (300, 620). */
  link?: string;
  /** Lines that are drawn on every page. */
  rules?: readonly PdfRule[];
  /** Additional lines of each page. */
  pageRules?: readonly (readonly PdfRule[])[];
  width?: number;
  /** Text that is drawn diagonally over each page. */
  stamp?: string;
  /** Form fields on the first page of an untagged PDF: kind, value and position. */
  fields?: readonly { kind: 'Tx' | 'Ch'; value: string; box: PdfRule }[];
  /** Additional annotations of the first page of an untagged PDF, including form fields, in PDF syntax. */
  annotations?: readonly string[];
  /** Additional entries of the catalog. */
  catalog?: string;
  /** Clockwise rotation of the pages, in degrees. */
  rotate?: number;
  /** Additional objects at the end, and additional entries of the trailer. */
  objects?: readonly string[];
  trailer?: string;
}

/** Returns a PDF with these lines on its pages, in Latin text. */
export function pdf(
  pages: PdfLine[][],
  {
    link,
    rules = [],
    pageRules = [],
    width = 612,
    rotate = 0,
    stamp,
    fields = [],
    annotations = [],
    catalog = '',
    objects: further = [],
    trailer = '',
  }: PdfExtras = {},
): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const first = 3 + FONTS.length;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ');
  const root = first + pages.length * 2;
  const tagged = pages.some((lines) => lines.some(({ tag }) => tag !== undefined));
  const tags = tagged ? ` /MarkInfo << /Marked true >> /StructTreeRoot ${root} 0 R` : '';
  const refs = [...fields, ...annotations].map((_, index) => `${root + index} 0 R`).join(' ');
  const form = refs === '' ? '' : ` /AcroForm << /Fields [${refs}] >>`;
  add(`<< /Type /Catalog /Pages 2 0 R${tags}${form}${catalog} >>`);
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  for (const font of FONTS)
    add(`<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`);
  const fonts = FONTS.map((_, index) => `/F${index + 1} ${index + 3} 0 R`).join(' ');
  const drawnOn = (page: number) =>
    [...rules, ...(pageRules[page] ?? [])]
      .map(([x0, y0, x1, y1]) => `${x0} ${y0} m ${x1} ${y1} l S`)
      .join('\n');
  const annotation =
    link === undefined
      ? ''
      : `<< /Type /Annot /Subtype /Link /Rect [70 600 300 620] /A << /S /URI /URI (${link}) >> >>`;
  for (const [index, lines] of pages.entries()) {
    const content = lines
      .map(
        ({ x, y, size, text, bold, face, tag }, mark) =>
          `${tag === undefined ? '' : `/${tag.role} << /MCID ${mark} >> BDC `}BT /F${face === 'code' ? 4 : face === 'italic' ? 3 : bold === true ? 2 : 1} ${size} Tf ${x} ${y} Td (${text.replaceAll(/[()\\]/g, '\\$&')}) Tj ET${tag === undefined ? '' : ' EMC'}`,
      )
      .concat(
        drawnOn(index),
        stamp === undefined ? '' : `BT /F1 40 Tf 0.7 0.7 -0.7 0.7 200 300 Tm (${stamp}) Tj ET`,
      )
      .join('\n');
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} 792] /Resources << /Font << ${fonts} >> >> /Contents ${first + index * 2 + 1} 0 R /Annots [${annotation} ${index === 0 ? refs : ''}] /StructParents ${index} /Rotate ${rotate} >>`,
    );
    add(`<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`);
  }
  for (const [index, { kind, value, box }] of fields.entries())
    add(
      `<< /Type /Annot /Subtype /Widget /FT /${kind} /T (f${index}) /V (${value}) /Rect [${box.join(' ')}] /P ${first} 0 R${kind === 'Ch' ? ` /Ff 131072 /Opt [[(${value}) (shown)]]` : ''} >>`,
    );
  for (const written of annotations) add(written);
  if (tagged) addTags(pages, first, objects);
  return assemble([...objects, ...further], trailer);
}

/** Adds the structure tree, and the element of each mark of each page. */
function addTags(pages: PdfLine[][], first: number, objects: string[]): void {
  const root = objects.length + 1;
  const elements: string[] = [];
  const parents = pages.map((lines, page) => {
    const blocks = [...Map.groupBy(lines.entries(), ([, { tag }]) => tag?.block ?? -1)];
    const element = new Map<number, number>();
    for (const [block, marked] of blocks.toSorted(([a], [b]) => a - b)) {
      const role = marked[0]?.[1].tag?.role;
      if (block < 0 || role === undefined) continue;
      const marks = marked.map(([mark]) => mark);
      elements.push(
        `<< /Type /StructElem /S /${role} /P ${root + 1} 0 R /Pg ${first + page * 2} 0 R /K [${marks.join(' ')}] >>`,
      );
      for (const mark of marks) element.set(mark, root + 1 + elements.length);
    }
    const refs = lines.map((_, mark) => (element.has(mark) ? `${element.get(mark)} 0 R` : 'null'));
    return `${page} [${refs.join(' ')}]`;
  });
  objects.push(
    `<< /Type /StructTreeRoot /K ${root + 1} 0 R /ParentTree << /Nums [${parents.join(' ')}] >> >>`,
    `<< /Type /StructElem /S /Document /P ${root} 0 R /K [${elements.map((_, at) => `${root + 2 + at} 0 R`).join(' ')}] >>`,
    ...elements,
  );
}

function assemble(objects: string[], trailer: string): Buffer {
  let out = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = out.length;
    out += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  out += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${out.length}\n%%EOF\n`;
  return Buffer.from(out, 'latin1');
}
