import { posix } from 'node:path';
import { DocumentError } from '../converted.js';
import { type Losses, quoted } from '../input/losses.js';
import { type MediaStore } from '../input/media.js';
import { safeUrl } from '../input/urls.js';
import { decoderOf } from '../input/xml-events.js';
import { parseSound, readNodes, type XmlNode } from '../input/xml-nodes.js';
import { type ZipArchive } from '../input/zip.js';
import { BookPackage, type Relation } from '../sheets/package.js';
import { type Inline, text } from '../tree.js';

/** Documents in the document, as they are in Office and in OpenDocument. */
const EMBEDDED = /(?:^|\/)embeddings\/[^/]+$/i;

/** The parts of a document that is an archive: each is read when it is asked for, and what it does not read is reported. */
export class DocumentParts extends BookPackage {
  readonly #relations = new Map<string, Map<string, Relation>>();
  readonly #pictures = new Map<string, string | undefined>();

  constructor(
    zip: ZipArchive,
    warnings: string[],
    losses: Losses,
    private readonly media: MediaStore,
  ) {
    super(zip, warnings, losses);
    if (zip.names.some((name) => /vbaProject\.bin$/i.test(name)))
      warnings.push('The document has macros; they were left out.');
    const embedded = zip.names.filter((name) => EMBEDDED.test(name));
    const charts = embedded.length === 0 ? new Set<string>() : this.#chartData();
    for (const name of embedded.filter((each) => !charts.has(posix.basename(each))))
      losses.add('Embedded documents were left out', () => quoted(name));
  }

  /** Returns the names of the workbooks with the data of charts, which are in the chart too. */
  #chartData(): Set<string> {
    const links = this.zip.names.filter((name) => /\/charts\/_rels\/[^/]+\.rels$/i.test(name));
    const xml = links.map((name) => this.zip.readSound(name)?.toString('utf8') ?? '').join('');
    const targets = xml.matchAll(/\sTarget\s*=\s*"([^"]*)"/g);
    return new Set(Array.from(targets, ([, target = '']) => posix.basename(target)));
  }

  /** Returns the part that a document begins with, by the package's own relations or by its usual name. */
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

  /** Returns a part as a tree; undefined if there is none, or nothing is left of it. */
  nodes(path: string | undefined): XmlNode | undefined {
    const part = this.bytes(path);
    if (part === undefined) return undefined;
    const { root, sound } = parseSound(decoderOf(part).write(part));
    if (!sound) this.reportDamage();
    return root;
  }

  /** Reads a part whose elements are handed on one by one. */
  async pieces(
    path: string,
    isPassedOn: (node: XmlNode) => boolean,
    take: (node: XmlNode, parent: XmlNode) => void,
  ): Promise<void> {
    const sound = await readNodes(this.zip.stream(path), isPassedOn, take);
    if (!sound) this.reportDamage();
  }

  isDamaged = false;

  override reportDamage(): void {
    this.isDamaged = true;
    super.reportDamage();
  }

  /** Returns what a part refers to, by ids. */
  links(path: string): Map<string, Relation> {
    const known = this.#relations.get(path) ?? this.relations(path);
    this.#relations.set(path, known);
    return known;
  }

  /** Returns the parts of a kind that a part refers to. */
  linked(path: string, kind: string): string[] {
    return [...this.links(path).values()]
      .filter((each) => !each.external && each.kind === kind)
      .map(({ target }) => target);
  }

  /** Returns a picture: a link to it, or its alternative text where it is not in the document. */
  picture(relation: Relation | undefined, alt: string): Inline[] {
    const url = relation && this.#pictureUrl(relation);
    if (url !== undefined) return [{ kind: 'image', alt, url }];
    return alt === '' ? [] : [text(alt)];
  }

  #pictureUrl({ target, external }: Relation): string | undefined {
    if (external) return safeUrl(target);
    // It is kept once, however often it is shown.
    if (!this.#pictures.has(target)) {
      const bytes = this.bytes(target);
      this.#pictures.set(target, bytes && this.media.add(target, '', bytes));
    }
    return this.#pictures.get(target);
  }
}

/** Returns the id of a relation that an element has under one of these names, such as `embed`. */
export function relationId(node: XmlNode | undefined, ...names: string[]): string {
  for (const name of names) {
    const id = node?.attribute(`r:${name}`) ?? node?.attribute(name);
    if (id !== undefined) return id;
  }
  return '';
}
