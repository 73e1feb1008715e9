// Streaming XML parser, for parts that are too large for a tree.
import { StringDecoder } from 'node:string_decoder';
import { DamagedError } from './zip.js';

/** Receives the elements and text of a part in order. Names have no prefixes. */
export interface XmlHandler {
  /** @param attributes raw text with the leading space, for {@link findAttribute} */
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** Takes raw text, possibly in several pieces, for {@link decodeXml}. */
  text(raw: string): void;
  /** True once the rest of the part is not needed. */
  readonly done?: boolean;
}

const LONGEST_TAG = 1024 * 1024;
const MAX_DEPTH = 500;
const SPACE = 32;
const SLASH = 47;
const COLON = 58;
/** Markup other than elements, with its end. */
const SECTIONS: readonly (readonly [string, string])[] = [
  ['!--', '-->'],
  ['![CDATA[', ']]>'],
  ['?', '?>'],
];

/**
 * Reads a part and passes its content to a handler. Returns false if elements are not closed or the part is truncated.
 */
export async function readXmlEvents(
  chunks: AsyncIterable<Buffer>,
  handler: XmlHandler,
): Promise<boolean> {
  const scanner = new XmlScanner(handler);
  let decoder: { write(bytes: Buffer): string } | undefined;
  try {
    for await (const chunk of chunks) {
      decoder ??= createXmlDecoder(chunk);
      scanner.push(decoder.write(chunk));
      if (handler.done === true) return scanner.sound;
    }
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error;
    scanner.sound = false;
  }
  scanner.end();
  return scanner.sound;
}

/**
 * Returns a decoder for XML that begins with these bytes: by the byte order mark, or by the declaration in the first
 * line.
 */
export function createXmlDecoder(first: Buffer): { write(bytes: Buffer): string } {
  const utf16 = first[0] === 0xff && first[1] === 0xfe;
  if (utf16) return new StringDecoder('utf16le');
  const declared = /^[^>]{0,80}encoding=["']([\w-]+)/.exec(first.toString('latin1', 0, 120))?.[1];
  if (declared === undefined || /^utf-?8$/i.test(declared)) return new StringDecoder('utf8');
  try {
    const decoder = new TextDecoder(declared);
    return { write: (bytes) => decoder.decode(bytes, { stream: true }) };
  } catch {
    return new StringDecoder('utf8');
  }
}

export class XmlScanner {
  sound = true;
  #rest = '';
  readonly #open: string[] = [];

  constructor(private readonly handler: XmlHandler) {}

  push(chunk: string): void {
    const xml = this.#rest === '' ? chunk : this.#rest + chunk;
    let at = 0;
    for (;;) {
      const start = xml.indexOf('<', at);
      if (start < 0) {
        // An entity may continue in the next chunk.
        const entity = xml.lastIndexOf('&');
        const end = entity > xml.length - 16 && entity >= at ? entity : xml.length;
        if (end > at) this.handler.text(xml.slice(at, end));
        this.#rest = xml.slice(end);
        return;
      }
      if (start > at) this.handler.text(xml.slice(at, start));
      const end = this.#markup(xml, start);
      if (end < 0) {
        this.#rest = xml.slice(start);
        if (this.#rest.length > LONGEST_TAG) throw tooDeep();
        return;
      }
      at = end;
      if (this.handler.done === true) return;
    }
  }

  end(): void {
    if (this.#rest !== '' && !this.#rest.startsWith('<')) this.handler.text(this.#rest);
    if (this.#open.length > 0) this.sound = false;
    while (this.#open.length > 0) this.handler.close(this.#open.pop() ?? '');
  }

  /** Returns the end of the markup that begins at `start`; -1 if it continues in the next chunk. */
  #markup(xml: string, start: number): number {
    const next = xml.charCodeAt(start + 1);
    // "!" and "?".
    if (next === 33 || next === 63) return this.#section(xml, start);
    const end = tagEnd(xml, start);
    if (end < 0) return -1;
    if (next === SLASH) this.#close(readLocalName(xml, start + 2, end));
    else this.#element(xml, start + 1, end);
    return end + 1;
  }

  #section(xml: string, start: number): number {
    if (xml.length - start < 9) return -1;
    for (const [begin, stop] of SECTIONS) {
      if (!xml.startsWith(begin, start + 1)) continue;
      const from = start + 1 + begin.length;
      const end = xml.indexOf(stop, from);
      if (end < 0) return -1;
      if (begin === '![CDATA[') this.handler.text(xml.slice(from, end).replaceAll('&', '&amp;'));
      return end + stop.length;
    }
    const end = xml.indexOf('>', start);
    if (end < 0 || !xml.slice(start, end).includes('[')) return end < 0 ? -1 : end + 1;
    const subset = xml.indexOf(']>', start);
    return subset < 0 ? -1 : subset + 2;
  }

  #element(xml: string, from: number, end: number): void {
    const empty = xml.charCodeAt(end - 1) === SLASH;
    const to = empty ? end - 1 : end;
    let at = from;
    let start = from;
    for (; at < to; at += 1) {
      const code = xml.charCodeAt(at);
      if (code <= SPACE) break;
      if (code === COLON) start = at + 1;
    }
    const name = xml.slice(start, at);
    this.handler.open(name, xml.slice(at, to));
    if (empty) this.handler.close(name);
    else {
      this.#open.push(name);
      if (this.#open.length > MAX_DEPTH) throw tooDeep();
    }
  }

  #close(name: string): void {
    const last = this.#open.pop();
    if (last === name) return this.handler.close(name);
    this.sound = false;
    if (last !== undefined) this.#open.push(last);
    // Open elements are closed with their parent.
    const at = this.#open.lastIndexOf(name);
    if (at < 0) return;
    while (this.#open.length > at) this.handler.close(this.#open.pop() ?? '');
  }
}

function tooDeep(): DamagedError {
  return new DamagedError('unreadable', 'The document is damaged: its content cannot be read.');
}

/** Returns the position of the ">" of a tag; in quotes, ">" is part of a value. */
function tagEnd(xml: string, start: number): number {
  let end = xml.indexOf('>', start);
  while (end >= 0) {
    const before = xml.charCodeAt(end - 1) === SLASH ? end - 2 : end - 1;
    const last = xml.charCodeAt(before);
    const closed = (last === 34 || last === 39) && xml.charCodeAt(before - 1) !== 61;
    if (closed || isOutside(xml, start, end)) return end;
    end = xml.indexOf('>', end + 1);
  }
  return -1;
}

function isOutside(xml: string, start: number, end: number): boolean {
  let quote = 0;
  for (let at = start; at < end; at += 1) {
    const code = xml.charCodeAt(at);
    if (quote === 0 ? code === 34 || code === 39 : code === quote) quote = quote === 0 ? code : 0;
  }
  return quote === 0;
}

function readLocalName(xml: string, from: number, end: number): string {
  const name = xml.slice(from, end).trimEnd();
  return name.slice(name.indexOf(':') + 1);
}

/** Cached for each name, since a workbook may have a million cells. */
const KEYS = new Map<string, string>();
const LOOSE = /['\t\n\r]|\s=|=\s/;

/** Returns the raw value of an attribute; its name may be given without the prefix. */
export function findAttribute(attributes: string, name: string): string | undefined {
  let key = KEYS.get(name);
  if (key === undefined) KEYS.set(name, (key = `${name}="`));
  for (let at = attributes.indexOf(key); at > 0; at = attributes.indexOf(key, at + 1)) {
    const before = attributes.charCodeAt(at - 1);
    if (before !== SPACE && before !== COLON) continue;
    const from = at + key.length;
    const end = attributes.indexOf('"', from);
    return end < 0 ? undefined : attributes.slice(from, end);
  }
  if (!LOOSE.test(attributes)) return undefined;
  const found = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return found?.[1] ?? found?.[2];
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** Decodes the entities of XML; other entities are kept. */
export function decodeXml(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );
}
