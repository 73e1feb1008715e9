import { posix } from 'node:path';
import { DocumentError } from '../converted.js';
import { type Losses, quoted } from '../input/losses.js';
import { type MediaStore } from '../input/media.js';
import { safeUrl } from '../input/urls.js';
import { createXmlDecoder } from '../input/xml-events.js';
import { parseSound, readNodes, type XmlNode } from '../input/xml-nodes.js';
import { type ZipArchive } from '../input/zip.js';
import { BookPackage, type Relation } from '../sheets/package.js';
import { type Inline } from '../tree.js';
import { eachText, linesIn, type Rule, textsIn } from '../count/node-texts.js';
import { alternative } from './alternatives.js';
import { type VisibleText } from './visible.js';

/** Embedded documents in Office and OpenDocument files. */
const EMBEDDED = /(?:^|\/)embeddings\/[^/]+$/i;

/** The parts of a document that is an archive. Each is read on request, and unread ones are reported. */
export class DocumentParts extends BookPackage {
  readonly #relations = new Map<string, Map<string, Relation>>();
  readonly #counted = new Set<string>();
  readonly #passed = new Set<string>();
  readonly #pictures = new Map<string, string | undefined>();

  constructor(
    zip: ZipArchive,
    warnings: string[],
    losses: Losses,
    private readonly media: MediaStore,
    private readonly visible: VisibleText,
  ) {
    super(zip, warnings, losses);
    if (zip.names.some((name) => /vbaProject\.bin$/i.test(name)))
      warnings.push('The document has macros; they were left out.');
    const embedded = zip.names.filter((name) => EMBEDDED.test(name));
    const charts = embedded.length === 0 ? new Set<string>() : this.#chartData();
    for (const name of embedded.filter((each) => !charts.has(posix.basename(each))))
      losses.add('Embedded documents were left out', () => quoted(name));
  }

  /** Returns the names of workbooks with chart data, which the charts contain as well. */
  #chartData(): Set<string> {
    const links = this.zip.names.filter((name) => /\/charts\/_rels\/[^/]+\.rels$/i.test(name));
    const xml = links.map((name) => this.zip.readSound(name)?.toString('utf8') ?? '').join('');
    const targets = xml.matchAll(/\sTarget\s*=\s*"([^"]*)"/g);
    return new Set(Array.from(targets, ([, target = '']) => posix.basename(target)));
  }

  /** Returns the main part of a document, from the package's relations or by its usual name. */
  mainIfAny(usual: RegExp): string | undefined {
    const [named] = [...this.links('').values()].filter(({ kind }) => kind === 'officeDocument');
    return (named && this.find(named.target)) ?? this.list(usual)[0];
  }

  /** @throws DocumentError if there is no such part */
  main(usual: RegExp): string {
    const found = this.mainIfAny(usual);
    if (found === undefined)
      throw new DocumentError('unreadable', 'The document is damaged: a part of it is missing.');
    return found;
  }

  /**
   * Returns a part as a tree; undefined if it is missing or nothing can be read.
   * @param use `once` for a part whose texts the reader writes once, `text` for a part that is text whatever its name
   */
  nodes(path: string | undefined, use?: 'once' | 'text'): XmlNode | undefined {
    const part = this.bytes(path);
    if (part === undefined) return undefined;
    const { root, sound } = parseSound(createXmlDecoder(part).write(part));
    if (!sound) this.reportDamage();
    if (root !== undefined && path !== undefined) this.#count(path, root, use);
    return root;
  }

  /** Counts the text of a part when it is first read. */
  #count(path: string, root: XmlNode, use: 'once' | 'text' | undefined): void {
    const { words } = this.losses;
    const { silent, once, isText } = this.visible;
    const name = this.find(path) ?? path;
    if (this.#counted.has(name) || (use === undefined && silent.test(name))) return;
    this.#counted.add(name);
    if (!isText(name)(root, undefined)) return;
    const textsBy = (read: typeof linesIn) => () => {
      const again = this.#parsed(name);
      return again === undefined ? [] : read(again, isText(name));
    };
    if (use === 'once' || once.test(name)) words.once(quoted(name), textsBy(linesIn));
    else {
      words.place(quoted(name), textsBy(textsIn));
      eachText(root, isText(name), (each) => words.collect(each));
    }
  }

  #parsed(name: string): XmlNode | undefined {
    const part = this.zip.readSound(name);
    return part && parseSound(createXmlDecoder(part).write(part)).root;
  }

  /** Excludes a part from the count, because a warning reports all of it. */
  passOver(name: string): void {
    this.#counted.add(name);
    this.#passed.add(name);
  }

  /** Counts the referenced parts that no reader has requested. */
  countRest(main: string): void {
    const { silent, asked, shown } = this.visible;
    const seen = new Set<string>();
    const open = [{ path: main, isShown: true }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { path, isShown } = next;
      const name = this.find(path);
      if (name === undefined || seen.has(name) || this.#passed.has(name)) continue;
      seen.add(name);
      if (silent.test(name) && !isShown) continue;
      if (!asked.test(name) && !this.#counted.has(name) && /\.(?:xml|vml)$/i.test(name))
        this.nodes(name, isShown && path !== main ? 'text' : undefined);
      if (this.find(relationsPath(name)) === undefined || asked.test(name)) continue;
      for (const { target, external, kind } of this.links(name).values())
        if (!external) open.push({ path: target, isShown: shown.test(kind) });
    }
  }

  /** Reads a part and passes its elements on one by one. */
  async pieces(
    path: string,
    isPassedOn: (node: XmlNode) => boolean,
    take: (node: XmlNode, parent: XmlNode) => void,
  ): Promise<void> {
    const name = this.find(path) ?? path;
    const { words } = this.losses;
    const isText = this.visible.isText(name);
    const stray = (value: string) => words.collect(value);
    this.#counted.add(name);
    words.place(quoted(name), () => this.#textsOfPieces(name, isPassedOn, isText));
    const count = (node: XmlNode, parent: XmlNode): void => {
      if (isText(node, parent)) eachText(node, isText, stray);
      take(node, parent);
    };
    const sound = await readNodes(this.zip.stream(name), isPassedOn, count, stray);
    if (!sound) this.reportDamage();
  }

  /** Yields the texts of a part, read again. */
  async *#textsOfPieces(
    name: string,
    isPassedOn: (node: XmlNode) => boolean,
    isText: Rule,
  ): AsyncGenerator<string> {
    const found: string[] = [];
    const take = (node: XmlNode, parent: XmlNode): void => {
      if (isText(node, parent)) eachText(node, isText, (value) => found.push(value));
    };
    await readNodes(this.zip.stream(name), isPassedOn, take, (value) => found.push(value));
    yield* found;
  }

  isDamaged = false;

  override reportDamage(): void {
    this.isDamaged = true;
    super.reportDamage();
  }

  /** Returns the relations of a part by id. */
  links(path: string): Map<string, Relation> {
    const known = this.#relations.get(path) ?? this.relations(path);
    this.#relations.set(path, known);
    return known;
  }

  /** Returns the parts with a relation of a kind. */
  linked(path: string, kind: string): string[] {
    return [...this.links(path).values()]
      .filter((each) => !each.external && each.kind === kind)
      .map(({ target }) => target);
  }

  /** Returns a link to a picture, or its alternative text if the document does not contain the picture. */
  picture(relation: Relation | undefined, alt: string): Inline[] {
    const url = relation && this.#pictureUrl(relation);
    if (url !== undefined) return [{ kind: 'image', alt, url }];
    return alternative(alt, this.losses.words);
  }

  #pictureUrl({ target, external }: Relation): string | undefined {
    if (external) return safeUrl(target);
    // A picture is stored once, even if it is shown repeatedly.
    if (!this.#pictures.has(target)) {
      const bytes = this.bytes(target);
      this.#pictures.set(target, bytes && this.media.add(target, '', bytes));
    }
    return this.#pictures.get(target);
  }
}

function relationsPath(name: string): string {
  return posix.join(posix.dirname(name), '_rels', `${posix.basename(name)}.rels`);
}

/** Returns the first relation id that an element has in one of these attributes, such as `embed`. */
export function relationId(node: XmlNode | undefined, ...names: string[]): string {
  for (const name of names) {
    const id = node?.attribute(`r:${name}`) ?? node?.attribute(name);
    if (id !== undefined) return id;
  }
  return '';
}
