import type { FileEntry } from '@metarun/client';
import { usageError } from '../../toolkit/command-error.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { style } from '../../toolkit/terminal.js';
import { bytesText } from '../../toolkit/units.js';
import { type LocalFile, localSource, type LocalSource } from './local-files.js';
import { connectFiles, type FileOptions, joined, remotePath, whatIsAt } from './remote-place.js';
import { TransferView } from '../../toolkit/transfer-view.js';
import { type Remote, uploadFile } from '../../toolkit/upload-file.js';

/** Files on their way at the same time: small ones wait for the server more than for the line. */
const AT_ONCE = 4;

interface Upload {
  file: LocalFile;
  /** Where it goes. */
  path: string;
}

export async function runPut(
  paths: readonly string[],
  options: FileOptions & { recursive?: boolean },
): Promise<void> {
  const { recursive = false, json = false } = options;
  const target = paths.at(-1) ?? '';
  const typed = paths.slice(0, -1);
  if (typed.length === 0)
    throw usageError(
      'Where does it go?',
      `Add a path on the server: metarun files put ${target} /`,
    );
  const sources: LocalSource[] = [];
  for (const path of typed) sources.push(await localSource(path, recursive));
  const remote = await connectFiles(options);
  const uploads = await planned(remote, sources, target);
  const view = new TransferView(
    uploads.reduce((sum, { file }) => sum + file.size, 0),
    json,
  );
  let entries: FileEntry[];
  try {
    entries = await uploadAll(remote, uploads, view);
  } finally {
    view.close();
  }
  const left = sources.flatMap((source) => source.left);
  if (json) return printJson({ files: entries, left_out: left });
  const yellow = style('yellow', process.stderr);
  for (const path of left) process.stderr.write(`${yellow('left out:')} ${path} is no file\n`);
  const bytes = bytesText(uploads.reduce((sum, { file }) => sum + file.size, 0));
  if (entries.length !== 1) process.stderr.write(`${entries.length} files, ${bytes}\n`);
}

async function planned(
  remote: Remote,
  sources: readonly LocalSource[],
  target: string,
): Promise<Upload[]> {
  const path = remotePath(target);
  const found = await whatIsAt(remote, path);
  const isDirectory = target.endsWith('/') || found === 'directory' || sources.length > 1;
  if (isDirectory && found !== null && found !== 'directory')
    throw usageError(`${path} is a file on the server; several files need a directory.`);
  return sources.flatMap(({ name, files }) => {
    const top = isDirectory && name !== '' ? joined(path, name) : path;
    return files.map((file) => ({ file, path: file.parts.reduce(joined, top) }));
  });
}

async function uploadAll(
  remote: Remote,
  uploads: readonly Upload[],
  view: TransferView,
): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  const waiting = uploads.entries();
  const work = async (): Promise<void> => {
    for (const [index, upload] of waiting) {
      const { file, path } = upload;
      const entry = await uploadFile(remote, file.path, path, (count) => view.advance(count));
      entries[index] = entry;
      view.done(`${plainLine(entry.path)}  ${bytesText(entry.size)}${noteOf(entry)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return entries;
}

/** Returns a note on how a knowledge base converted a document; '' if it was not converted. */
function noteOf({ converted_from: original, conversion }: FileEntry): string {
  if (original === null) return '';
  const from = `from ${plainLine(original)}`;
  if (conversion?.status === 'converting') return `  (is being converted ${from})`;
  if (conversion?.status === 'failed')
    return `  (not converted ${from}: ${plainLine(conversion.error ?? '')})`;
  const warnings = (conversion?.warnings ?? []).map((warning) => `; ${plainLine(warning)}`);
  return `  (Markdown, converted ${from}${warnings.join('')})`;
}
