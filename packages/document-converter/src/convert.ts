import { type Converted, type ConvertOptions, DocumentError } from './converted.js';
import { detect } from './detect.js';
import { ENDINGS } from './endings.js';
import { CONVERTERS } from './formats.js';
import { type Converter, type Outcome, type Source } from './formats/port.js';
import { MediaStore } from './input/media.js';
import { withoutPlaces } from './markdown/places.js';
import { renderTree } from './markdown/render.js';

/** Changes whenever the same document may be converted to other Markdown than before: documents can then be converted again. */
export const CONVERTER_VERSION = '4';

/** Name endings of documents that are converted, without the dot. */
export const FORMATS: readonly string[] = Object.keys(ENDINGS);

/**
 * Converts a document to Markdown. Its format is found by its content, and by its name if the content does not show it.
 *
 * @param name that it was uploaded with, such as `Report 2026.docx`
 * @throws DocumentError with the reason if it cannot be converted
 */
export async function convert(
  bytes: Buffer,
  name: string,
  options: ConvertOptions,
): Promise<Converted> {
  if (bytes.length === 0) throw new DocumentError('unreadable', 'The file is empty.');
  const format = detect(bytes, name);
  const media = new MediaStore(options.mediaPath);
  const { charset } = options;
  const source: Source = { bytes, name, format, charset, media, warnings: [] };
  const converter = CONVERTERS[format];
  if (converter === undefined)
    throw new DocumentError('unsupported', `Documents of the format ${format} are not converted.`);
  const markdown = tidy(await run(converter, source, options.fallback));
  if (isEmpty(markdown)) throw new DocumentError('unreadable', 'The document has no text.');
  return {
    format,
    markdown,
    media: media.media,
    warnings: [...source.warnings, ...media.warnings],
  };
}

/** Uses the first engine, or the fallback parser if it was asked for or the first engine cannot read the document. */
async function run(converter: Converter, source: Source, again: boolean): Promise<string> {
  const { convert: first, fallback: second } = converter;
  if (second === undefined) return toMarkdown(await first(source));
  if (again) return toMarkdown(await second(source));
  let reason = new DocumentError('unreadable', 'The document has no text.');
  try {
    const markdown = toMarkdown(await first(source));
    if (!isEmpty(markdown)) return markdown;
  } catch (error) {
    if (!(error instanceof DocumentError) || error.code === 'unsupported') throw error;
    reason = error;
  }
  const warnings = source.warnings.length;
  try {
    const markdown = toMarkdown(await second(source));
    if (!isEmpty(markdown)) return markdown;
  } catch {
    // The first engine's reason is kept: it reads more documents than the fallback parser.
  }
  source.warnings.length = warnings;
  throw reason;
}

function isEmpty(markdown: string): boolean {
  return withoutPlaces(markdown).trim() === '';
}

function toMarkdown(outcome: Outcome): string {
  return 'markdown' in outcome ? outcome.markdown : renderTree(outcome);
}

/** Removes characters that are not text, and differences between systems. */
function tidy(markdown: string): string {
  const text = markdown
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    // Control characters but tab and newline; byte order marks, which are invisible and break programs.
    .replaceAll(/(?![\t\n])\p{Cc}|[\ufeff\ufffe\uffff]/gu, '')
    .replaceAll(/\n{4,}/g, '\n\n\n');
  return `${text.replace(/^\n+/, '').trimEnd()}\n`;
}
