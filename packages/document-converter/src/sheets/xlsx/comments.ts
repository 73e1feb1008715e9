import { type Element } from 'domhandler';
import { childElements, descendants, localName, textsIn, xmlText } from '../../input/xml.js';
import { type BookPackage, type Relation } from '../package.js';
import { type Sheet, type Spot, spotName, parseSpot } from '../sheet.js';
import { decodeText } from './strings.js';

/** Author of a comment that represents a thread, which is in a separate part. */
const THREAD = /^tc=\{/i;

export interface CommentAt {
  spot: Spot;
  author: string;
  lines: string[];
}

/**
 * Adds the comments and threads of a sheet, in the order of their cells.
 * @param others comments from a binary part
 */
export function addComments(
  book: BookPackage,
  relations: Map<string, Relation>,
  people: Map<string, string>,
  sheet: Sheet,
  others: readonly CommentAt[],
): void {
  const found: CommentAt[] = [];
  const threads = book.tree(findTarget(relations, /^threadedComment$/i));
  const threaded = new Set<string>();
  for (const each of threads === undefined ? [] : descendants(threads, 'threadedComment')) {
    const reference = each.attribs['ref'] ?? '';
    const spot = parseSpot(reference);
    if (spot === undefined) continue;
    threaded.add(reference);
    book.once(findTarget(relations, /^threadedComment$/i) ?? '', textsIn(each));
    const author = people.get(each.attribs['personId'] ?? '') ?? '';
    found.push({ spot, author, lines: readLines(descendants(each, 'text')[0]) });
  }
  for (const { spot, author, lines } of others) {
    if (THREAD.test(author) && threaded.has(spotName(spot))) continue;
    found.push({ spot, author, lines: withoutAuthor(lines, author) });
  }
  const part = findTarget(relations, /^comments$/i);
  const notes = part?.endsWith('.bin') === true ? undefined : book.tree(part);
  const authors = notes === undefined ? [] : descendants(notes, 'author').map(xmlText);
  for (const each of notes === undefined ? [] : descendants(notes, 'comment')) {
    const reference = each.attribs['ref'] ?? '';
    const spot = parseSpot(reference);
    const author = authors[Number(each.attribs['authorId'])] ?? '';
    if (THREAD.test(author) && threaded.has(reference)) continue;
    book.once(part ?? '', [decodeText(textsIn(each).join(''))]);
    if (spot === undefined) continue;
    found.push({ spot, author: THREAD.test(author) ? '' : author, lines: noteLines(each, author) });
  }
  found.sort((a, b) => a.spot.y - b.spot.y || a.spot.x - b.spot.x);
  for (const { spot, author, lines } of found) sheet.comment(spot, author, lines);
}

/** Returns the names of thread authors by id. */
export function readPeople(book: BookPackage): Map<string, string> {
  const people = new Map<string, string>();
  for (const path of book.list(/^xl\/persons\/[^/]+\.xml$/i)) {
    const root = book.tree(path);
    for (const { attribs } of root === undefined ? [] : descendants(root, 'person'))
      people.set(attribs['id'] ?? '', attribs['displayName'] ?? '');
  }
  return people;
}

function findTarget(relations: Map<string, Relation>, kind: RegExp): string | undefined {
  return [...relations.values()].find((each) => kind.test(each.kind))?.target;
}

/** Returns the lines of a comment without the author, which programs write into the first line. */
function noteLines(comment: Element, author: string): string[] {
  const pieces = descendants(comment, 't')
    .filter((each) => each.parent?.type !== 'tag' || localName(each.parent) !== 'rPh')
    .map((each) => rawText(each));
  const said = decodeText(pieces.join(''));
  return withoutAuthor(said.split(/\r\n?|\n/), author);
}

function withoutAuthor(lines: readonly string[], author: string): string[] {
  const [first = '', ...rest] = lines;
  return first.trim() === `${author.trim()}:` && rest.length > 0 ? rest : [...lines];
}

function readLines(element: Element | undefined): string[] {
  return element === undefined ? [] : rawText(element).split(/\r\n?|\n/);
}

export function rawText(element: Element): string {
  return element.children.map((node) => ('data' in node ? node.data : '')).join('');
}

/** Returns the paragraphs of a shape, one line each. */
export function readParagraphs(element: Element): string[] {
  return descendants(element, 'p').map((each) =>
    childElements(each)
      .flatMap((run) => (localName(run) === 'br' ? ['\n'] : descendants(run, 't').map(rawText)))
      .join(''),
  );
}
