// Forms of a sheet: the fields precede the cells, and drawn controls refer to them.
import { XmlNode } from '../../input/xml-nodes.js';
import { collectControls, controlText } from '../../office/odf/forms.js';

export class FormReader {
  #root: XmlNode | undefined;
  readonly #open: XmlNode[] = [];
  readonly #controls = new Map<string, XmlNode>();

  /** True within the forms of a sheet. */
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
    collectControls(this.#root, this.#controls);
    this.#root = undefined;
  }

  /** Returns the visible lines of a field. */
  said(id: string): string[] {
    return controlText(this.#controls.get(id));
  }
}
