import { isUtf8 } from 'node:buffer';
import { invalidField, MetarunError } from '../../../base/kernel/errors.js';
import { quoted } from '../../../base/kernel/quoted.js';
import type { FileEntry } from '../tree/file-entry.js';
import { type FileReaderService, MAX_CONTENT_BYTES } from '../tree/file-reader.service.js';
import type { Workspace } from '../workspaces/workspace.js';
import type { FilePart } from './file-part.js';
import { readLines } from './line-reader.js';
import { type LineRange, lineStarts, parseLineRange } from './lines.js';
import { type Heading, isMarkdown, outlineOf } from './outline.js';
import { type Place, placeAt, takePlaces } from './places.js';

export interface FileOutline {
  entry: FileEntry;
  /** None where the file is not Markdown. */
  headings: PlacedHeading[];
  totalLines: number;
}

/** Candidates that an error names. */
const NAMED = 5;

/** Reads text files in parts. Paths are normalised; errors as in {@link FileReaderService}. */
export class TextReaderService {
  constructor(private readonly reader: FileReaderService) {}

  /** The lines or the section that a request asks for; null where it asks for neither. */
  async part(
    workspace: Workspace,
    path: string,
    { lines, section }: { lines?: string | undefined; section?: string | undefined },
  ): Promise<FilePart | null> {
    if (section !== undefined && lines !== undefined)
      throw invalidField('?section', 'cannot be asked for together with lines');
    if (section !== undefined) return this.section(workspace, path, section);
    if (lines === undefined) return null;
    const range = parseLineRange(lines);
    if (range === null)
      throw invalidField(
        '?lines',
        `must be lines counted from 1, such as 10-20, 10- or 10, the first before the last; not ${quoted(lines)}`,
      );
    return this.lines(workspace, path, range);
  }

  /**
   * Lines of a file of any size, {@link MAX_CONTENT_BYTES} at most of them. Where the file ends earlier, up to its
   * end; throws `range_not_satisfiable` where it ends before the first.
   */
  async lines(workspace: Workspace, path: string, range: LineRange): Promise<FilePart> {
    const { entry, content } = await this.reader.open(workspace, path, () => null);
    const read = await readLines(content, range, MAX_CONTENT_BYTES);
    if (read === null)
      throw new MetarunError(
        'too_large',
        `These lines of "${path}" have more than ${MAX_CONTENT_BYTES} bytes: ask for fewer.`,
      );
    const { bytes, last, total, place } = read;
    if (total < range.first)
      throw new MetarunError(
        'range_not_satisfiable',
        `"${path}" has ${total} lines, so that there is no line ${range.first}.`,
      );
    return {
      entry,
      content: textOf(bytes, path),
      firstLine: range.first,
      lastLine: last,
      totalLines: total,
      place: isMarkdown(entry.mimeType ?? '') ? place : null,
    };
  }

  /**
   * The part of a Markdown file below a heading, with it and with the headings below it. `name` is the heading's
   * anchor, or its title where no other has it; case does not count. Throws `not_found`, and a 422 where several
   * headings have the title.
   */
  async section(workspace: Workspace, path: string, name: string): Promise<FilePart> {
    const { entry, text } = await this.text(workspace, path);
    const outline = isMarkdown(entry.mimeType ?? '') ? placedOutline(text) : [];
    const { firstLine, lastLine, place } = find(outline, name, path);
    const starts = lineStarts(text);
    return {
      entry,
      content: text.slice(starts[firstLine - 1], starts[lastLine]),
      firstLine,
      lastLine,
      totalLines: starts.length,
      place,
    };
  }

  async outline(workspace: Workspace, path: string): Promise<FileOutline> {
    const { entry, text } = await this.text(workspace, path);
    return {
      entry,
      headings: isMarkdown(entry.mimeType ?? '') ? placedOutline(text) : [],
      totalLines: lineStarts(text).length,
    };
  }

  private async text(
    workspace: Workspace,
    path: string,
  ): Promise<{ entry: FileEntry; text: string }> {
    const { entry, content, encoding } = await this.reader.read(workspace, path);
    if (encoding === 'base64') throw notText(path);
    return { entry, text: content };
  }
}

/** A heading, and the page, slide or sheet that it stands on; null where none is known. */
export type PlacedHeading = Heading & { place: Place | null };

function placedOutline(text: string): PlacedHeading[] {
  const { places } = takePlaces(text);
  return outlineOf(text).map((heading) => ({
    ...heading,
    place: placeAt(places, heading.firstLine),
  }));
}

function textOf(bytes: Buffer, path: string): string {
  if (!isUtf8(bytes) || bytes.includes(0)) throw notText(path);
  return bytes.toString('utf8');
}

function notText(path: string): MetarunError {
  return invalidField('?path', `"${path}" is not UTF-8 text, so that it has no lines and headings`);
}

function find(outline: readonly PlacedHeading[], name: string, path: string): PlacedHeading {
  const wanted = spelled(name);
  const byAnchor = outline.find(
    ({ anchor }) => anchor !== '' && anchor === wanted.replace(/^#/, ''),
  );
  if (byAnchor) return byAnchor;
  const byTitle = outline.filter(({ title }) => spelled(title) === wanted);
  const [first] = byTitle;
  if (!first)
    throw new MetarunError(
      'not_found',
      outline.length === 0
        ? `"${path}" has no headings; it can be read by lines.`
        : `"${path}" has no heading with the title or anchor ${quoted(name)}; its outline lists them.`,
    );
  if (byTitle.length === 1) return first;
  const anchors = byTitle.slice(0, NAMED).map(({ anchor }) => anchor);
  throw invalidField(
    '?section',
    `${byTitle.length} headings of "${path}" have this title; name one by its anchor: ${anchors.join(', ')}`,
  );
}

function spelled(title: string): string {
  return title.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}
