import { MetarunError } from '../../base/kernel/errors.js';
import { escapePointer } from '../../base/kernel/json.js';
import { exactly, including, textMismatch } from './expectations.js';
import { parseJson } from './json-text.js';
import type { Expectations, FileExpectation, Mismatch, Observed } from './test-case.js';
import { FILE_ERRORS } from '../../files/files/errors.js';

/**
 * Returns the differences between the files after a run and the expectations of a case. `read`: returns a file that the
 * case names.
 */
export async function fileMismatches(
  { files = {} }: Expectations,
  observed: Observed,
  read: (path: string) => Promise<Uint8Array>,
): Promise<Mismatch[]> {
  const found: Mismatch[] = [];
  for (const [path, wanted] of Object.entries(files)) {
    const pointer = `/expect/files/${escapePointer(path)}`;
    const match: FileExpectation = typeof wanted === 'string' ? { equals: wanted } : wanted;
    const content = await readObservedFile(observed, path);
    if (match.absent === true) {
      if (content !== null) found.push({ pointer, message: `${path} is there` });
    } else if (content === null) {
      const paths = await observed.listFiles();
      const there = paths.length === 0 ? 'there are none' : `there are ${listed(paths)}`;
      found.push({ pointer, message: `there is no file ${path}; ${there}` });
    } else found.push(...(await contentMismatches(match, content, { path, pointer, read })));
  }
  return found;
}

async function readObservedFile(observed: Observed, path: string): Promise<Uint8Array | null> {
  try {
    return await observed.readFile(path);
  } catch (error) {
    if (error instanceof MetarunError && error.code === FILE_ERRORS.invalid_path.code) return null;
    throw error;
  }
}

async function contentMismatches(
  match: FileExpectation,
  content: Uint8Array,
  at: { path: string; pointer: string; read: (path: string) => Promise<Uint8Array> },
): Promise<Mismatch[]> {
  const { path, pointer, read } = at;
  const { json, json_includes: some, base64, from } = match;
  const text = Buffer.from(content).toString();
  const found = textMismatch(text, match, pointer, path);
  if (json !== undefined || some !== undefined) {
    const value = parseJson(text);
    if (value === undefined)
      found.push({
        pointer,
        message: `${path} is not JSON`,
        difference: { expected: '', actual: text },
      });
    else
      found.push(
        ...exactly(json, value, `${pointer}/json`, path),
        ...including(some, value, `${pointer}/json_includes`, path),
      );
  }
  if (base64 !== undefined) found.push(...sameBytes(Buffer.from(base64, 'base64'), content, at));
  if (from !== undefined) found.push(...sameBytes(await read(from), content, at));
  return found;
}

function sameBytes(
  expected: Uint8Array,
  actual: Uint8Array,
  { path, pointer }: { path: string; pointer: string },
): Mismatch[] {
  if (Buffer.compare(expected, actual) === 0) return [];
  const texts = [expected, actual].map((bytes) => textOrNull(bytes));
  const [one, other] = texts;
  if (one != null && other != null)
    return [
      { pointer, message: `${path} is another text`, difference: { expected: one, actual: other } },
    ];
  const message = `${path} has other bytes: ${actual.length} of them, not ${expected.length}`;
  return [{ pointer, message }];
}

function textOrNull(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, 10).join(', ');
  return paths.length > 10 ? `${shown} and ${paths.length - 10} more` : shown;
}
