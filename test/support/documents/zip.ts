import { strToU8, zipSync } from 'fflate';

export type Parts = Record<string, string | Uint8Array>;

const EARLIEST = new Date('1980-01-02T00:00:00');

/** A zip archive with these parts in this order; the first may be stored, as ODF and EPUB want their `mimetype`. */
export function zipOf(parts: Parts, stored: readonly string[] = []): Buffer {
  const entries = Object.entries(parts).map(([name, content]) => [
    name,
    [
      typeof content === 'string' ? strToU8(content) : content,
      { level: stored.includes(name) ? 0 : 6, mtime: EARLIEST },
    ],
  ]);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

/** The smallest picture: one pixel, as PNG. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export function xml(body: string): string {
  return `${XML}\n${body}`;
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** `[Content_Types].xml` of Office documents, with the types of these parts. */
export function contentTypes(overrides: Record<string, string>): string {
  const lines = Object.entries(overrides).map(
    ([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`,
  );
  return xml(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>${lines.join('')}</Types>`,
  );
}

/** A `.rels` part: of each relationship its id, kind and target. */
export function relationships(
  list: readonly (readonly [id: string, kind: string, target: string, external?: boolean])[],
): string {
  const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const lines = list.map(
    ([id, kind, target, external]) =>
      `<Relationship Id="${id}" Type="${base}/${kind}" Target="${escapeXml(target)}"${external === true ? ' TargetMode="External"' : ''}/>`,
  );
  return xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`,
  );
}
