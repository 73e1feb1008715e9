import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const TYPESCRIPT = 'runtimes/typescript/guest';
const PYTHON = 'runtimes/python/metarun_guest';
/** A numeric constant of either language: its name without a leading underscore, and its expression. */
const CONSTANT = /^(?:export )?(?:const )?_?([A-Z][A-Z_]+) = ([\d_ *+.-]+);?$/gm;

/** Returns the expressions of the numeric constants of a file by name, without spaces and `_`. */
function readConstants(file: string): Map<string, string> {
  const found = readFileSync(file, 'utf8').matchAll(CONSTANT);
  return new Map(
    Array.from(found, ([, name = '', text = '']) => [name, text.replaceAll(/[ _]/g, '')]),
  );
}

function readConstant(file: string, name: string): string | undefined {
  return readConstants(file).get(name);
}

/** Returns the constants of a guest by file and name, such as `steps MAX_RESULT_BYTES`. */
function collectConstants(pattern: string): Map<string, string> {
  return new Map(
    globSync(pattern).flatMap((file) => {
      const subject = basename(file)
        .replace(/\.\w+$/, '')
        .replaceAll('_', '-');
      return Array.from(readConstants(file), ([name, value]) => [`${subject} ${name}`, value]);
    }),
  );
}

describe('limits that are repeated', () => {
  it('both guests have the same value for each constant of the same file and name', () => {
    const typescript = collectConstants(`${TYPESCRIPT}/**/*.ts`);
    const python = collectConstants(`${PYTHON}/**/*.py`);
    const shared = [...typescript.keys()].filter((key) => python.has(key));
    expect(shared).toContain('steps MAX_SLEEP_SECONDS');
    expect(shared.length).toBeGreaterThanOrEqual(12);
    for (const key of shared) expect([key, typescript.get(key)]).toEqual([key, python.get(key)]);
  });

  it.each([
    ['src/workflow/steps/step.capability.ts', 'MAX_SLEEP_SECONDS', `${TYPESCRIPT}/steps.ts`],
    ['src/workflow/steps/step.capability.ts', 'MAX_RESULT_BYTES', `${TYPESCRIPT}/steps.ts`],
    ['src/sandbox/runtime/guest-session.ts', 'MAX_PHASE_LENGTH', `${TYPESCRIPT}/reporter.ts`],
    ['src/sandbox/runtime/protocol.ts', 'MAX_FRAME_BYTES', `${PYTHON}/channel.py`],
    ['src/tasks/bulk/bulk.ts', 'MAX_TASKS', 'web/src/api/bulk.ts'],
    ['src/tasks/bulk/bulk.ts', 'MAX_IDS', 'web/src/api/bulk.ts'],
  ])('%s has the same %s as %s', (host, name, copy) => {
    expect(readConstant(host, name)).toEqual(expect.any(String));
    expect(readConstant(copy, name)).toBe(readConstant(host, name));
  });
});
