/**
 * Compares the web globals of an isolate with those of Node by running generated code. Only the differences listed here
 * are allowed.
 */
import { runInThisContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GENERATORS, type Generator } from './web-generators.js';
import { Random } from '../support/fuzz/random.js';
import { requireResult } from '../support/outcome.js';
import { sized } from '../support/size.js';
import { body, run, runtime } from '../support/typescript-runs.js';

/** Number of cases of each kind, and of those that share a run. */
const CASES = sized(1_500, 40);
const AT_ONCE = 100;

beforeAll(() => runtime.warm());
afterAll(() => runtime.close());

/** Returns code that runs each code separately; errors are compared by name. */
function together(codes: readonly string[]): string {
  const works = codes.map((code) => `async () => { ${code} }`).join(',\n');
  return `const all = []; for (const work of [${works}]) all.push(JSON.stringify(await work().catch((error) => ['error', error.name])) ?? 'undefined'); return all;`;
}

async function differences(generator: Generator, random: Random): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let done = 0; done < CASES; done += AT_ONCE) {
    const codes = Array.from({ length: Math.min(AT_ONCE, CASES - done) }, () => generator(random));
    const here = requireResult(await run(body(together(codes)))) as string[];
    const node = (await runInThisContext(`(async () => { ${together(codes)} })()`)) as string[];
    for (const [index, code] of codes.entries())
      if (here[index] !== node[index])
        found.push({ code, isolate: here[index], node: node[index] });
  }
  return found;
}

it('an isolate follows the standard where Node deviates from it', async () => {
  const code = `const form = new FormData(); form.append('a', new File(['x'], ''));
    const back = (await new Response(form).formData()).get('a');
    return [[...new URLSearchParams('a=Ä%zz%20')], back instanceof File];`;
  expect(requireResult(await run(body(code)))).toEqual([[['a', 'Ä%zz ']], true]);
});

describe('as in Node', () => {
  it.each(Object.entries(GENERATORS))(
    'generated code returns the same as in Node: %s',
    async (name, generator) => {
      expect(await differences(generator, new Random(name.length + 7))).toEqual([]);
    },
  );
});
