/** Paths of files, as the API has them: absolute, with no slash at their end. */

export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the path of a name in a folder. */
export function within(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

/** Returns the folders above a path and itself, without the root. */
export function partsOf(path: string): { name: string; path: string }[] {
  const names = path.split('/').filter((name) => name !== '');
  return names.map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join('/')}` }));
}

/** Returns another name for a file where its own is taken: `a.tar.gz` becomes `a (2).tar.gz`. */
export function otherName(name: string, number: number): string {
  const [, start = name, end = ''] = /^(.[^.]*)(\..*)?$/su.exec(name) ?? [];
  return `${start} (${number})${end}`;
}

/** Returns what a name of a document is called once it is Markdown. */
export function convertedName(name: string): string {
  return /\.(?:md|markdown)$/i.test(name) ? name : `${name}.md`;
}
