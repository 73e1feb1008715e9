import type { Json } from '../kernel/json.js';
import type { FormField } from './form-field.js';

/** Returns a sentence for people about an invalid field: a pattern says nothing to them. */
export function refusalText(field: FormField | null, pointer: string, message: string): string {
  if (!message.includes('pattern')) return `It ${message}.`;
  const found = field === null ? null : fieldAt(field, pointer);
  const example =
    findExampleText(found?.schema['examples']) ?? findExampleText(found?.schema['default']);
  const as = example === null ? '' : `, such as “${example}”`;
  const described = found?.description == null ? '' : `: ${found.description}`;
  return `It does not have the form that is asked for${as || described}.`;
}

function fieldAt(field: FormField, pointer: string): FormField | null {
  if (field.pointer === pointer) return field;
  if (field.kind !== 'group') return null;
  for (const one of field.fields) {
    const found = fieldAt(one, pointer);
    if (found !== null) return found;
  }
  return null;
}

function findExampleText(value: Json | undefined): string | null {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : null;
}
