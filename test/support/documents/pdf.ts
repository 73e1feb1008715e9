/** A line of text: where its left end stands in points from the lower left, how large, and in which face. */
export interface PdfLine {
  x: number;
  y: number;
  size: number;
  text: string;
  bold?: boolean;
}

/** A PDF written by hand: of each page its lines, in Latin text. */
export function pdf(pages: PdfLine[][], link?: string): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const first = 5;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>');
  const annotation =
    link === undefined
      ? ''
      : ` /Annots [<< /Type /Annot /Subtype /Link /Rect [70 600 300 620] /A << /S /URI /URI (${link}) >> >>]`;
  for (const [index, lines] of pages.entries()) {
    const content = lines
      .map(
        ({ x, y, size, text, bold }) =>
          `BT /${bold === true ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td (${text.replaceAll(/[()\\]/g, '\\$&')}) Tj ET`,
      )
      .join('\n');
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${first + index * 2 + 1} 0 R${annotation} >>`,
    );
    add(`<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`);
  }
  return assemble(objects);
}

function assemble(objects: string[]): Buffer {
  let out = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = out.length;
    out += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  out += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${out.length}\n%%EOF\n`;
  return Buffer.from(out, 'latin1');
}
