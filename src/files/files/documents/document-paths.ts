import { parentOf, ROOT } from '../tree/file-path.js';

/** A file of a knowledge base that is stored as it is. */
export function isMarkdownName(name: string): boolean {
  return /\.(md|markdown)$/i.test(name);
}

/** Where the Markdown of the document at `path` goes. */
export function markdownPath(path: string): string {
  return `${path}.md`;
}

/** Directory of the files that were inside document `name`, whose Markdown is at `path`. */
export function mediaDirectory(path: string, name: string): string {
  const parent = parentOf(path);
  return `${parent === ROOT ? '' : parent}/${mediaName(name)}`;
}

/** Returns the beginning of the links in the Markdown. */
export function mediaLink(name: string): string {
  return `${mediaName(name)}/`;
}

function mediaName(name: string): string {
  return `${name}.media`;
}
