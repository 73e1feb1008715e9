import { readFile, rename, writeFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { Mutex } from '../../base/kernel/mutex.js';
import { isJsonObject, type Json, parsePointer } from '../../base/kernel/json.js';
import type { CaseInFile } from './case-file.js';
import { expectedStatus } from './expectations.js';
import { parseJson } from './json-text.js';
import { selectMentioned } from './matching.js';
import type { Mismatch, Observed, TestCase } from './test-case.js';

/** Serialises the updates of cases in one file. */
const writing = new Mutex();

type Change = readonly [path: (string | number)[], value: Json];

/**
 * Writes the outcome of a run over the expectations of a case, or adds them; comments stay. Returns false, with nothing
 * written, if there is nothing to write or a difference cannot be written.
 */
export async function updateCase(
  test: CaseInFile,
  observed: Observed,
  mismatches: readonly Mismatch[],
): Promise<boolean> {
  const changes =
    test.given.expect === undefined
      ? recorded(observed)
      : await Promise.all(mismatches.map((mismatch) => toChange(test.given, observed, mismatch)));
  const known = changes.filter((change) => change !== null);
  if (known.length === 0 || known.length < changes.length) return false;
  await writing.run(() => write(test, known));
  return true;
}

function recorded({ status, result, error }: Observed): Change[] {
  if (status === 'success') return [[['expect', 'result'], result]];
  const actualError = error === null ? null : { code: error.code, message: error.message };
  const failed: Change[] = actualError === null ? [] : [[['expect', 'error'], actualError]];
  return [[['expect', 'status'], status], ...failed];
}

async function toChange(
  { expect = {} }: TestCase,
  observed: Observed,
  { pointer }: Mismatch,
): Promise<Change | null> {
  const path = parsePointer(pointer);
  const [, field, name] = path;
  const { error } = observed;
  switch (field) {
    case 'status':
      return [path, observed.status];
    case 'result':
      return [path, observed.result];
    case 'result_includes':
      return [path, selectMentioned(observed.result, expect.result_includes ?? null)];
    case 'phases':
      return [path, observed.phases];
    case 'progress':
      return [path, observed.progress];
    case 'steps':
      return areTexts(expect.steps)
        ? [['expect', 'steps'], observed.steps.map((step) => step.name)]
        : null;
    case 'calls':
      return areTexts(expect.calls)
        ? [['expect', 'calls'], observed.calls.map((call) => call.name)]
        : null;
    case 'memories':
      return areTexts(expect.memories)
        ? [['expect', 'memories'], observed.memories.map((memory) => memory.text)]
        : null;
    case 'error': {
      if (error === null || expectedStatus(expect) !== observed.status) return null;
      const { error: wanted } = expect;
      if (name === 'code') return [path, error.code];
      if (name === undefined && typeof wanted === 'string') return [path, error.message];
      const text = isJsonObject(wanted) ? wanted['message'] : undefined;
      return name === 'message' && typeof text === 'string' ? [path, error.message] : null;
    }
    case 'files': {
      const wanted = name === undefined ? undefined : expect.files?.[name];
      const content = name === undefined ? null : await observed.readFile(name);
      if (content === null) return null;
      const text = Buffer.from(content).toString();
      if (typeof wanted === 'string') return [path, text];
      const json = parseJson(text);
      return path[3] === 'json' && json !== undefined ? [path, json] : null;
    }
    default:
      return null;
  }
}

async function write(test: CaseInFile, changes: readonly Change[]): Promise<void> {
  const document = parseDocument(await readFile(test.file, 'utf8'));
  const before = parsePointer(test.pointer).map(Number);
  for (const [path, value] of changes)
    document.setIn([...before, ...path], document.createNode(value));
  const written = `${test.file}.new`;
  await writeFile(written, document.toString({ lineWidth: 0 }));
  await rename(written, test.file);
}

function areTexts(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && list.every((one) => typeof one === 'string');
}
