import { posix } from 'node:path';
import type { FileEntry } from '@metarun/client';
import { progressText } from '../../toolkit/conversion-progress.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { table } from '../../toolkit/table.js';
import { measureColumns, style } from '../../toolkit/terminal.js';
import { bytesText, relativeTime } from '../../toolkit/units.js';
import { connectFiles, type FileOptions, notThere, remotePath, whatIsAt } from './remote-place.js';
import { stderr, stdout } from '../../toolkit/output.js';

const PAGE = 1000;

type Listed = Pick<FileEntry, 'path' | 'name' | 'size' | 'updated_at'> &
  Partial<Pick<FileEntry, 'type' | 'conversion'>>;

export async function runLs(
  typed: string,
  options: FileOptions & { recursive?: boolean; glob?: string },
): Promise<void> {
  const { recursive = false, glob, json = false } = options;
  const remote = await connectFiles(options);
  const path = remotePath(typed);
  const found = await whatIsAt(remote, path);
  if (found === null) throw notThere(path);
  const entries: Listed[] = found === 'directory' ? [] : [{ ...found, type: 'file' }];
  if (found === 'directory') {
    const query = {
      ...remote.ws,
      path,
      limit: PAGE,
      ...(glob === undefined ? { recursive } : { glob }),
    };
    for await (const entry of remote.client.files.all(query)) entries.push(entry);
  }
  if (json) return printJson({ files: entries });
  if (entries.length === 0) stderr.write('Nothing is here.\n');
  else stdout.write(formatEntries(entries, recursive || glob !== undefined ? path : null));
}

/** Formats entries. Paths are shown relative to `below`; null shows only names. */
function formatEntries(entries: readonly Listed[], below: string | null): string {
  const blue = style('blue', stdout);
  const rows = entries.map((entry) => {
    const isDirectory = entry.type === 'directory';
    const shown = plainLine(below === null ? entry.name : posix.relative(below, entry.path));
    const name = isDirectory ? blue(`${shown}/`) : shown;
    return [
      isDirectory ? '' : bytesText(entry.size),
      relativeTime(entry.updated_at),
      name + describeConversion(entry),
    ];
  });
  const width = stdout.isTTY ? measureColumns(stdout) : Infinity;
  return table(['SIZE', 'CHANGED', 'NAME'], rows, width);
}

function describeConversion({ conversion }: Listed): string {
  if (conversion?.status === 'converting')
    return `  (${conversion.progress === undefined ? 'is being converted' : progressText(conversion.progress)})`;
  if (conversion?.status !== 'failed') return '';
  return `  (not converted: ${plainLine(conversion.error ?? '')})`;
}
