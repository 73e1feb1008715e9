import { type Parts, PIXEL, xml, buildZip } from './zip.js';

const NAMESPACES = [
  ['office', 'office'],
  ['text', 'text'],
  ['table', 'table'],
  ['style', 'style'],
  ['draw', 'drawing'],
  ['presentation', 'presentation'],
]
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const WEB =
  'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"';
const STYLES =
  '<office:automatic-styles><style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style><style:style style:name="UP" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style><style:style style:name="DOWN" style:family="text"><style:text-properties style:text-position="-33% 58%"/></style:style><style:style style:name="HID" style:family="text"><style:text-properties text:display="none"/></style:style><style:style style:name="HIDTAB" style:family="table"><style:table-properties table:display="false"/></style:style><text:list-style xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/></text:list-style><text:list-style style:name="L"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style></office:automatic-styles>';

/**
 * Returns an OpenDocument file with this content of `office:text`, `office:spreadsheet` or `office:presentation`. Its
 * styles: `B` is bold, `UP` raised, `DOWN` lowered, `HID` hidden, `HIDTAB` a hidden sheet.
 */
export function openDocument(
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  more: Parts = {},
): Buffer {
  const mimetype = `application/vnd.oasis.opendocument.${kind}`;
  return buildZip(
    {
      mimetype,
      'META-INF/manifest.xml': xml(
        `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mimetype}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
      ),
      'content.xml': xml(
        `<office:document-content ${NAMESPACES} ${WEB}>${STYLES}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
      ),
      'Pictures/image1.png': PIXEL,
      ...more,
    },
    ['mimetype'],
  );
}

export function odfTable(name: string, rows: string[][]): string {
  const lines = rows.map(
    (row) =>
      `<table:table-row>${row.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`,
  );
  return `<table:table table:name="${name}"><table:table-column table:number-columns-repeated="${rows[0]?.length ?? 1}"/>${lines.join('')}</table:table>`;
}
