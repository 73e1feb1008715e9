import { isUuid } from '../../base/kernel/ids.js';

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The rule for slugs, in words. */
export const SLUG_RULE =
  'must be 1 to 63 lower-case letters, digits or hyphens, with no hyphen at either end, and not a UUID';

/** A slug never looks like an id, since both stand in the same place of a URL. */
export function isSlug(text: string): boolean {
  return SLUG.test(text) && !isUuid(text);
}

/** A slug made of a name; null when the name has no letter or digit that a slug could keep. */
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
