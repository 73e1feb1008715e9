import { decodeUriOrNull } from '../../../parts/decode-uri.js';

/** Target of a link in a Markdown file: a path in the same workspace, and a heading. */
export interface LinkTarget {
  path: string;
  anchor: string;
}

/** Returns the target of a link without a scheme in a file; null if it is invalid or leaves the workspace. */
export function pathOfLink(file: string, link: string): LinkTarget | null {
  const [, to = '', , anchor = ''] = /^([^#?]*)(\?[^#]*)?(?:#(.*))?$/s.exec(link) ?? [];
  const decoded = decodeUriOrNull(to);
  const heading = decodeUriOrNull(anchor);
  if (decoded === null || heading === null || decoded.startsWith('//')) return null;
  if (decoded === '') return anchor === '' ? null : { path: file, anchor: heading };
  const names = decoded.startsWith('/') ? [] : file.split('/').slice(1, -1);
  for (const name of decoded.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return null;
  }
  return { path: `/${names.join('/')}`, anchor: heading };
}
