import { type XmlNode } from '../../input/xml-nodes.js';
import { type DocumentParts } from '../parts.js';

/** A layout or a master of slides. */
interface Model {
  path: string;
  root: XmlNode;
}

/** The layouts of slides and their masters, from which slides inherit. */
export class SlideLayouts {
  readonly #models = new Map<string, Model | undefined>();
  readonly #used = new Set<Model>();

  constructor(private readonly parts: DocumentParts) {}

  /** Returns the layout of a slide and the master of the layout, if they exist. */
  of(slide: string): Model[] {
    const layout = this.#linked(slide, 'slideLayout');
    const master = layout && this.#linked(layout.path, 'slideMaster');
    const found = [layout, master].filter((each) => each !== undefined);
    for (const each of found) this.#used.add(each);
    return found;
  }

  /** Returns the masters and layouts that were requested. */
  get used(): XmlNode[] {
    const models = [...this.#used];
    const isMaster = ({ root }: Model) => root.name === 'sldMaster';
    return [...models.filter(isMaster), ...models.filter((each) => !isMaster(each))].map(
      ({ root }) => root,
    );
  }

  #linked(path: string, kind: string): Model | undefined {
    const [target] = this.parts.linked(path, kind);
    if (target === undefined) return undefined;
    if (!this.#models.has(target)) {
      const root = this.parts.nodes(target);
      this.#models.set(target, root && { path: target, root });
    }
    return this.#models.get(target);
  }
}

export function findPlaceholder(shape: XmlNode): XmlNode | undefined {
  return shape.elements.find(({ name }) => name.startsWith('nv'))?.at('nvPr', 'ph');
}

/** Returns the list styles that a placeholder inherits, the nearest first. */
export function inheritedLevels(
  placeholder: XmlNode | undefined,
  models: readonly Model[],
): (XmlNode | undefined)[] {
  if (placeholder === undefined) return [];
  const type = placeholder.attribute('type') ?? 'obj';
  const index = placeholder.attribute('idx');
  const same = (shape: XmlNode) => {
    const other = findPlaceholder(shape);
    if (other === undefined) return false;
    if (index !== undefined && other.attribute('idx') === index) return true;
    return classifyPlaceholder(other.attribute('type') ?? 'obj') === classifyPlaceholder(type);
  };
  const master = models.find(({ root }) => root.name === 'sldMaster')?.root;
  return [
    ...models.map(({ root }) =>
      root.at('cSld', 'spTree')?.elements.find(same)?.at('txBody', 'lstStyle'),
    ),
    master?.at('txStyles', `${classifyPlaceholder(type)}Style`),
  ];
}

function classifyPlaceholder(type: string): 'title' | 'body' | 'other' {
  if (/^(?:title|ctrTitle)$/.test(type)) return 'title';
  return /^(?:dt|ftr|hdr|sldNum|sldImg)$/.test(type) ? 'other' : 'body';
}
