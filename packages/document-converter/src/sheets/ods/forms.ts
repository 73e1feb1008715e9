// Forms of a sheet: their fields stand before the cells, and what is drawn over those refers to them.
import { XmlNode } from '../../input/xml-nodes.js';
import { controlsOf, controlText } from '../../office/odf/forms.js';

export class FormReader {
  #root: XmlNode | undefined;
  readonly #open: XmlNode[] = [];
  readonly #controls = new Map<string, XmlNode>();

  /** True between the beginning of the forms of a sheet and their end. */
  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  open(name: string, attributes: string): void {
    const node = new XmlNode(name, attributes);
    if (this.#open.length === 0) this.#root = node;
    this.#open.at(-1)?.children.push(node);
    this.#open.push(node);
  }

  text(value: string): void {
    this.#open.at(-1)?.children.push(value);
  }

  close(): void {
    this.#open.pop();
    if (this.isOpen || this.#root === undefined) return;
    controlsOf(this.#root, this.#controls);
    this.#root = undefined;
  }

  /** Returns the lines that a field shows. */
  said(id: string): string[] {
    return controlText(this.#controls.get(id));
  }
}
