/** Text that is already HTML. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | null | readonly Part[];

/** Returns HTML from a template. Every value is escaped unless it is {@link Html}. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + rendered(parts[index] ?? null)).join(''));
}

/** Returns ` name="value"`, or nothing if the value is null. */
export function attribute(name: string, value: string | number | null): Html {
  return value === null ? new Html('') : markup` ${new Html(name)}="${value}"`;
}

function rendered(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(rendered).join('');
  return escaped(String(part));
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
