import {
  dateText,
  getPrototypeOf,
  isArray,
  isView,
  keys,
  mapForEach,
  objectPrototype,
  quote,
  setForEach,
  toText,
} from './intrinsics.js';

const MAX_DEPTH = 4;
const MAX_ITEMS = 100;

/** Returns a value as `console.log` shows it: text as it is, errors with their stack, other values much as Node does. */
export function inspect(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return show(value, 0, []);
  } catch {
    return '[a value that cannot be read]';
  }
}

function show(value: unknown, depth: number, ancestors: readonly object[]): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'bigint') return `${toText(value)}n`;
  if (typeof value === 'function') return `[Function: ${toText(value.name) || 'anonymous'}]`;
  if (typeof value !== 'object' || value === null) return toText(value);
  for (let index = 0; index < ancestors.length; index += 1)
    if (ancestors[index] === value) return '[Circular]';
  if (value instanceof Error) return toText(value.stack ?? value.message);
  if (value instanceof Date) return dateText(value);
  if (depth >= MAX_DEPTH) return isArray(value) ? '[Array]' : '[Object]';
  const inner = (item: unknown): string => show(item, depth + 1, [...ancestors, value]);
  const list = new ItemList();
  if (isArray(value)) {
    for (let index = 0; index < value.length && list.open; index += 1)
      list.add(() => inner(value[index]));
    return list.between('[', ']', value.length);
  }
  const name = classOf(value);
  if (isView(value) && 'length' in value) {
    const items = value as Uint8Array;
    for (let index = 0; index < items.length && list.open; index += 1)
      list.add(() => inner(items[index]));
    return `${name}(${items.length}) ${list.between('[', ']', items.length)}`;
  }
  if (value instanceof Map) {
    mapForEach(value, (item, key) => list.add(() => `${inner(key)} => ${inner(item)}`));
    return list.between(`${name}(${value.size}) {`, '}', value.size);
  }
  if (value instanceof Set) {
    setForEach(value, (item) => list.add(() => inner(item)));
    return list.between(`${name}(${value.size}) {`, '}', value.size);
  }
  const names = keys(value);
  for (let index = 0; index < names.length && list.open; index += 1) {
    const key = names[index] ?? '';
    list.add(() => `${key}: ${inner((value as Record<string, unknown>)[key])}`);
  }
  return list.between(name === 'Object' ? '{' : `${name} {`, '}', names.length);
}

/** Comma-separated items, the first {@link MAX_ITEMS} of them. */
class ItemList {
  private text = '';
  private count = 0;

  get open(): boolean {
    return this.count < MAX_ITEMS;
  }

  add(item: () => string): void {
    if (!this.open) return;
    this.text += `${this.count === 0 ? '' : ', '}${item()}`;
    this.count += 1;
  }

  between(start: string, end: string, total: number): string {
    if (total === 0) return start + end;
    const more = total > this.count ? `, … ${total - this.count} more` : '';
    return start === '[' ? `[${this.text}${more}]` : `${start} ${this.text}${more} ${end}`;
  }
}

function classOf(value: object): string {
  const prototype: object | null = getPrototypeOf(value);
  if (prototype === null || prototype === objectPrototype) return 'Object';
  return toText(prototype.constructor.name) || 'Object';
}
