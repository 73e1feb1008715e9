import type { FileEntry } from '@metarun/client';
import { CommandError, usageError } from '../../toolkit/command-error.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { style } from '../../toolkit/terminal.js';
import { bytesText } from '../../toolkit/units.js';
import { converted, type Converting } from './conversions.js';
import { progressText } from '../../toolkit/conversion-progress.js';
import { type LocalFile, localSource, type LocalSource } from './local-files.js';
import { connectFiles, type FileOptions, joined, remotePath, whatIsAt } from './remote-place.js';
import { TransferView } from '../../toolkit/transfer-view.js';
import { refusalOf, type Refusal, type Remote, uploadFile } from '../../toolkit/upload-file.js';
import { stderr } from '../../toolkit/output.js';

/** Files on their way at the same time: small ones wait for the server more than for the line. */
const AT_ONCE = 4;

/** A document that takes longer is converted beside the next uploads, and its progress is shown. */
const WAIT_SECONDS = 1;

interface FailedUpload extends Refusal {
  path: string;
  error: unknown;
}

/** The files that were stored, and those that were not. */
interface Uploaded {
  entries: FileEntry[];
  failed: FailedUpload[];
}

interface Upload {
  file: LocalFile;
  /** Where it goes. */
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
    const entries = await converted(remote, sent.entries, (left) => view.wait(left.map(lineOf)));
    done = { ...sent, entries };
    for (const [index, entry] of entries.entries())
      if (entry !== sent.entries[index]) view.done(doneLine(entry));
  } finally {
    view.close();
  }
  const { entries, failed } = done;
  const [first] = failed;
  // What is wrong with a single file is said as of any other request.
  if (uploads.length === 1 && first !== undefined) throw first.error;
  const left = sources.flatMap((source) => source.left);
  // The server refuses a document that it finds out about at once, and keeps one that it finds out about later.
  const isRefused = entries.some(({ conversion }) => conversion?.status === 'failed');
  if (failed.length > 0 || isRefused) process.exitCode = EXIT.failed;
  if (json) {
    const why = failed.map(({ path, code, reason }) => ({ path, code, detail: reason }));
    return printJson({ files: entries, left_out: left, failed: why });
  }
  report(uploads, done, left);
  if (failed.length > 0)
    throw new CommandError(`${failed.length} of ${uploads.length} files were not stored.`, {
      code: 'not_stored',
      fix: 'The others are. Put right what is said of each, and send those files again.',
    });
}

function report(uploads: readonly Upload[], { entries, failed }: Uploaded, left: string[]): void {
  const red = style('red', stderr);
  for (const { path, reason } of failed)
    stderr.write(`${red('not stored:')} ${plainLine(path)}: ${plainLine(reason)}\n`);
  const yellow = style('yellow', stderr);
  for (const path of left) stderr.write(`${yellow('left out:')} ${path} is no file\n`);
  const bytes = bytesText(entries.reduce((sum, { size }) => sum + size, 0));
  if (entries.length !== 1) stderr.write(`${entries.length} files, ${bytes}\n`);
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
  const entries: FileEntry[] = [];
  const failed: FailedUpload[] = [];
  const waiting = uploads.entries();
  const work = async (): Promise<void> => {
    for (const [index, upload] of waiting) {
      const { file, path } = upload;
      try {
        const entry = await uploadFile(
          remote,
          file.path,
          path,
          (count) => view.advance(count),
          more,
        );
        entries[index] = entry;
        if (entry.conversion?.status !== 'converting') view.done(doneLine(entry));
      } catch (error) {
        // What is wrong with one file is nothing against the others; a server that fails or refuses the key is.
        const refusal = refusalOf(error);
        if (refusal === null) throw error;
        failed.push({ path, error, ...refusal });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { entries: entries.filter((entry) => entry !== undefined), failed };
}

function doneLine(entry: FileEntry): string {
  return `${plainLine(entry.path)}  ${bytesText(entry.size)}${noteOf(entry)}`;
}

/** Returns how far a document is that is being converted. */
function lineOf({ document, progress }: Converting): string {
  const text = progress == null ? 'is being converted' : progressText(progress);
  return `${plainLine(document)}  ${text}`;
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
