// Form controls of OpenDocument: their labels and values.
import { type XmlNode } from '../../input/xml-nodes.js';

/** Collects all controls within forms by id. */
export function collectControls(forms: XmlNode, found: Map<string, XmlNode>): void {
  for (const node of forms.elements) {
    const id = node.attribute('xml:id') ?? node.attribute('form:id') ?? node.attribute('id');
    if (id !== undefined) found.set(id, node);
    collectControls(node, found);
  }
}

/** Returns the visible lines of a control. */
export function controlText(control: XmlNode | undefined): string[] {
  if (control === undefined) return [];
  const label = (control.attribute('label') ?? '').trim();
  const lines = readControlValues(control).filter((each) => each.trim() !== '');
  return label === '' ? lines : [label, ...lines];
}

function readControlValues(control: XmlNode): string[] {
  const value = (control.attribute('current-value') ?? control.attribute('value') ?? '').trim();
  const isOn = (node: XmlNode, ...names: string[]) =>
    names.some((name) => /^(?:true|checked)$/.test(node.attribute(name) ?? ''));
  switch (control.name) {
    case 'checkbox':
      return [isOn(control, 'current-state', 'state') ? '☒' : '☐'];
    case 'radio':
      return [isOn(control, 'current-selected', 'selected') ? '◉' : '○'];
    case 'listbox':
      return control.elements
        .filter((each) => isOn(each, 'current-selected', 'selected'))
        .map((each) => each.attribute('label') ?? '');
    case 'grid':
      return control.elements.map((column) => column.attribute('label') ?? '');
    case 'hidden':
    case 'password':
    case 'file':
      return [];
    case 'textarea':
    case 'text':
    case 'formatted-text':
    case 'fixed-text': {
      const written = control.elements.filter(({ name }) => name === 'p').map(({ text }) => text);
      return written.length > 0 ? written : value.split('\n');
    }
    default:
      return [value];
  }
}
