// XML as a light tree, read one part at a time if the whole would be large.
import {
  findAttribute,
  decodeXml,
  readXmlEvents,
  type XmlHandler,
  XmlScanner,
} from './xml-events.js';
import { DamagedError } from './zip.js';

/** An element, with its name without the prefix. */
export class XmlNode {
  readonly children: (XmlNode | string)[] = [];

  constructor(
    readonly name: string,
    /** Raw text of the attributes. */
    readonly attributes: string,
  ) {}

  /** Returns an attribute by its name, with or without its prefix. */
  attribute(name: string): string | undefined {
    if (this.attributes === '') return undefined;
    const value = findAttribute(this.attributes, name);
    return value === undefined ? undefined : decodeXml(value);
  }

  /** Returns the first child of this name. */
  child(name: string): XmlNode | undefined {
    for (const each of this.children)
      if (typeof each !== 'string' && each.name === name) return each;
    return undefined;
  }

  /** Returns the descendant at a path of names. */
  at(...path: string[]): XmlNode | undefined {
    return path.reduce<XmlNode | undefined>((node, name) => node?.child(name), this);
  }

  get elements(): XmlNode[] {
    return this.children.filter((each) => typeof each !== 'string');
  }

  /** Returns the text of this element and all its descendants. */
  get text(): string {
    const [only] = this.children;
    if (this.children.length === 1 && typeof only === 'string') return only;
    return this.children.map((each) => (typeof each === 'string' ? each : each.text)).join('');
  }

  /** Returns all descendants of this name in order. */
  descendants(name: string, found: XmlNode[] = []): XmlNode[] {
    for (const each of this.children) {
      if (typeof each === 'string') continue;
      if (each.name === name) found.push(each);
      each.descendants(name, found);
    }
    return found;
  }
}

/** Serializes an element as XML; element names have no prefixes. */
export function serialiseXml(node: XmlNode): string {
  const inner = node.children.map((each) =>
    typeof each === 'string' ? escapeXml(each) : serialiseXml(each),
  );
  return `<${node.name}${node.attributes}>${inner.join('')}</${node.name}>`;
}

function escapeXml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Builds a tree from parser events. Children of elements that `isPassedOn` accepts are passed on one by one and not
 * kept.
 */
class NodeBuilder implements XmlHandler {
  root: XmlNode | undefined;
  readonly #open: XmlNode[] = [];
  /** Number of open elements whose children are passed on. */
  #passing = 0;
  #text = '';

  constructor(
    private readonly isPassedOn: ((node: XmlNode) => boolean) | undefined,
    private readonly take: ((node: XmlNode, parent: XmlNode) => void) | undefined,
    private readonly stray?: (text: string) => void,
  ) {}

  open(name: string, attributes: string): void {
    this.#endText();
    const node = new XmlNode(name, attributes);
    if (this.root === undefined) this.root = node;
    else if (this.#passing < this.#open.length) this.#open.at(-1)?.children.push(node);
    if (this.#passing === this.#open.length && (this.isPassedOn?.(node) ?? false))
      this.#passing += 1;
    this.#open.push(node);
  }

  close(): void {
    this.#endText();
    const node = this.#open.pop();
    if (this.#open.length < this.#passing) this.#passing = this.#open.length;
    else if (this.#open.length === this.#passing && this.#passing > 0) {
      const parent = this.#open.at(-1);
      if (node !== undefined && parent !== undefined) this.take?.(node, parent);
    }
  }

  text(raw: string): void {
    if (this.#passing < this.#open.length) this.#text += raw;
    else this.stray?.(decodeXml(raw));
  }

  #endText(): void {
    if (this.#text === '') return;
    this.#open.at(-1)?.children.push(decodeXml(this.#text));
    this.#text = '';
  }
}

/**
 * Parses XML as a tree. Nothing external is loaded: entities that the document declares are kept as written.
 * @returns undefined if there is no element
 */
export function parseNodes(source: string): XmlNode | undefined {
  return parseSound(source).root;
}

/** Parses XML up to the maximum nesting, and returns whether all elements are closed properly. */
export function parseSound(source: string): { root: XmlNode | undefined; sound: boolean } {
  const builder = new NodeBuilder(undefined, undefined);
  const scanner = new XmlScanner(builder);
  try {
    scanner.push(source);
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error;
    scanner.sound = false;
  }
  scanner.end();
  return { root: builder.root, sound: scanner.sound };
}

/**
 * Reads XML as a stream. The children of elements that `isPassedOn` accepts, beginning with the root, are passed on as
 * trees. Text between them, mostly white space, is passed to `stray`. Returns false if elements are not closed or the
 * document is truncated.
 */
export function readNodes(
  chunks: AsyncIterable<Buffer>,
  isPassedOn: (node: XmlNode) => boolean,
  take: (node: XmlNode, parent: XmlNode) => void,
  stray: (text: string) => void,
): Promise<boolean> {
  return readXmlEvents(chunks, new NodeBuilder(isPassedOn, take, stray));
}
