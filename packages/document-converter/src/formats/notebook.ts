import { stripVTControlCharacters } from 'node:util';
import { DocumentError } from '../converted.js';
import { decodeText } from '../input/charset.js';
import { Losses, quoted } from '../input/losses.js';
import { readHtml, webResolver } from '../html/html.js';
import { extractRest } from '../count/alternatives.js';
import { type Block, type DocumentTree, paragraph } from '../tree.js';
import { type Source } from './port.js';

/** Maximum length of a cell's output in characters; longer output is a log rather than a result. */
const MAX_OUTPUT = 20_000;
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'];
/** Default text of an object in Python, which has a better form. */
const OBJECT = /^\s*<[\w.]+(?: [^<>\n]*)?>\s*$/;
/** Forms of a result other than pictures and plain text, the best first. */
const FORMS = [
  'text/markdown',
  'text/html',
  'text/latex',
  'application/json',
  'application/geo+json',
  'application/vdom.v1+json',
];
/** Names of the forms in version 3 of the format. */
const OLD_FORMS: Readonly<Record<string, string>> = {
  text: 'text/plain',
  html: 'text/html',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpeg: 'image/jpeg',
  latex: 'text/latex',
  json: 'application/json',
};

/** Returns the cells in order: Markdown unchanged, code in fences followed by its output. */
export function readNotebook(source: Source): DocumentTree {
  const notebook = parse(source);
  const sheets = asArray(notebook['worksheets']).flatMap((each) =>
    asArray(asObject(each)['cells']),
  );
  const cells = Array.isArray(notebook['cells']) ? notebook['cells'] : sheets;
  const metadata = asObject(notebook['metadata']);
  const language =
    asText(asObject(metadata['language_info'])['name']) ||
    asText(asObject(metadata['kernelspec'])['language']) ||
    'python';
  const losses = new Losses(source.words);
  const blocks = cells.flatMap((cell, at) =>
    new CellReader(source, losses, `cell ${at + 1}`, language).blocks(asObject(cell)),
  );
  losses.report(source.warnings);
  return { blocks, notes: [] };
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
    throw new DocumentError('unreadable', 'The file is not a notebook: it has no cells.');
  return notebook;
}

class CellReader {
  constructor(
    private readonly source: Source,
    private readonly losses: Losses,
    private readonly place: string,
    private readonly language: string,
  ) {}

  blocks(cell: Record<string, unknown>): Block[] {
    this.losses.words.source(this.place, () => textsOfCell(cell));
    const content = asText(cell['source'] ?? cell['input']).trim();
    if (cell['cell_type'] === 'markdown') return this.#markdown(content, cell);
    if (cell['cell_type'] === 'heading') {
      const level = '#'.repeat(Math.min(6, Number(cell['level']) || 1));
      return content === '' ? [] : [{ kind: 'markdown', text: `${level} ${content}` }];
    }
    if (cell['cell_type'] !== 'code') return this.#code(content, '');
    const outputs = asArray(cell['outputs']).flatMap((each) => this.#output(asObject(each)));
    return [...this.#code(content, this.language), ...outputs];
  }

  #markdown(content: string, cell: Record<string, unknown>): Block[] {
    const text = withMedia(content, cell, this.source);
    if (text !== content) {
      this.losses.words.know(content);
      this.losses.words.own(text);
    }
    return content === '' ? [] : [{ kind: 'markdown', text }];
  }

  #output(output: Record<string, unknown>): Block[] {
    const kind = asText(output['output_type']);
    if (kind === 'error' || kind === 'pyerr') return this.#error(output);
    if (kind === 'stream') return this.#printed(asText(output['text']));
    const old = Object.entries(OLD_FORMS).map(([name, type]) => [type, output[name]] as const);
    return this.#result({ ...Object.fromEntries(old), ...asObject(output['data']) });
  }

  #error(output: Record<string, unknown>): Block[] {
    const head = `${asText(output['ename'])}: ${asText(output['evalue'])}`;
    const lines = asArray(output['traceback']).map((line) => stripTerminalCodes(asText(line)));
    const traced = lines.join('\n');
    const { words } = this.losses;
    // The last line of a traceback is the error.
    if (!traced.includes(asText(output['evalue']))) return this.#printed(`${traced}\n${head}`);
    if (traced.trim() === '') return this.#printed(head);
    words.know(head);
    return this.#printed(traced);
  }

  /** Returns one result, which may have several forms. */
  #result(data: Record<string, unknown>): Block[] {
    const plain = asText(data['text/plain']);
    const best = this.#bestOf(data);
    if (best === undefined) return this.#printed(plain);
    const { words } = this.losses;
    if (plain.trim() === '' || OBJECT.test(plain)) {
      words.know(plain);
      return best;
    }
    const { lines, known } = extractRest(plain, best);
    for (const each of known) words.know(each);
    return [...best, ...this.#printed(lines.join('\n'))];
  }

  #bestOf(data: Record<string, unknown>): Block[] | undefined {
    const picture = this.#picture(data);
    const [text, ...others] = this.#forms(data);
    for (const other of others) for (const said of textsOfForm(other)) this.losses.words.know(said);
    if (text === undefined) return picture.length > 0 ? picture : undefined;
    const [type, value] = text;
    if (type === 'text/html') {
      const page = readHtml(asText(value), webResolver(this.source.media), this.source, this.place);
      return [...picture, ...page];
    }
    if (type === 'text/markdown')
      return [...picture, { kind: 'markdown', text: asText(value).trim() }];
    if (typeof value === 'object' && asText(value) === '')
      this.losses.words.own(JSON.stringify(value));
    return [...picture, ...this.#printed(asText(value) || JSON.stringify(value, null, 2))];
  }

  /** Returns the forms of a result other than pictures and plain text, the best first. */
  #forms(data: Record<string, unknown>): [string, unknown][] {
    return FORMS.map((type): [string, unknown] => [type, data[type]]).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    );
  }

  #picture(data: Record<string, unknown>): Block[] {
    for (const type of PICTURES) {
      const picture = asText(data[type]);
      if (picture === '') continue;
      const bytes = Buffer.from(picture, type === 'image/svg+xml' ? 'utf8' : 'base64');
      const url = this.source.media.add('output', type, bytes);
      if (url !== undefined) return [paragraph({ kind: 'image', alt: '', url })];
    }
    return [];
  }

  /** Returns the printed output of a program; a long log is truncated. */
  #printed(output: string): Block[] {
    const text = stripTerminalCodes(output).replace(/^\n+/, '').trimEnd();
    if (text.length <= MAX_OUTPUT) return this.#code(text, '');
    const rest = text.slice(MAX_OUTPUT);
    this.losses.add(
      `Output after its first ${MAX_OUTPUT} characters was left out`,
      () => `${quoted(rest)} in ${this.place}`,
    );
    return this.#code(`${text.slice(0, MAX_OUTPUT)}\n…`, '');
  }

  #code(code: string, language: string): Block[] {
    const text = stripTerminalCodes(code).replace(/^\n+/, '').trimEnd();
    return text.trim() === '' ? [] : [{ kind: 'code', language, text }];
  }
}

/** Returns the texts of a cell except for HTML results, which are counted separately. */
function textsOfCell(cell: Record<string, unknown>): string[] {
  const outputs = asArray(cell['outputs']).map(asObject);
  const said = outputs.flatMap((output) => [
    ...['ename', 'evalue', 'traceback', 'text', 'latex'].map((name) => asLines(output[name])),
    ...Object.entries(asObject(output['data'])).flatMap(textsOfForm),
  ]);
  return [asText(cell['source'] ?? cell['input']), ...said].map(stripTerminalCodes);
}

/** Returns the texts of one form of a result. */
function textsOfForm([type, value]: [string, unknown]): string[] {
  return /^text\/(?!html)/.test(type) ? [stripTerminalCodes(asText(value))] : [];
}

/** Joins lines of a traceback with line breaks, so that words of adjacent lines stay separate. */
function asLines(value: unknown): string {
  return Array.isArray(value) ? value.map(asText).join('\n') : asText(value);
}

function stripTerminalCodes(text: string): string {
  return stripVTControlCharacters(text);
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

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Joins text, which notebooks store as one string or as a list of lines. */
function asText(value: unknown): string {
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string').join('');
  return typeof value === 'string' ? value : '';
}
