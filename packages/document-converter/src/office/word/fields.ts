// Open fields in a Word text.
import { type WordCount } from '../../count/word-count.js';
import { type XmlNode } from '../../input/xml-nodes.js';
import { type Block, type Inline } from '../../tree.js';
import { textsOfTree } from '../../count/tree-texts.js';
import { checkBox, linkOfField } from '../fields.js';

/** Part of an instruction, which becomes text if the instruction does not end. */
interface Aside {
  part?: Inline | Block;
  texts: readonly string[];
  /** Reports what is left out even in that case. */
  report?: () => void;
}

/** An open field: its instruction is followed by its result. */
export interface Field {
  instruction: string;
  inResult: boolean;
  /** True if a reviewer has deleted the field, which then shows nothing itself. */
  deleted: boolean;
  /** True if the paragraph has ended within the instruction, so that what follows is text. */
  broken: boolean;
  aside: Aside[];
  /** Target of the link that the result forms. */
  url?: string | undefined;
  /** Form field of Word 97. */
  form?: XmlNode | undefined;
}

/** The open fields, the innermost last. */
export class OpenFields {
  readonly #open: Field[] = [];
  /** Parts of the paragraph that belong to an instruction. */
  readonly #gone = new Set<Inline | Block>();

  constructor(private readonly words: WordCount) {}

  /** Field whose instruction is being read. */
  get #instructing(): Field | undefined {
    return this.#open.findLast((field) => !field.inResult && !field.broken);
  }

  /** Returns whether the current content belongs to the instruction of a field, which is invisible. */
  get isInstruction(): boolean {
    return this.#instructing !== undefined;
  }

  /** Target of the link whose text is being read. */
  get url(): string | undefined {
    return this.#open.findLast((field) => field.url !== undefined)?.url;
  }

  begin(form: XmlNode | undefined, deleted: boolean): void {
    this.#open.push({
      instruction: '',
      inResult: false,
      deleted,
      broken: false,
      aside: [],
      form,
    });
  }

  addInstruction(value: string): void {
    const field = this.#open.at(-1);
    if (field?.inResult === false && field.instruction.length < 4096) field.instruction += value;
  }

  /** Ends the instruction of the innermost field and returns the field. */
  separate(): Field | undefined {
    const field = this.#open.at(-1);
    if (field === undefined) return undefined;
    this.#endInstruction(field);
    field.inResult = true;
    if (!field.deleted) field.url = linkOfField(field.instruction);
    return field;
  }

  /** Ends the innermost field and returns it. */
  end(): Field | undefined {
    const field = this.#open.pop();
    if (field !== undefined) this.#endInstruction(field);
    return field;
  }

  /** Marks parts of an instruction, which stay in the text until the instruction ends. */
  putAside(...parts: (Inline | Block)[]): void {
    for (const part of parts) {
      const block: Block = isBlock(part) ? part : { kind: 'paragraph', content: [part] };
      this.#instructing?.aside.push({ part, texts: textsOfTree([block]) });
    }
  }

  /** Defers the report of a loss within an instruction. */
  reportLater(texts: readonly string[], report: () => void): void {
    this.#instructing?.aside.push({ texts, report });
  }

  #endInstruction({ aside }: Field): void {
    for (const { part, texts } of aside.splice(0)) {
      for (const each of texts) this.words.know(each);
      if (part !== undefined) this.#gone.add(part);
    }
  }

  /** Returns the parts of a paragraph without instructions. */
  shown<Part extends Inline | Block>(parts: Part[]): Part[] {
    if (this.#gone.size === 0) return parts;
    return parts.flatMap((part) => {
      if (this.#gone.has(part)) return [];
      if (part.kind !== 'link') return [part];
      const content = this.shown(part.content);
      return content.length === 0 ? [] : [{ ...part, content }];
    });
  }

  /** Ends a paragraph: content of an instruction that has not ended in it becomes text. */
  endParagraph(): void {
    this.#gone.clear();
    for (const field of this.#open) {
      field.broken = true;
      for (const { report } of field.aside.splice(0)) report?.();
    }
  }
}

function isBlock(part: Inline | Block): part is Block {
  return !['text', 'link', 'image', 'math', 'note', 'break'].includes(part.kind);
}

/** Returns the value of a check box or list of a form; a text field has its value as the result. */
export function formValue({ form, inResult }: Field): string | undefined {
  if (form !== undefined && !inResult) {
    const usual = form.at('textInput', 'default')?.attribute('val');
    if (usual !== undefined) return usual;
  }
  const box = form?.child('checkBox');
  if (box !== undefined) {
    const value = box.child('checked') ?? box.child('default');
    return checkBox(value !== undefined && /^(?:1|true|on)$/i.test(value.attribute('val') ?? '1'));
  }
  const list = form?.child('ddList');
  if (list === undefined) return undefined;
  const entries = list.elements.filter(({ name }) => name === 'listEntry');
  const chosen = list.child('result') ?? list.child('default');
  return entries[Number(chosen?.attribute('val') ?? 0)]?.attribute('val');
}
