// Limits on the contents of PDF pages, checked before an engine runs: a few bytes may require more memory than there
// is.
import { decodeStream, isKnown, type StreamData, TOO_LONG } from './filters.js';
import { type FileObject, PdfObjects } from './objects.js';
import { countOperators, withoutDrawing, withoutTexts } from './operators.js';
import { allPages, parseReferences } from './pages.js';
import { replaceStream } from './replace.js';

/** Maximum content of one page in bytes; that of a large map has a tenth of this. */
const MAX_CONTENT = 64 * 1024 * 1024;
/** Maximum number of lines and areas on one page: the time of an engine grows with its square. */
const MAX_PAINTED = 40_000;
/**
 * Maximum number of text pieces on one page: the time of both engines grows with its square. A newspaper has fewer.
 */
const MAX_TEXTS = 20_000;
/** Maximum number of all other operators on one page. */
const MAX_OTHERS = 3_000_000;
/** Maximum number of graphics states saved at the same time, each of which takes memory. */
const MAX_STATES = 100_000;
/** Maximum number of pixels of a picture: a plan of one square metre at 500 dots per inch has fewer. */
const MAX_PIXELS = 400_000_000;
/** Length of the shortest operation that draws something, such as `1 1 l`, in bytes. */
const LEAST_PAINTED = 6;
/** Length of the shortest operation that shows text, such as `(a)'`, in bytes. */
const LEAST_SHOWN = 4;
/** Number of operators that take as long as the start of a form. */
const FORM = 30;
/** Maximum nesting of forms. */
const MAX_DEPTH = 30;

const LONG = 'its content is longer than 64 MiB';
const MANY = 'its content has more than 3,000,000 operators';
const HUGE = 'it has a picture of more than 400 million pixels';
const BROKEN = 'its content is damaged';

/** A PDF that is safe to read, with the numbers of its incomplete pages, from 1. */
export interface Contents {
  bytes: Buffer;
  objects: PdfObjects;
  /** Reasons for pages that are not read. */
  unread: Map<number, string>;
  /** Pages whose drawings are left out. */
  undrawn: number[];
  /** Pages whose text exceeds the limit. */
  crowded: number[];
  /** Pages with truncated content. */
  cut: number[];
}

/**
 * Returns a PDF without contents that would overload an engine; all offsets remain valid.
 *
 * Encrypted contents cannot be checked here.
 */
export function boundedContents(bytes: Buffer): Contents {
  const objects = new PdfObjects(bytes);
  const found: Contents = { bytes, objects, unread: new Map(), undrawn: [], crowded: [], cut: [] };
  if (objects.isEncrypted) return found;
  const contents = new PageContents(objects);
  const [blank, plain] = [new Set<FileObject>(), new Set<FileObject>()];
  for (const [at, number] of allPages(objects).entries()) {
    const page = objects.text(number) ?? '';
    const streams = parseReferences(page, 'Contents').flatMap((each) => objects.at(each) ?? []);
    const { reason, drawn, crowded } = contents.measureExcess(streams, page);
    if (contents.isCut(streams)) found.cut.push(at + 1);
    if (contents.hasHugePicture(page)) found.unread.set(at + 1, HUGE);
    if (reason !== undefined) found.unread.set(at + 1, reason);
    if (reason !== undefined && reason !== BROKEN) for (const each of streams) blank.add(each);
    if (drawn) {
      found.undrawn.push(at + 1);
      for (const each of [...streams, ...contents.collectForms(streams, page)]) plain.add(each);
    }
    if (crowded) contents.cutTexts(streams, page);
  }
  const { short } = contents;
  if (blank.size + plain.size + short.size === 0) return found;
  const copy = Buffer.from(bytes);
  for (const stream of blank) replaceStream(copy, stream, Buffer.alloc(0));
  for (const stream of new Set([...plain, ...short.keys()])) {
    const data = short.get(stream) ?? contents.readData(stream);
    if (blank.has(stream) || data === undefined) continue;
    replaceStream(copy, stream, plain.has(stream) ? withoutDrawing(data) : data);
  }
  // A form that was shortened may also be drawn on other pages.
  for (const [at, number] of short.size === 0 ? [] : allPages(objects).entries()) {
    const page = objects.text(number) ?? '';
    const streams = parseReferences(page, 'Contents').flatMap((each) => objects.at(each) ?? []);
    const all = [...streams, ...contents.collectForms(streams, page)];
    if (all.some((each) => short.has(each))) found.crowded.push(at + 1);
  }
  return { ...found, bytes: copy };
}

/** A content stream: its length, how often it draws each form or picture, and whether it is complete. */
interface Measure {
  length: number;
  uses: number;
  state: 'whole' | 'cut' | 'broken' | 'unknown';
}

/** Total cost of drawing a stream once, including its forms. */
interface Cost {
  painted: number;
  others: number;
  texts: number;
}

const NO_COST: Cost = { painted: 0, others: 0, texts: 0 };

/** Excessive parts of a page: the whole page with the reason, its drawings, or its text. */
interface Excess {
  reason?: string;
  drawn?: boolean;
  crowded?: boolean;
}

class PageContents {
  readonly #objects: PdfObjects;
  readonly #measures = new Map<FileObject, Measure>();
  /** Shortened streams. */
  readonly short = new Map<FileObject, Buffer>();
  readonly #costs = new Map<FileObject, Cost>();
  /** Object numbers of pictures that are too large. */
  readonly #huge: ReadonlySet<number>;
  /** Length of the longest form of the document in bytes, including the forms that it draws. */
  readonly #mostOfForm: number;

  constructor(objects: PdfObjects) {
    this.#objects = objects;
    const isHuge = (stream: FileObject) => countPixels(objects.dictionary(stream)) > MAX_PIXELS;
    this.#huge = new Set(objects.streams.filter(isHuge).map(({ number }) => number));
    const forms = objects.streams
      .filter((stream) => this.#isForm(stream))
      .map((form) => this.#measure(form));
    const isNested = forms.some(({ uses }) => uses > 0);
    this.#mostOfForm = isNested ? Infinity : Math.max(0, ...forms.map(({ length }) => length));
  }

  readData(stream: FileObject): Buffer | undefined {
    const found = this.#read(stream);
    return typeof found === 'object' ? found.data : undefined;
  }

  isCut(streams: readonly FileObject[]): boolean {
    return streams.some((stream) => this.#measure(stream).state === 'cut');
  }

  hasHugePicture(page: string): boolean {
    if (this.#huge.size === 0) return false;
    return namesIn(this.#objects, page).some(([, number]) => this.#huge.has(number));
  }

  measureExcess(streams: readonly FileObject[], page: string): Excess {
    const measures = streams.map((stream) => this.#measure(stream));
    const sum = (of: (each: Measure) => number) =>
      measures.reduce((all, each) => all + of(each), 0);
    const length = sum((each) => each.length);
    if (length > MAX_CONTENT) return { reason: LONG };
    if (measures.some(({ state }) => state === 'broken')) return { reason: BROKEN };
    const uses = sum((each) => each.uses);
    const most = length + (uses === 0 ? 0 : uses * this.#mostOfForm);
    if (most <= Math.min(MAX_PAINTED * LEAST_PAINTED, MAX_TEXTS * LEAST_SHOWN)) return {};
    const { painted, others, texts } = this.#costOf(streams, this.#formsIn(page), 0);
    if (others > MAX_OTHERS) return { reason: MANY };
    return { drawn: painted > MAX_PAINTED, crowded: texts > MAX_TEXTS };
  }

  /** Removes the text beyond the limit of a page from streams and the forms that they draw. */
  cutTexts(streams: readonly FileObject[], page: string): void {
    let left = MAX_TEXTS;
    const seen = new Set<FileObject>();
    const cut = (stream: FileObject, forms: ReadonlyMap<string, FileObject>) => {
      const data = this.readData(stream);
      if (data === undefined || seen.has(stream)) return;
      seen.add(stream);
      const kept = withoutTexts(data, (shown) => {
        const form = 'name' in shown ? forms.get(shown.name) : undefined;
        if ('name' in shown && form === undefined) return false;
        const pieces = 'pieces' in shown ? shown.pieces : form && this.#costs.get(form)?.texts;
        if (pieces === undefined || pieces <= left) {
          left -= pieces ?? 0;
          return false;
        }
        if (form !== undefined && left > 0 && !seen.has(form)) {
          cut(form, this.#formsIn(this.#objects.dictionary(form)));
          left = 0;
          return false;
        }
        left = 0;
        return true;
      });
      if (kept.length < data.length) this.short.set(stream, kept);
    };
    for (const stream of streams) cut(stream, this.#formsIn(page));
  }

  /** Returns the forms that streams draw, directly or through other forms. */
  collectForms(streams: readonly FileObject[], page: string): Set<FileObject> {
    const all = new Set<FileObject>();
    const walk = (forms: Iterable<FileObject>) => {
      for (const form of forms) {
        if (all.has(form)) continue;
        all.add(form);
        walk(this.#formsIn(this.#objects.dictionary(form)).values());
      }
    };
    if (streams.length > 0) walk(this.#formsIn(page).values());
    return all;
  }

  #measure(stream: FileObject): Measure {
    const known = this.#measures.get(stream);
    if (known !== undefined) return known;
    const found = this.#read(stream);
    const measure: Measure = { length: 0, uses: 0, state: 'whole' };
    if (found === TOO_LONG) measure.length = Infinity;
    else if (found === undefined)
      measure.state = isKnown(this.#objects.dictionary(stream)) ? 'broken' : 'unknown';
    else {
      measure.length = found.data.length;
      measure.uses = timesIn(found.data, ' Do') + timesIn(found.data, '\nDo');
      if (found.isCut) measure.state = 'cut';
    }
    this.#measures.set(stream, measure);
    return measure;
  }

  #read(stream: FileObject): StreamData | typeof TOO_LONG | undefined {
    const dictionary = this.#objects.dictionary(stream);
    return decodeStream(this.#objects.bytes, stream, dictionary, MAX_CONTENT);
  }

  #costOf(
    streams: readonly FileObject[],
    forms: ReadonlyMap<string, FileObject>,
    depth: number,
  ): Cost {
    let { painted, others, texts } = NO_COST;
    for (const stream of streams) {
      const operators = countOperators(this.readData(stream) ?? Buffer.alloc(0));
      painted += operators.painted;
      texts += operators.texts;
      others += operators.depth > MAX_STATES ? Infinity : operators.others;
      for (const [name, times] of operators.uses) {
        const form = forms.get(name);
        const cost = form === undefined ? NO_COST : this.#costOfForm(form, depth + 1);
        painted += cost.painted * times;
        texts += cost.texts * times;
        others += (cost.others + FORM) * times;
      }
    }
    return { painted, others, texts };
  }

  #costOfForm(form: FileObject, depth: number): Cost {
    const known = this.#costs.get(form);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH || this.#measure(form).length > MAX_CONTENT)
      return { painted: Infinity, others: Infinity, texts: Infinity };
    // A form that draws itself is not drawn again.
    this.#costs.set(form, NO_COST);
    const cost = this.#costOf([form], this.#formsIn(this.#objects.dictionary(form)), depth);
    this.#costs.set(form, cost);
    return cost;
  }

  /** Returns the forms that a page or form may draw, by name. */
  #formsIn(text: string): Map<string, FileObject> {
    const names = namesIn(this.#objects, text);
    return new Map(
      names.flatMap(([name, number]) => {
        const form = this.#objects.at(number);
        return form !== undefined && this.#isForm(form) ? [[name, form]] : [];
      }),
    );
  }

  #isForm(stream: FileObject): boolean {
    return (
      stream.data !== undefined && /\/Subtype\s*\/Form\b/.test(this.#objects.dictionary(stream))
    );
  }
}

/** Returns the number of pixels of a picture stream; 0 for other streams. */
function countPixels(dictionary: string): number {
  if (!/\/Subtype\s*\/Image\b/.test(dictionary)) return 0;
  const size = (name: string) =>
    Number(new RegExp(`/${name}\\s+(\\d{1,9})\\b`).exec(dictionary)?.[1] ?? 0);
  return size('Width') * size('Height');
}

function timesIn(data: Buffer, word: string): number {
  let times = 0;
  for (let at = data.indexOf(word); at >= 0; at = data.indexOf(word, at + word.length)) times += 1;
  return times;
}

/** Returns the names and object numbers of forms and pictures from the dictionary of a page or form. */
export function namesIn(objects: PdfObjects, text: string, depth = 0): [string, number][] {
  const [own] = parseReferences(text, 'Resources');
  const [parent] = parseReferences(text, 'Parent');
  if (
    own === undefined &&
    !text.includes('/Resources') &&
    parent !== undefined &&
    depth < MAX_DEPTH
  )
    return namesIn(objects, objects.text(parent) ?? '', depth + 1);
  const resources = own === undefined ? text : (objects.text(own) ?? '');
  const found = /\/XObject\s*(?:(\d+)\s+\d+\s+R|<<([^>]*)>>)/.exec(resources);
  const entries = found?.[1] === undefined ? found?.[2] : objects.text(Number(found[1]));
  return Array.from(
    (entries ?? '').matchAll(/\/([^\s/<>[\]()]+)\s*(\d+)\s+\d+\s+R\b/g),
    ([, name = '', number]) => [name, Number(number)],
  );
}
