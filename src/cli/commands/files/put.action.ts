import type { FileEntry } from '@metarun/client';
import { posix } from 'node:path';
import { FILE_ERRORS } from '../../../files/files/errors.js';
import { CommandError, usageError } from '../../toolkit/command-error.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { style } from '../../toolkit/terminal.js';
import { bytesText } from '../../toolkit/units.js';
import { converted, type Converting } from './conversions.js';
import { progressText } from '../../toolkit/conversion-progress.js';
import { each } from './each.js';
import { NOT_UTF8 } from './folder-entries.js';
import { type LeftFile, type LocalFile, localSource, type LocalSource } from './local-files.js';
import { inWaves, takenBy, takenReason } from './places.js';
import { connectFiles, type FileOptions, joined, remotePath, whatIsAt } from './remote-place.js';
import { TransferView } from '../../toolkit/transfer-view.js';
import {
  lateRefusal,
  findRefusal,
  type Refusal,
  type Remote,
  uploadFile,
} from '../../toolkit/upload-file.js';
import { stderr } from '../../toolkit/output.js';

/**
 * Time that an upload waits for its conversion. Slower documents are converted during the next uploads, with progress
 * shown.
 */
const WAIT_SECONDS = 1;

interface RefusedFile extends Refusal {
  path: string;
}

/** Stored files, rejected files, and local paths that were not sent. */
interface Uploaded {
  entries: FileEntry[];
  refused: RefusedFile[];
  left: LeftFile[];
}

interface Upload {
  file: LocalFile;
  /** Destination on the server. */
  path: string;
}

export async function runPut(
  paths: readonly string[],
  options: FileOptions & { recursive?: boolean; charset?: string },
): Promise<void> {
  const { recursive = false, json = false, charset } = options;
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
  let done: Uploaded;
  try {
    const fields = {
      wait_seconds: String(WAIT_SECONDS),
      ...(charset !== undefined && { charset }),
    };
    const sent = await uploadAll(remote, uploads, view, fields);
    const entries = await converted(remote, sent.entries, (left) =>
      view.wait(left.map(formatConversionLine)),
    );
    for (const [index, entry] of entries.entries())
      if (entry !== sent.entries[index]) sayDone(entry, view);
    done = withLate({ ...sent, entries });
  } finally {
    view.close();
  }
  const { entries } = done;
  const refused = [...done.refused, ...sources.flatMap((source) => source.unnamed.map(unnamed))];
  const left = [...sources.flatMap((source) => source.left), ...done.left];
  const [first] = refused;
  const count = entries.length + refused.length;
  if (count === 1 && first !== undefined)
    throw new CommandError(`${plainLine(first.path)}: ${plainLine(first.reason)}`, {
      code: first.code,
      docs: 'errors.md',
    });
  if (refused.length > 0) process.exitCode = EXIT.failed;
  if (json) {
    const why = refused.map(({ path, code, reason }) => ({ path, code, detail: reason }));
    return printJson({ files: entries, left_out: left.map(({ path }) => path), failed: why });
  }
  report({ entries, refused, left });
  if (refused.length > 0)
    throw new CommandError(`${refused.length} of ${count} files were refused.`, {
      code: 'refused',
      fix: 'The others are stored. Put right what is said of each, and send those files again.',
    });
}

function report({ entries, refused, left }: Uploaded): void {
  const red = style('red', stderr);
  for (const { path, reason } of refused)
    stderr.write(`${red('refused:')} ${plainLine(path)}: ${plainLine(reason)}\n`);
  const yellow = style('yellow', stderr);
  for (const { path, reason } of left)
    stderr.write(`${yellow('left out:')} ${plainLine(path)} ${plainLine(reason)}\n`);
  const bytes = bytesText(entries.reduce((sum, { size }) => sum + size, 0));
  if (entries.length !== 1) stderr.write(`${entries.length} files, ${bytes}\n`);
}

/**
 * Moves documents that the server rejected after storing them to `refused`, so that they are reported like those
 * rejected at once.
 */
function withLate({ entries, refused, left }: Uploaded): Uploaded {
  const all: Uploaded = { entries: [], refused: [...refused], left };
  for (const entry of entries) {
    const refusal = lateRefusal(entry);
    if (refusal === null) all.entries.push(entry);
    else all.refused.push({ path: resolveDocumentPath(entry), ...refusal });
  }
  return all;
}

function resolveDocumentPath({ path, converted_from: name }: FileEntry): string {
  return name === null ? path : joined(posix.dirname(path), name);
}

function unnamed(path: string): RefusedFile {
  return { path, code: FILE_ERRORS.invalid_path.code, reason: NOT_UTF8 };
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
  more: Readonly<Record<string, string>>,
): Promise<Uploaded> {
  const stored = new Map<Upload, FileEntry>();
  const refused: RefusedFile[] = [];
  const left: LeftFile[] = [];
  const places = new Map<string, string>();
  const send = async (upload: Upload): Promise<void> => {
    const { file, path } = upload;
    const document = takenBy(path, (one) => places.get(one));
    if (document !== null) {
      left.push({ path: file.path, reason: `is not sent: ${takenReason(document)}` });
      return;
    }
    try {
      const advance = (count: number): void => view.advance(count);
      const entry = await uploadFile(remote, file.path, path, advance, more);
      places.set(path, entry.path);
      stored.set(upload, entry);
      if (entry.conversion?.status !== 'converting') sayDone(entry, view);
    } catch (error) {
      // An error of one file does not affect the others; a failing server or a rejected key does.
      const refusal = findRefusal(error, path);
      if (refusal === null) throw error;
      refused.push({ path, ...refusal });
    }
  };
  for (const wave of inWaves(uploads, ({ path }) => path)) await each(wave, send);
  return { entries: uploads.flatMap((upload) => stored.get(upload) ?? []), refused, left };
}

function sayDone(entry: FileEntry, view: TransferView): void {
  if (lateRefusal(entry) === null) view.done(doneLine(entry));
}

function doneLine(entry: FileEntry): string {
  return `${plainLine(entry.path)}  ${bytesText(entry.size)}${describeConversion(entry)}`;
}

/** Returns the progress of a document's conversion. */
function formatConversionLine({ document, progress }: Converting): string {
  const text = progress == null ? 'is being converted' : progressText(progress);
  return `${plainLine(document)}  ${text}`;
}

/** Describes how a knowledge base converted a document. Returns '' if it was not converted. */
function describeConversion({ converted_from: original, conversion }: FileEntry): string {
  if (original === null) return '';
  const from = `from ${plainLine(original)}`;
  if (conversion?.status === 'converting') return `  (is being converted ${from})`;
  const warnings = (conversion?.warnings ?? []).map((warning) => `; ${plainLine(warning)}`);
  return `  (Markdown, converted ${from}${warnings.join('')})`;
}
