import { parseEnding } from '../endings.js';
import { decodeText } from '../input/charset.js';
import { readHtml, webResolver } from '../html/html.js';
import { asHtml, isXhtml } from '../html/xhtml.js';
import { TEXT_LANGUAGES } from './text-names.js';
import { type Outcome, type Source } from './port.js';

/** Maximum length of HTML in characters; the rest is cut, since parsing it would take too much memory. */
const MAX_HTML = 32 * 1024 * 1024;
const MAX_TEXT = 64 * 1024 * 1024;

/**
 * Returns text as its own Markdown: authors of text files do not expect escaped asterisks. Text for programs becomes
 * code, since its line breaks and characters have another meaning in Markdown.
 */
export function readText(source: Source): Outcome {
  const decoded = decodeText(source.bytes, source.warnings, undefined, source.charset);
  const text = cut(decoded, MAX_TEXT, source);
  const language = TEXT_LANGUAGES[parseEnding(source.name)];
  if (language === undefined || text.trim() === '') return { markdown: text };
  return { blocks: [{ kind: 'code', language, text }], notes: [] };
}

export function readHtmlFile(source: Source): Outcome {
  const { bytes, warnings } = source;
  const decoded = decodeText(bytes, warnings, declaredCharset(bytes), source.charset);
  const html = cut(decoded, MAX_HTML, source);
  const isXml = parseEnding(source.name) === 'xhtml' || isXhtml(html);
  const page = isXml ? asHtml(html) : html;
  return { blocks: readHtml(page, webResolver(source.media), source), notes: [] };
}

function cut(text: string, length: number, source: Source): string {
  if (text.length <= length) return text;
  source.warnings.push(`Only the first ${length / 1024 / 1024} Mi characters were converted.`);
  return text.slice(0, length);
}

function declaredCharset(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 4096).toString('latin1');
  return (/^\s*<\?xml[^<>]*\sencoding\s*=\s*["']([\w-]+)/.exec(head) ??
    /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head))?.[1];
}
