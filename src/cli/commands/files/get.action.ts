import { mkdir, stat } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import type { FileEntry } from '@metarun/client';
import { usageError } from '../../toolkit/command-error.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { bytesText } from '../../toolkit/units.js';
import { toBodyStream } from './cat.action.js';
import { resolveVersionId } from './file-version.js';
import { connectFiles, type FileOptions, notThere, remotePath, whatIsAt } from './remote-place.js';
import { checkSize } from '../../toolkit/api/server-names.js';
import { isTaken, targetBelow, writeWhole } from '../../toolkit/safe-target.js';
import { TransferView } from '../../toolkit/transfer-view.js';
import type { Remote } from '../../toolkit/upload-file.js';
import { stderr } from '../../toolkit/output.js';

interface Options extends FileOptions {
  recursive?: boolean;
  force?: boolean;
  original?: boolean;
  version?: number;
}

interface Download {
  path: string;
  /** Absolute path of the local file. */
  target: string;
  size: number;
}

const PAGE = 1000;
/** Size limit in bytes for a file whose size the server does not state; far more than any document has. */
const UNTOLD_BYTES = 2 ** 30;

export async function runGet(
  typed: string,
  local: string | undefined,
  options: Options,
): Promise<void> {
  const { recursive = false, force = false, json = false } = options;
  const remote = await connectFiles(options);
  const path = remotePath(typed);
  const found = await whatIsAt(remote, path);
  if (found === null) throw notThere(path);
  if (found === 'directory' && !recursive)
    throw usageError(`${path} is a directory.`, 'Give -r to download all that is in it.');
  if (found === 'directory' && options.version !== undefined)
    throw usageError(`${path} is a directory, which has no versions.`, 'Name a file.');
  const folder = found === 'directory' ? resolve(local ?? (basename(path) || '.')) : undefined;
  const { downloads, left } =
    found === 'directory'
      ? await allBelow(remote, path, folder ?? '')
      : {
          downloads: [{ path, target: await fileTarget(path, local), size: found.size }],
          left: [],
        };
  if (!force) await refuseTaken(downloads);
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  const total = downloads.reduce((sum, { size }) => sum + size, 0);
  const view = new TransferView(total, json);
  const written: { path: string; file: string; size: number }[] = [];
  try {
    for (const download of downloads) {
      const size = await fetchOne(remote, download, folder, options, view);
      const file = relative('', download.target);
      written.push({ path: download.path, file, size });
      view.done(`${plainLine(file)}  ${bytesText(size)}`);
    }
  } finally {
    view.close();
  }
  if (json) return printJson({ files: written, left_out: left });
  for (const one of left)
    stderr.write(`left out: ${plainLine(one)} is not converted yet; --original has the document\n`);
  if (written.length !== 1) stderr.write(`${written.length} files, ${bytesText(total)}\n`);
}

async function fileTarget(path: string, local: string | undefined): Promise<string> {
  const name = targetBelow('', path.slice(0, path.lastIndexOf('/')) || '/', path);
  if (local === undefined) return resolve(name);
  const isFolder = (await stat(local).catch(() => null))?.isDirectory() ?? false;
  return isFolder || local.endsWith('/') ? resolve(local, name) : resolve(local);
}

async function allBelow(
  { client, ws }: Remote,
  path: string,
  folder: string,
): Promise<{ downloads: Download[]; left: string[] }> {
  const files: FileEntry[] = [];
  for await (const entry of client.files.all({ ...ws, path, recursive: true, limit: PAGE }))
    if (entry.type === 'file') files.push(entry);
  // A document that is not converted yet has no content.
  const isThere = ({ conversion }: FileEntry): boolean =>
    conversion === null || conversion.status === 'converted';
  const downloads = files.filter(isThere).map((entry) => ({
    path: entry.path,
    target: targetBelow(folder, path, entry.path),
    size: entry.size,
  }));
  return { downloads, left: files.filter((entry) => !isThere(entry)).map((entry) => entry.path) };
}

async function refuseTaken(downloads: readonly Download[]): Promise<void> {
  const taken: string[] = [];
  for (const { target } of downloads) if (await isTaken(target)) taken.push(relative('', target));
  if (taken.length === 0) return;
  const more = taken.length > 3 ? ` and ${taken.length - 3} more` : '';
  throw usageError(
    `${taken.slice(0, 3).join(', ')}${more}: it already exists.`,
    'Give --force to write over it, or another place.',
  );
}

async function fetchOne(
  remote: Remote,
  { path, target, size: listed }: Download,
  within: string | undefined,
  { original = false, version: number }: Options,
  view: TransferView,
): Promise<number> {
  const { client, ws } = remote;
  const version =
    number === undefined ? {} : { version: await resolveVersionId(remote, path, number) };
  const response = await client.files.readRaw(path, { ...ws, ...version, original });
  const size = announced(response);
  const isListed = number === undefined && !original;
  return writeWhole(target, toBodyStream(response), {
    size,
    most: size ?? (isListed ? checkSize(listed) : UNTOLD_BYTES),
    within,
    onBytes: (count) => view.advance(count),
  });
}

/** Returns the Content-Length of a response; null if it is missing or a proxy has compressed the body. */
function announced({ headers }: Response): number | null {
  const length = Number(headers.get('Content-Length') ?? NaN);
  return Number.isSafeInteger(length) && !headers.has('Content-Encoding') ? length : null;
}
