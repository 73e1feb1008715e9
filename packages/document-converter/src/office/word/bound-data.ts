// Data outside of the text that content controls show. Word reads it when it opens the document.
import { type XmlNode } from '../../input/xml-nodes.js';
import { type DocumentParts } from '../parts.js';

/** Ids by which content controls refer to document properties. */
const PROPERTIES = new Map([
  ['{6C3C8BC8-F283-45AE-878A-BAB7291924A1}', 'docProps/core.xml'],
  ['{6668398D-A668-4E3E-A5EB-62B293D839F1}', 'docProps/app.xml'],
]);
const ITEM = /^customXml\/item\d*\.xml$/i;
const STEP = /^(?:[^:[\]]+:)?([^:[\]]+)(?:\[(\d+)\])?$/;

/** The XML parts to which content controls refer, by id. */
export class BoundData {
  #items: Map<string, string> | undefined;
  readonly #roots = new Map<string, XmlNode | undefined>();

  constructor(private readonly parts: DocumentParts) {}

  /** Returns the text that a control shows through its data binding; empty without a value, or for a picture. */
  readText(properties: XmlNode | undefined): string {
    const binding = properties?.child('picture') ? undefined : properties?.child('dataBinding');
    const steps = binding?.attribute('xpath')?.split('/').filter(Boolean);
    if (binding === undefined || steps === undefined || steps.length === 0) return '';
    const id = (binding.attribute('storeItemID') ?? '').toUpperCase();
    const root = this.#rootOf(PROPERTIES.get(id) ?? this.#itemsById().get(id) ?? '');
    return root === undefined ? '' : textAt([root], steps).trim();
  }

  /** Returns the root of a part, which is read once, since a document may have thousands of controls for it. */
  #rootOf(path: string): XmlNode | undefined {
    if (!this.#roots.has(path)) this.#roots.set(path, this.parts.nodes(path));
    return this.#roots.get(path);
  }

  #itemsById(): Map<string, string> {
    this.#items ??= new Map(
      this.parts.list(ITEM).map((name) => {
        const [properties] = this.parts.linked(name, 'customXmlProps');
        const id = this.parts.nodes(properties)?.attribute('itemID') ?? '';
        return [id.toUpperCase(), name];
      }),
    );
    return this.#items;
  }
}

/** Follows a path such as `/n:order[1]/n:customer[1]`. */
function textAt(nodes: readonly XmlNode[], [step = '', ...rest]: readonly string[]): string {
  const [, name = '', place = '1'] = STEP.exec(step) ?? [];
  const found = nodes.filter((each) => each.name === name)[Number(place) - 1];
  if (found === undefined) return '';
  return rest.length === 0 ? found.text : textAt(found.elements, rest);
}
