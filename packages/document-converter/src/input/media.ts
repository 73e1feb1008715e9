import { type ConvertedMedia } from '../converted.js';

const ENDINGS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/webp': 'webp',
  'image/tiff': 'tif',
  'image/svg+xml': 'svg',
  'image/x-emf': 'emf',
  'image/emf': 'emf',
  'image/x-wmf': 'wmf',
  'image/wmf': 'wmf',
  'image/avif': 'avif',
};
const MAX_COUNT = 2000;
const MAX_BYTES = 256 * 1024 * 1024;

/** Collects the linked files inside a document, each under a unique name. */
export class MediaStore {
  readonly media: ConvertedMedia[] = [];
  readonly #names = new Set<string>();
  #bytes = 0;
  #leftOut = 0;

  /** @param path prefix of links: `report.docx.media/` */
  constructor(private readonly path: string) {}

  /** Keeps a file and returns the link to it; undefined if it is empty or exceeds the limits. */
  add(wanted: string, mediaType: string, bytes: Uint8Array): string | undefined {
    if (bytes.length === 0) return undefined;
    if (this.media.length >= MAX_COUNT || this.#bytes + bytes.length > MAX_BYTES) {
      this.#leftOut += 1;
      return undefined;
    }
    const name = this.#freeName(wanted, mediaType);
    this.#names.add(name.toLowerCase());
    this.#bytes += bytes.length;
    this.media.push({ name, bytes });
    return (
      encodeURI(this.path).replaceAll(/[()#?]/g, encodeURIComponent) + encodeURIComponent(name)
    );
  }

  get warnings(): string[] {
    return this.#leftOut === 0
      ? []
      : [`${this.#leftOut} pictures were left out: a document may have ${MAX_COUNT} of them.`];
  }

  #freeName(wanted: string, mediaType: string): string {
    const last = wanted.split(/[/\\]/).at(-1) ?? '';
    const safe = last
      .normalize('NFC')
      // Hangul fillers are letters but invisible.
      .replaceAll(/(?:[^\p{L}\p{N}._-]|[\u3164\uffa0])+/gu, '-')
      .replaceAll(/^[.-]+|[.-]+$/g, '')
      .slice(-80);
    const [, stem = 'media', ending] = /^(.+?)(?:\.([A-Za-z\d]{1,8}))?$/.exec(safe) ?? [];
    const dot = `.${(ending ?? ENDINGS[mediaType] ?? 'bin').toLowerCase()}`;
    for (let count = 1; ; count += 1) {
      const name = `${stem}${count === 1 ? '' : `-${count}`}${dot}`;
      if (!this.#names.has(name.toLowerCase())) return name;
    }
  }
}

const DATA_URL = /^data:(image\/[\w.+-]+)(?:;[\w=-]+)*;base64,([A-Za-z\d+/=\s]+)$/;

/** Decodes a picture contained in a data URL. */
export function decodeDataUrl(url: string): { mediaType: string; bytes: Buffer } | undefined {
  const [, mediaType, data] = DATA_URL.exec(url) ?? [];
  if (mediaType === undefined || data === undefined) return undefined;
  return { mediaType, bytes: Buffer.from(data, 'base64') };
}
