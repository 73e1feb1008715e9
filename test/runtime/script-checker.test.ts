import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Diagnostic } from '../../src/sandbox/runtime/runtime.js';
import type { TypeScriptRuntime } from '../../src/sandbox/runtime/typescript/typescript.runtime.js';
import { makeTypeScriptRuntime } from '../support/runtimes.js';
import { NO_OP } from '../support/scripts.js';

let warnings: string[];
let runtime: TypeScriptRuntime;
beforeEach(() => {
  warnings = [];
  runtime = makeTypeScriptRuntime((message) => warnings.push(message));
});
afterEach(() => runtime.close());

/** Some 400 bytes. For each `c=>` the compiler tries both what it may be, and so all that follows: 2^30 times. */
function slowScript(comment: number): string {
  return `export const run = () => ${'a?(b):c=>'.repeat(30)}0${':0'.repeat(30)}; // ${comment}`;
}

/** Why a script is refused; null where it is not. */
async function refusal(source: string, project: string): Promise<Diagnostic | null> {
  const checked = await runtime.check(source, project);
  return checked.ok ? null : checked.diagnostics[0];
}

const TOO_SLOW = { message: expect.stringContaining('1 s of CPU time'), line: null, column: null };

describe('scripts that take long to compile', () => {
  it('scripts that compile slowly delay only the project that sends them', async () => {
    const refused: number[] = [];
    const slow = [1, 2, 3, 4, 5, 6].map(async (index) => {
      expect(await refusal(slowScript(index), 'slow')).toEqual(TOO_SLOW);
      refused.push(index);
    });
    for (const project of ['a', 'b', 'a', 'b']) {
      expect(await refusal(NO_OP.typescript, project)).toBeNull();
      // Each of the slow ones takes a second of CPU time, one after the other.
      expect(refused.length).toBeLessThan(4);
    }
    await Promise.all(slow);
    expect(refused).toEqual([1, 2, 3, 4, 5, 6]);
    expect(warnings).toHaveLength(6);
  });

  it('a slow script costs nothing when it is sent again', async () => {
    const again = Array.from({ length: 20 }, () => refusal(slowScript(0), 'slow'));
    for (const one of await Promise.all(again)) expect(one).toEqual(TOO_SLOW);
    expect(await refusal(slowScript(0), 'other')).toEqual(TOO_SLOW);
    // Else each would have cost a process.
    expect(warnings).toEqual([expect.stringContaining('cpu')]);
  });
});
