// Fields that have begun in a text of Word.
import { type WordCount } from '../../count/word-count.js';
import { type XmlNode } from '../../input/xml-nodes.js';
import { type Block, type Inline } from '../../tree.js';
import { textsOfTree } from '../../count/tree-texts.js';
import { checkBox, linkOfField } from '../fields.js';

/** A part of an instruction, which is text again if that does not end. */
interface Aside {
  part?: Inline | Block;
  texts: readonly string[];
  /** Reports what of it is left out even then. */
  report?: () => void;
}

/** A field that has begun: its instruction comes first, and its result after that. */
export interface Field {
  instruction: string;
  inResult: boolean;
  /** True if a reviewer has deleted it: it shows nothing by itself. */
  deleted: boolean;
  /** True if the paragraph has ended before the instruction: what follows is text. */
  broken: boolean;
  aside: Aside[];
  /** The target of the link that its result is. */
  url?: string | undefined;
  /** The form that it is, of documents of Word 97. */
  form?: XmlNode | undefined;
}

/** The fields that have begun, the innermost last. */
export class OpenFields {
  readonly #open: Field[] = [];
  /** Parts of the paragraph that belong to an instruction. */
  readonly #gone = new Set<Inline | Block>();

  constructor(private readonly words: WordCount) {}

  /** The field whose instruction is read. */
  get #instructing(): Field | undefined {
    return this.#open.findLast((field) => !field.inResult && !field.broken);
  }

  /** Returns whether what is read belongs to the instruction of a field, which is not shown. */
  get isInstruction(): boolean {
    return this.#instructing !== undefined;
  }

  /** The target of the link whose text is read. */
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

  /** Ends the instruction of the innermost field, and returns it. */
  separate(): Field | undefined {
    const field = this.#open.at(-1);
    if (field === undefined) return undefined;
    this.#endInstruction(field);
    field.inResult = true;
    if (!field.deleted) field.url = linkOfField(field.instruction);
    return field;
  }

  /** Ends the innermost field, and returns it. */
  end(): Field | undefined {
    const field = this.#open.pop();
    if (field !== undefined) this.#endInstruction(field);
    return field;
  }

  /** Puts aside what stands in an instruction, until that ends; the parts stay where they are for as long. */
  putAside(...parts: (Inline | Block)[]): void {
    for (const part of parts) {
      const block: Block = isBlock(part) ? part : { kind: 'paragraph', content: [part] };
      this.#instructing?.aside.push({ part, texts: textsOfTree([block]) });
    }
  }

  /** Puts aside a loss within an instruction. */
  reportLater(texts: readonly string[], report: () => void): void {
    this.#instructing?.aside.push({ texts, report });
  }

  #endInstruction({ aside }: Field): void {
    for (const { part, texts } of aside.splice(0)) {
      for (const each of texts) this.words.know(each);
      if (part !== undefined) this.#gone.add(part);
    }
  }

  /** Returns what is left of a paragraph without its instructions. */
  shown<Part extends Inline | Block>(parts: Part[]): Part[] {
    if (this.#gone.size === 0) return parts;
    return parts.flatMap((part) => {
      if (this.#gone.has(part)) return [];
      if (part.kind !== 'link') return [part];
      const content = this.shown(part.content);
      return content.length === 0 ? [] : [{ ...part, content }];
    });
  }

  /** Ends a paragraph: what stands in an instruction that has not ended in it is text. */
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

/** Returns what a check box or a list of an older form says; a field of text has its text as its result. */
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
