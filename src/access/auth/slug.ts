import { isUuid } from '../../base/kernel/ids.js';

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Rule for slugs, as shown to people. */
export const SLUG_RULE =
  'must be 1 to 63 lower-case letters, digits or hyphens, with no hyphen at either end, and not a UUID';

/**
 * Returns whether a text is a valid slug. A slug never looks like an id, since both occur in the same position of a
 * URL.
 */
export function isSlug(text: string): boolean {
  return SLUG.test(text) && !isUuid(text);
}

/** Returns a slug made from a name; null if the name has no usable letter or digit. */
export function slugFrom(name: string): string | null {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, '');
  return isSlug(slug) ? slug : null;
}
