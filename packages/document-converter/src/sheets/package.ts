import { posix } from 'node:path';
import { type Element } from 'domhandler';
import { isBalanced } from '../input/balanced-xml.js';
import { decodeXml, readXmlEvents, type XmlHandler } from '../input/xml-events.js';
import { childElements, parseXml } from '../input/xml.js';
import { type ZipArchive } from '../input/zip.js';
import { type Losses, quoted } from '../input/losses.js';
import { DomUtils } from 'htmlparser2';

const BY_NUMBER = new Intl.Collator('en', { numeric: true });
const DAMAGED = 'The document is damaged: what could be read of it was kept.';

export interface Relation {
  /** Last segment of the relation type, such as `hyperlink`. */
  kind: string;
  /** Path of a part, or URL of an external target. */
  target: string;
  external: boolean;
}

/** The parts of a workbook that is an archive. Each is read once, on request. */
export class BookPackage {
  readonly #names: Map<string, string>;

  constructor(
    readonly zip: ZipArchive,
    private readonly warnings: string[],
    readonly losses: Losses,
  ) {
    this.#names = new Map(zip.names.map((name) => [name.toLowerCase(), name]));
  }

  /** Returns the name of a part as spelled in the archive, or undefined. */
  find(path: string): string | undefined {
    const name = this.#names.get(path.toLowerCase());
    // References may be percent-encoded.
    return name ?? (path.includes('%') ? this.#names.get(decoded(path).toLowerCase()) : undefined);
  }

  /** Returns the names of matching parts, sorted by the numbers in them. */
  list(pattern: RegExp): string[] {
    return this.zip.names.filter((name) => pattern.test(name)).toSorted(BY_NUMBER.compare);
  }

  /** Returns a small part; undefined if it is missing or damaged. Damage is reported. */
  bytes(path: string | undefined): Buffer | undefined {
    const name = path === undefined ? undefined : this.find(path);
    if (name === undefined) return undefined;
    const part = this.zip.readSound(name);
    if (part === undefined)
      this.losses.add('Damaged parts of the document were left out', () => quoted(name));
    return part;
  }

  /** Returns a small part as a tree. */
  tree(path: string | undefined): Element | undefined {
    const part = this.bytes(path);
    if (part === undefined) return undefined;
    const xml = part.toString('utf8');
    if (isBalanced(part)) return parseXml(xml);
    this.reportDamage();
    return parseXml(repairXml(xml) ?? '');
  }

  /** Reads a part that may be large. */
  async events(path: string, handler: XmlHandler): Promise<void> {
    const name = this.find(path);
    if (name === undefined) return;
    const sound = await readXmlEvents(this.zip.stream(name), handler);
    if (!sound) this.reportDamage();
  }

  /** Returns a function that records the text of unknown elements in a part. */
  strayIn(path: string): (raw: string) => void {
    const place = quoted(this.find(path) ?? path);
    return (raw) => this.losses.words.stray(place, decodeXml(raw));
  }

  /** Counts the texts of a part, of which repeated ones must occur only once. */
  once(path: string, texts: readonly string[]): void {
    this.losses.words.once(quoted(this.find(path) ?? path), () => texts);
  }

  reportDamage(): void {
    if (!this.warnings.includes(DAMAGED)) this.warnings.push(DAMAGED);
  }

  /** Returns the relations of a part by id. */
  relations(path: string): Map<string, Relation> {
    const folder = posix.dirname(path);
    const root = this.tree(posix.join(folder, '_rels', `${posix.basename(path)}.rels`));
    const found = new Map<string, Relation>();
    for (const { attribs } of root === undefined ? [] : childElements(root)) {
      const external = attribs['TargetMode'] === 'External';
      const target = attribs['Target'] ?? '';
      const local = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      found.set(attribs['Id'] ?? '', {
        kind: (attribs['Type'] ?? '').split('/').at(-1) ?? '',
        target: external ? target : local,
        external,
      });
    }
    return found;
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the target of the first internal relation of a kind. */
export function findTarget(relations: Map<string, Relation>, kind: RegExp): string | undefined {
  return [...relations.values()].find((each) => kind.test(each.kind) && !each.external)?.target;
}

/**
 * Returns the same elements and text as well-formed XML, closing open elements with their parents. Undefined if
 * nothing is left.
 */
function repairXml(xml: string): string | undefined {
  const root = parseXml(xml);
  if (root === undefined) return undefined;
  return `<?xml version="1.0" encoding="UTF-8"?>${DomUtils.getOuterHTML(root, { xmlMode: true, encodeEntities: 'utf8' })}`;
}
