import { type Converted, type ConvertOptions, DocumentError } from './converted.js';
import { detect } from './detect.js';
import { ENDINGS } from './endings.js';
import { CONVERTERS } from './formats.js';
import { type Converter, type Outcome, type Source } from './formats/port.js';
import { MediaStore } from './input/media.js';
import { renderTree } from './markdown/render.js';

/** Changes whenever the same document may give other Markdown than before: what was converted then can be again. */
export const CONVERTER_VERSION = '2';

/** Endings of the names of documents that are converted, without the dot. */
export const FORMATS: readonly string[] = Object.keys(ENDINGS);

/**
 * Turns a document into Markdown. What it is, is told by its content, and by its name where that says nothing.
 *
 * @param name that it was uploaded with, such as `Report 2026.docx`
 * @throws DocumentError where there is nothing to convert, with the reason
 */
export async function convert(
  bytes: Buffer,
  name: string,
  options: ConvertOptions,
): Promise<Converted> {
  if (bytes.length === 0) throw new DocumentError('unreadable', 'The file is empty.');
  const format = detect(bytes, name);
  const media = new MediaStore(options.mediaPath);
  const source: Source = { bytes, name, format, media, warnings: [] };
  const converter = CONVERTERS[format];
  if (converter === undefined)
    throw new DocumentError('unsupported', `Documents of the format ${format} are not converted.`);
  const markdown = tidy(await run(converter, source, options.fallback));
  if (markdown === '\n') throw new DocumentError('unreadable', 'The document has no text.');
  return {
    format,
    markdown,
    media: media.media,
    warnings: [...source.warnings, ...media.warnings],
  };
}

/** By the first engine, or by the second if it was asked for or the first cannot read what it is given. */
async function run(converter: Converter, source: Source, again: boolean): Promise<string> {
  const { convert: first, fallback: second } = converter;
  if (second === undefined) return toMarkdown(await first(source));
  if (again) return toMarkdown(await second(source));
  let reason = new DocumentError('unreadable', 'The document has no text.');
  try {
    const markdown = toMarkdown(await first(source));
    if (markdown.trim() !== '') return markdown;
  } catch (error) {
    if (!(error instanceof DocumentError) || error.code === 'unsupported') throw error;
    reason = error;
  }
  const warnings = source.warnings.length;
  try {
    const markdown = toMarkdown(await second(source));
    if (markdown.trim() !== '') return markdown;
  } catch {
    // The first engine's reason is as good, and comes from the one that reads more.
  }
  source.warnings.length = warnings;
  throw reason;
}

function toMarkdown(outcome: Outcome): string {
  return 'markdown' in outcome ? outcome.markdown : renderTree(outcome);
}

/** What is not text in a text file, and what differs between systems. */
function tidy(markdown: string): string {
  const text = markdown
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    // Control characters but tab and newline; marks that are only seen by what breaks on them.
    .replaceAll(/(?![\t\n])\p{Cc}|[\ufeff\ufffe\uffff]/gu, '')
    .replaceAll(/\n{4,}/g, '\n\n\n');
  return `${text.replace(/^\n+/, '').trimEnd()}\n`;
}
