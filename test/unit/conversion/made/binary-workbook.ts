import { contentTypes, relationships, buildZip } from '../../../support/documents/zip.js';

/** Record types of [MS-XLSB]. */
const TYPE = { row: 0, real: 5, shared: 7, string: 19, sheet: 156, running: 479 };

/**
 * Returns an xlsb file with a sheet of many rows, which libraries cannot write. Texts are shared strings, numbers are
 * reals.
 */
export function longXlsb(
  name: string,
  rows: Iterable<readonly (string | number)[]>,
  { isBeta = false, header = '' } = {},
): Buffer {
  const texts = new Map<string, number>();
  const cells: Buffer[] = [];
  let y = 0;
  for (const row of rows) {
    const head = Buffer.alloc(25);
    head.writeUInt32LE(y, 0);
    cells.push(record(TYPE.row, head), ...row.map((value, x) => buildCell(value, x, texts)));
    y += 1;
  }
  // In betas of Excel 2007, another number precedes the id.
  if (header !== '') {
    const none = Buffer.alloc(4, 0xff);
    const edges = [text(header), none, none, none, none, none];
    cells.push(record(TYPE.running, Buffer.concat([Buffer.alloc(2), ...edges])));
  }
  const entry = [Buffer.alloc(isBeta ? 12 : 8), text('rId1'), text(name)];
  const strings = [...texts.keys()].map((each) =>
    record(TYPE.string, Buffer.concat([Buffer.alloc(1), text(each)])),
  );
  return buildZip({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.bin': 'application/vnd.ms-excel.sheet.binary.macroEnabled.main',
      'xl/worksheets/sheet1.bin': 'application/vnd.ms-excel.worksheet',
      'xl/sharedStrings.bin': 'application/vnd.ms-excel.sharedStrings',
    }),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.bin']]),
    'xl/_rels/workbook.bin.rels': relationships([
      ['rId1', 'worksheet', 'worksheets/sheet1.bin'],
      ['rId2', 'sharedStrings', 'sharedStrings.bin'],
    ]),
    'xl/workbook.bin': record(TYPE.sheet, Buffer.concat(entry)),
    'xl/worksheets/sheet1.bin': Buffer.concat(cells),
    'xl/sharedStrings.bin': Buffer.concat(strings),
  });
}

function buildCell(value: string | number, x: number, texts: Map<string, number>): Buffer {
  const isNumber = typeof value === 'number';
  const body = Buffer.alloc(isNumber ? 16 : 12);
  body.writeUInt32LE(x, 0);
  if (isNumber) body.writeDoubleLE(value, 8);
  else {
    const index = texts.get(value) ?? texts.size;
    texts.set(value, index);
    body.writeUInt32LE(index, 8);
  }
  return record(isNumber ? TYPE.real : TYPE.shared, body);
}

function text(value: string): Buffer {
  const out = Buffer.from(`--${value}`, 'utf16le');
  out.writeUInt32LE(value.length, 0);
  return out;
}

/**
 * Returns a record. Its type and length are encoded in groups of seven bits, whose highest bit says that another
 * follows.
 */
function record(type: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([...sevenBits(type), ...sevenBits(body.length)]), body]);
}

function sevenBits(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...sevenBits(value >> 7)];
}
