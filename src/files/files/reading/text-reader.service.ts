import { Injectable } from '@nestjs/common';
import { isUtf8 } from 'node:buffer';
import { invalidField, MetarunError } from '../../../base/kernel/errors.js';
import { FairSlots } from '../../../base/kernel/fair-slots.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { JobFailed, JobThread, ownMemory } from '../../../base/threads/job-thread.js';
import type { FileEntry } from '../tree/file-entry.js';
import { FileReaderService, MAX_CONTENT_BYTES } from '../tree/file-reader.service.js';
import type { Workspace } from '../workspaces/workspace.js';
import type { FilePart } from './file-part.js';
import { readLines } from './line-reader.js';
import { type LineRange, parseLineRange } from './lines.js';
import { isMarkdown } from './outline.js';
import { doTextJob, type PlacedOutline, type TextAnswer, type TextJob } from './text-jobs.js';

export interface FileOutline extends PlacedOutline {
  entry: FileEntry;
}

/** Maximum size, in bytes, of a file whose headings are found on the main thread, within a few milliseconds. */
const SMALL = 64 * 1024;

/** Reads parts of text files. Paths must be normalised; errors are those of {@link FileReaderService}. */
@Injectable()
export class TextReaderService {
  private readonly thread = new JobThread<TextJob, TextAnswer>('text.worker.js');
  private readonly slots = new FairSlots(1);

  constructor(private readonly reader: FileReaderService) {}

  /** Returns the lines or the section that a request asks for; null if it asks for neither. */
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
   * Returns a range of lines, of at most {@link MAX_CONTENT_BYTES}, of a file of any size; it ends early at the end of
   * the file. Throws `range_not_satisfiable` if the file ends before the first line.
   */
  async lines(workspace: Workspace, path: string, range: LineRange): Promise<FilePart> {
    const { entry, content } = await this.reader.open(workspace, path, () => null);
    const hasPlaces = isMarkdown(entry.mimeType ?? '');
    const read = await readLines(content, range, MAX_CONTENT_BYTES, hasPlaces);
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
      content: decodeText(bytes, path),
      firstLine: range.first,
      lastLine: last,
      totalLines: total,
      place,
    };
  }

  /**
   * Returns the section of a heading in a Markdown file, including the heading and its subsections. `name` is the
   * anchor of the heading, or its title if that is unique, ignoring case. Throws `not_found`, and a 422 if several
   * headings have the title.
   */
  async section(workspace: Workspace, path: string, name: string): Promise<FilePart> {
    const { entry, answer } = await this.work(workspace, path, name);
    if (answer.kind === 'section') return { entry, ...answer.section };
    if (answer.kind === 'many')
      throw invalidField(
        '?section',
        `${answer.count} headings of "${path}" have this title; name one by its anchor: ${answer.anchors.join(', ')}`,
      );
    throw new MetarunError(
      'not_found',
      answer.kind !== 'none' || answer.headings === 0
        ? `"${path}" has no headings; it can be read by lines.`
        : `"${path}" has no heading with the title or anchor ${quoted(name)}; its outline lists them.`,
    );
  }

  /** Returns the first headings of a file. */
  async outline(workspace: Workspace, path: string): Promise<FileOutline> {
    const { entry, answer } = await this.work(workspace, path, null);
    if (answer.kind !== 'outline') throw new Error(`an outline was answered by "${answer.kind}"`);
    return { entry, ...answer.outline };
  }

  /** Stops the thread that reads large files. */
  close(): Promise<void> {
    return this.thread.close();
  }

  /**
   * Runs a job on a file. Large files are processed in a thread, with projects taking turns, so that the server stays
   * responsive.
   */
  private async work(
    workspace: Workspace,
    path: string,
    section: string | null,
  ): Promise<{ entry: FileEntry; answer: TextAnswer }> {
    const { bytes, entry } = await this.reader.readBytes(workspace, path);
    const job = { bytes, isMarkdown: isMarkdown(entry.mimeType ?? ''), section };
    const answer =
      bytes.length <= SMALL
        ? doTextJob(job)
        : await this.slots.run(workspace.projectId, () => this.inThread(job, path));
    if (answer.kind === 'not_text') throw notText(path);
    return { entry, answer };
  }

  private async inThread(job: TextJob, path: string): Promise<TextAnswer> {
    try {
      return await this.thread.run(job, ownMemory(job.bytes));
    } catch (error) {
      if (!(error instanceof JobFailed)) throw error;
      throw new MetarunError(
        'unavailable',
        `The headings of "${path}" could not be read: ${error.message}. Try again in a moment.`,
        { cause: error },
      );
    }
  }
}

function decodeText(bytes: Buffer, path: string): string {
  if (!isUtf8(bytes) || bytes.includes(0)) throw notText(path);
  return bytes.toString('utf8');
}

function notText(path: string): MetarunError {
  return invalidField('?path', `"${path}" is not UTF-8 text, so that it has no lines and headings`);
}
