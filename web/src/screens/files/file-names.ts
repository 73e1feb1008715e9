/** Functions for file paths as in the API: absolute, without a trailing slash. */

export function getParentPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

export function getFileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the path of an entry in a folder. */
export function within(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

/** Returns the names and paths of a path's parents and of the path, without the root. */
export function splitPath(path: string): { name: string; path: string }[] {
  const names = path.split('/').filter((name) => name !== '');
  return names.map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join('/')}` }));
}

/** Returns another name for a file whose name is taken: `a.tar.gz` becomes `a (2).tar.gz`. */
export function otherName(name: string, number: number): string {
  const [, start = name, end = ''] = /^(.[^.]*)(\..*)?$/su.exec(name) ?? [];
  return `${start} (${number})${end}`;
}

/** Returns the name that a document has after its conversion to Markdown. */
export function convertedName(name: string): string {
  return /\.(?:md|markdown)$/i.test(name) ? name : `${name}.md`;
}
