import { getParentPath, ROOT } from '../tree/file-path.js';

/** Returns whether a file is Markdown by its name, and so needs no conversion. */
export function isMarkdownName(name: string): boolean {
  return /\.(md|markdown)$/i.test(name);
}

/** Returns the path of the Markdown for the document at `path`. */
export function markdownPath(path: string): string {
  return `${path}.md`;
}

/** Returns the directory of the files embedded in document `name`, whose Markdown is at `path`. */
export function mediaDirectory(path: string, name: string): string {
  const parent = getParentPath(path);
  return `${parent === ROOT ? '' : parent}/${mediaName(name)}`;
}

/** Returns the prefix of links to embedded files in the Markdown. */
export function mediaLink(name: string): string {
  return `${mediaName(name)}/`;
}

function mediaName(name: string): string {
  return `${name}.media`;
}
