/** The converter as a library. It reads documents in the caller's process, without limits on time or memory. */
import { convert as convertDocument } from './convert.js';
import type { Converted, Progress, Recognise } from './converted.js';
import { findMissingEngines } from './engines.js';

export { CONVERTER_VERSION, FORMATS } from './convert.js';
export {
  type Converted,
  type ConvertedMedia,
  DocumentError,
  type Progress,
  type Recognise,
} from './converted.js';

export interface DocumentOptions {
  /** Name of the document, such as `Report 2026.docx`; it determines the format if the content is ambiguous. */
  name: string;
  /** Prefix of links to media. Default: the name and `.media/`. */
  mediaPath?: string;
  /** True to read with the format's fallback parser first, if it has one. */
  fallback?: boolean;
  /** Charset of a text, such as `windows-1251`; detected by default. */
  charset?: string;
  /** Reads pages of PDF that are pictures, such as by OCR; without it they have no text. */
  recognise?: Recognise;
  /** Receives progress, as often as the reader reports it; some readers report none. */
  progress?: Progress;
}

/**
 * Converts a document to Markdown.
 *
 * @throws DocumentError with the reason if nothing can be converted
 */
export function convert(
  { buffer, byteOffset, byteLength }: Uint8Array,
  {
    name,
    mediaPath = `${name}.media/`,
    fallback = false,
    charset,
    recognise,
    progress,
  }: DocumentOptions,
): Promise<Converted> {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return convertDocument(bytes, name, { mediaPath, fallback, charset, recognise, progress });
}

/** Returns the reasons why formats are not converted on this machine, a sentence for each missing engine. */
export function missingEngines(): string[] {
  return findMissingEngines();
}
