/** Attributes that users see or hear, or that contain an address. */
const TOLD = [
  'role',
  'aria-label',
  'aria-pressed',
  'aria-expanded',
  'aria-selected',
  'aria-current',
  'aria-busy',
  'aria-invalid',
  'aria-valuenow',
  'aria-live',
  'title',
  'href',
  'type',
  'placeholder',
  'min',
  'max',
  'maxlength',
  'dir',
  'open',
  'required',
  'disabled',
  'hidden',
  'style',
  'd',
  'x',
  'y',
  'width',
  'height',
];
const OMITTED = 'script, style, datalist, template';
/** Maximum number of options to list, which excludes lists of time zones. */
const MOST_OPTIONS = 30;

/** Describes part of a page, one element per line: its name, classes, attributes and text. */
export function buildOutline(root: Element, depth = 0): string[] {
  if (root.matches(OMITTED)) return [];
  const words = [...saidBy(root)];
  const texts = [...root.childNodes].every((node) => node.nodeType === Node.TEXT_NODE);
  const children = [...root.children];
  const head = `${'  '.repeat(depth)}${formatElementName(root)}${words.map((one) => ` ${one}`).join('')}`;
  if (texts) return [`${head}${root.textContent === '' ? '' : `: ${spelled(root.textContent)}`}`];
  if (children.length > MOST_OPTIONS && root.matches('select'))
    return [`${head}: ${children.length} options`];
  const inner = [...root.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE)
      return node.textContent?.trim()
        ? [`${'  '.repeat(depth + 1)}"${spelled(node.textContent)}"`]
        : [];
    return node instanceof Element ? buildOutline(node, depth + 1) : [];
  });
  return [head, ...inner];
}

function formatElementName(element: Element): string {
  const classes = element.getAttribute('class')?.split(/\s+/).filter(Boolean) ?? [];
  return [element.tagName.toLowerCase(), ...classes].join('.');
}

function* saidBy(element: Element): Generator<string> {
  for (const name of TOLD) {
    const value = element.getAttribute(name);
    if (value !== null) yield value === '' ? name : `${name}=${spelled(value)}`;
  }
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type))
    yield element.checked ? 'checked' : 'unchecked';
  else if (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  )
    yield `value=${JSON.stringify(element.value)}`;
}

/** Replaces invisible characters by escapes. */
function spelled(text: string): string {
  return text.replaceAll(
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u001f\u007f-\u009f\u00a0\u200b-\u200f\u2028-\u202f\u2060-\u2069\ufeff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
