import { stripVTControlCharacters } from 'node:util';
import { DocumentError } from '../converted.js';
import { decodeText } from '../input/charset.js';
import { type Outcome, type Source } from './port.js';

/** Limit on a cell's output: longer output is a log, not a result. */
const MAX_OUTPUT = 20_000;

/** Returns cells in order: Markdown as it is, code in fences, its text output and pictures after it. */
export function readNotebook(source: Source): Outcome {
  const notebook = parse(source);
  const cells = asArray(notebook['cells'] ?? asObject(asArray(notebook['worksheets'])[0])['cells']);
  const metadata = asObject(notebook['metadata']);
  const language =
    asText(asObject(metadata['language_info'])['name']) ||
    asText(asObject(metadata['kernelspec'])['language']) ||
    'python';
  const parts = cells.flatMap((cell) => cellParts(asObject(cell), language, source));
  return { markdown: parts.filter((part) => part !== '').join('\n\n') };
}

function parse(source: Source): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(decodeText(source.bytes, source.warnings, undefined, source.charset));
  } catch {
    throw new DocumentError('unreadable', 'The notebook is damaged: it is not JSON.');
  }
  const notebook = asObject(value);
  if (!Array.isArray(notebook['cells']) && !Array.isArray(notebook['worksheets']))
    throw new DocumentError('unreadable', 'The file is no notebook: it has no cells.');
  return notebook;
}

function cellParts(cell: Record<string, unknown>, language: string, source: Source): string[] {
  const content = asText(cell['source'] ?? cell['input']).trim();
  if (cell['cell_type'] === 'markdown') return [withMedia(content, cell, source)];
  if (cell['cell_type'] === 'heading')
    return [`${'#'.repeat(Number(cell['level']) || 1)} ${content}`];
  if (cell['cell_type'] !== 'code') return [fenced(content, '')];
  const outputs = asArray(cell['outputs']).map((each) => outputPart(asObject(each), source));
  return [fenced(content, language), ...outputs];
}

/** Resolves pictures that a Markdown cell contains itself: `![…](attachment:name.png)`. */
function withMedia(markdown: string, cell: Record<string, unknown>, source: Source): string {
  return markdown.replaceAll(/\(attachment:([^)\s]+)\)/g, (_, name: string) => {
    const attachment = asObject(asObject(cell['attachments'])[name]);
    const [mediaType] = Object.keys(attachment);
    const data = Buffer.from(asText(attachment[mediaType ?? '']), 'base64');
    return `(${source.media.add(name, mediaType ?? '', data) ?? ''})`;
  });
}

function outputPart(output: Record<string, unknown>, source: Source): string {
  if (output['output_type'] === 'error')
    return fenced(`${asText(output['ename'])}: ${asText(output['evalue'])}`, '');
  const data = asObject(output['data']);
  for (const mediaType of ['image/png', 'image/jpeg']) {
    const picture = asText(data[mediaType]);
    if (picture === '') continue;
    const url = source.media.add('output', mediaType, Buffer.from(picture, 'base64'));
    if (url !== undefined) return `![](${url})`;
  }
  const markdown = asText(data['text/markdown']);
  if (markdown !== '') return markdown.trim();
  return fenced(asText(output['text'] ?? data['text/plain']), '');
}

function fenced(code: string, language: string): string {
  const plain = stripVTControlCharacters(code).replace(/^\n+/, '').trimEnd();
  if (plain === '') return '';
  const cut =
    plain.length > MAX_OUTPUT && language === '' ? `${plain.slice(0, MAX_OUTPUT)}\n…` : plain;
  const longest = Math.max(2, ...[...cut.matchAll(/`+/g)].map(({ 0: run }) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${cut}\n${fence}`;
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Joins text: notebooks have it as one string or as one for each line. */
function asText(value: unknown): string {
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string').join('');
  return typeof value === 'string' ? value : '';
}
