import {
  assign,
  charCodeAt,
  create,
  RangeErrorClass,
  slice,
  subarray,
  toLowerCase,
  toText,
  trim,
  TypeErrorClass,
  Uint8ArrayClass,
} from '../intrinsics.js';
import { toBytesOrNull } from './bytes.js';
import { compute } from './compute.js';
import { encodeUtf8, encodeUtf8Into, TextBuilder, Utf8Decoder } from './utf8.js';

/** Encodings implemented here; the supervisor has the others. `latin1` and `ascii` mean windows-1252, as on the web. */
type Encoding = 'utf-8' | 'utf-16le' | 'windows-1252';

const LABELS: Record<string, Encoding> = assign(
  create(null) as Record<string, Encoding>,
  {
    'utf-8': 'utf-8',
    utf8: 'utf-8',
    'unicode-1-1-utf-8': 'utf-8',
    'utf-16le': 'utf-16le',
    'utf-16': 'utf-16le',
    'ucs-2': 'utf-16le',
    unicode: 'utf-16le',
    'windows-1252': 'windows-1252',
    cp1252: 'windows-1252',
    latin1: 'windows-1252',
    'iso-8859-1': 'windows-1252',
    l1: 'windows-1252',
    ascii: 'windows-1252',
    'us-ascii': 'windows-1252',
  } as const,
);
/** The characters of windows-1252 from 0x80 to 0x9f. */
const HIGH_1252 =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';
/** Number of bytes of a legacy encoding that the supervisor decodes at once. */
const PART = 8 * 1024 * 1024;
let lastDecoder = 0;
const BOM = 0xfeff;
const REPLACEMENT = 0xfffd;

class TextEncoder {
  get encoding(): string {
    return 'utf-8';
  }

  encode(text: unknown = ''): Uint8Array<ArrayBuffer> {
    return encodeUtf8(toText(text));
  }

  encodeInto(text: unknown, bytes: unknown): { read: number; written: number } {
    if (!(bytes instanceof Uint8ArrayClass))
      throw new TypeErrorClass('TextEncoder.encodeInto needs a Uint8Array');
    return encodeUtf8Into(toText(text), bytes);
  }
}

interface Options {
  fatal?: boolean;
  ignoreBOM?: boolean;
}

class TextDecoder {
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  #utf8 = new Utf8Decoder();
  /** The first byte or surrogate of an incomplete UTF-16 character; -1 for none. */
  #byte = -1;
  #lead = -1;
  #begun = false;
  /** Number of the supervisor's decoder, which exists between two parts of a text. */
  #id = 0;

  constructor(label: unknown = 'utf-8', { fatal = false, ignoreBOM = false }: Options = {}) {
    this.encoding = LABELS[toLowerCase(trim(toText(label)))] ?? legacyEncoding(toText(label));
    this.fatal = !!fatal;
    this.ignoreBOM = !!ignoreBOM;
  }

  decode(data?: unknown, { stream = false }: { stream?: boolean } = {}): string {
    const bytes = data === undefined ? new Uint8ArrayClass(0) : toBytesOrNull(data);
    if (bytes === null)
      throw new TypeErrorClass('TextDecoder.decode needs an ArrayBuffer or a view of one');
    const text = new TextBuilder();
    const malformed = (): void => {
      if (this.fatal) throw new TypeErrorClass(`The bytes are not valid ${this.encoding}`);
      text.addUnit(REPLACEMENT);
    };
    try {
      if (this.encoding === 'utf-8') this.#utf8.decode(bytes, text, !stream, malformed);
      else if (this.encoding === 'utf-16le') this.#decodeUtf16(bytes, text, !stream, malformed);
      else if (this.encoding === 'windows-1252') decode1252(bytes, text);
      else return this.#decodeLegacy(bytes, stream);
    } catch (error) {
      this.#restart();
      throw error;
    }
    const whole = this.#withoutBom(text.take());
    if (!stream) this.#restart();
    return whole;
  }

  #decodeUtf16(bytes: Uint8Array, text: TextBuilder, last: boolean, malformed: () => void): void {
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index] ?? 0;
      if (this.#byte === -1) {
        this.#byte = byte;
        continue;
      }
      const unit = this.#byte | (byte << 8);
      this.#byte = -1;
      const trails = unit >= 0xdc00 && unit <= 0xdfff;
      const lead = this.#lead;
      this.#lead = -1;
      if (lead !== -1 && trails) {
        text.addUnit(lead);
        text.addUnit(unit);
        continue;
      }
      if (lead !== -1) malformed();
      if (trails) malformed();
      else if (unit >= 0xd800 && unit <= 0xdbff) this.#lead = unit;
      else text.addUnit(unit);
    }
    if (!last || (this.#byte === -1 && this.#lead === -1)) return;
    this.#byte = -1;
    this.#lead = -1;
    malformed();
  }

  #decodeLegacy(bytes: Uint8Array, stream: boolean): string {
    const { encoding: label, fatal } = this;
    if (this.#id === 0) this.#id = lastDecoder += 1;
    const id = this.#id;
    let text = '';
    for (let at = 0; at === 0 || at < bytes.length; at += PART) {
      const more = stream || at + PART < bytes.length;
      const data = subarray(bytes as Uint8Array<ArrayBuffer>, at, at + PART);
      text += compute('decode', { id, label, fatal, data, more }) as string;
    }
    const whole = this.#withoutBom(text);
    if (!stream) this.#restart();
    return whole;
  }

  #withoutBom(text: string): string {
    if (this.#begun || text === '') return text;
    this.#begun = true;
    const marked = charCodeAt(text, 0) === BOM && slice(this.encoding, 0, 3) === 'utf';
    return marked && !this.ignoreBOM ? slice(text, 1, text.length) : text;
  }

  #restart(): void {
    this.#utf8 = new Utf8Decoder();
    this.#byte = -1;
    this.#lead = -1;
    this.#begun = false;
  }
}

function legacyEncoding(label: string): string {
  try {
    return compute('encoding', { label }) as string;
  } catch {
    throw new RangeErrorClass(`TextDecoder: there is no encoding "${label}"`);
  }
}

function decode1252(bytes: Uint8Array, text: TextBuilder): void {
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    const high = byte >= 0x80 && byte <= 0x9f;
    text.addUnit(high ? charCodeAt(HIGH_1252, byte - 0x80) : byte);
  }
}

/** Creates the classes on first use. @see scripts/in-one-function.mjs */
export function makeTextEncoding() {
  return { TextDecoder, TextEncoder };
}
