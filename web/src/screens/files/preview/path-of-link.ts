/** Where a link in a Markdown file leads: a path of the same workspace, and a heading there. */
export interface LinkTarget {
  path: string;
  anchor: string;
}

/** Returns where a link without a scheme leads from a file; null where it leads out of the workspace, or nowhere. */
export function pathOfLink(file: string, link: string): LinkTarget | null {
  const [, to = '', , anchor = ''] = /^([^#?]*)(\?[^#]*)?(?:#(.*))?$/s.exec(link) ?? [];
  const decoded = decodedOf(to);
  const heading = decodedOf(anchor);
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

function decodedOf(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
