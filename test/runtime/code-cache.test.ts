import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compile, run, runtime, start, warnings } from '../support/typescript-runs.js';

beforeAll(() => runtime.warm());
afterAll(async () => {
  await runtime.close();
  expect(warnings).toEqual([]);
});

/** Returns a program that is large enough for V8's compiled code to be cached. */
function large(end: string): string {
  const functions = Array.from(
    { length: 400 },
    (_, n) => `const f${n} = (x: number) => x + ${n};\n`,
  );
  return `${functions.join('')}let runs = 0;\n${end}`;
}

describe('a large script that runs again on the same runner', () => {
  it('a large script that runs again finds nothing of the previous run', async () => {
    const program = await compile(
      large(`export default (params: any) => {
        runs += 1;
        const seen = (globalThis as any).left ?? null;
        (globalThis as any).left = params.n;
        return [runs, seen, f399(params.n)];
      };`),
    );
    for (let n = 0; n < 5; n += 1) {
      const outcome = await start(program, { params: { n } }).outcome;
      expect(outcome).toEqual({ kind: 'success', result: [1, null, 399 + n] });
    }
  });

  it('a large script shows the same lines each time it fails', async () => {
    const program = await compile(large(`export default () => { throw new Error('x'); };`));
    for (let n = 0; n < 3; n += 1)
      expect(await start(program).outcome).toMatchObject({
        stack: expect.stringMatching(/workflow\.ts:402:/),
      });
  });

  it('a large script may leave work behind or fill its memory without harming later runs', async () => {
    for (const end of [
      `export default () => { setInterval(() => f1(1), 0); Promise.resolve().then(() => { const at = Date.now(); while (Date.now() - at < 50); }); return 1; };`,
      `export default () => { (globalThis as any).kept = Array.from({ length: 200 }, () => new Array(50_000).fill(0.5)); return 1; };`,
    ])
      for (let n = 0; n < 3; n += 1)
        expect(await run(large(end))).toEqual({ kind: 'success', result: 1 });
    expect(await run(large('export default () => f2(1);'))).toEqual({ kind: 'success', result: 3 });
  });
});
