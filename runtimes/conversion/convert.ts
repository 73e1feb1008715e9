import { type ConvertOptions, type Converted, DocumentError } from './converted.js';

export const CONVERTER_VERSION = '0';

export const FORMATS: readonly string[] = ['csv', 'html', 'txt'];

/** The Markdown of a document. Throws {@link DocumentError}. */
export async function convert(
  bytes: Uint8Array,
  name: string,
  _options: ConvertOptions,
): Promise<Converted> {
  const format = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (!FORMATS.includes(format))
    throw new DocumentError('unsupported', `Documents of the kind "${format}" are not converted.`);
  const text = decode(bytes).normalize('NFC').replaceAll('\0', '').replaceAll(/\r\n?/g, '\n');
  const markdown = format === 'csv' ? table(text) : format === 'html' ? withoutTags(text) : text;
  return { format, markdown: `${markdown.trim()}\n`, media: [], warnings: [] };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DocumentError('unreadable', 'The document is no text in UTF-8.');
  }
}

function table(text: string): string {
  const rows = text.trim().split('\n', 10_000);
  if (rows.some((row) => row.length > 100_000))
    throw new DocumentError(
      'unreadable',
      'The document has a line of more than 100,000 characters.',
    );
  const [head = '', ...rest] = rows.map((row) => `| ${row.split(',').join(' | ')} |`);
  const rule = `|${' --- |'.repeat((rows[0] ?? '').split(',').length)}`;
  return [head, rule, ...rest].join('\n');
}

function withoutTags(text: string): string {
  return text.replaceAll(/<[^<>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}
