import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OneRunner } from '../support/kept-isolates.js';
import { RecordingHost } from '../support/recording-host.js';
import { record } from '../support/records.js';
import { sandbox } from '../support/sandbox.js';
import { body, compile, MEGABYTE, runSpec, runtime } from '../support/typescript-runs.js';
import { RESIDUE, residueScript } from './typescript/residue.js';
import { TYPESCRIPT } from './typescript/target.js';

let runner: OneRunner;

beforeAll(async () => {
  runner = await OneRunner.start();
});
afterAll(async () => {
  runner.close();
  await runtime.close();
});

function passed(name: string): void {
  record({
    suite: 'adversarial',
    sandbox: sandbox.report.kind,
    language: 'typescript',
    group: 'isolates',
    name,
    outcome: 'success',
    ended_after_deadline_ms: null,
    peak_mb: null,
    ok: true,
  });
}

describe('a run in the isolate of an earlier one', () => {
  for (const residue of RESIDUE)
    it(`a run in a reused isolate finds nothing of the earlier run: ${residue.name}`, async () => {
      const program = await compile(residueScript(residue, TYPESCRIPT.probe));
      const looks = runSpec(program);
      const host = new RecordingHost();
      const [alone] = await runner.run({ ...looks, fresh: true }, host);
      if (alone.kind !== 'success') throw new Error(JSON.stringify(alone));
      const planting = runSpec(program, { params: { plant: true } });
      const heard = new RecordingHost();
      expect(await runner.second(planting, looks, heard)).toEqual(alone.result);
      expect(heard.events).toEqual(host.events);
      passed(residue.name);
    });

  it('a run in a reused isolate has its whole memory, whatever an earlier run has left', async () => {
    const limited = { limits: { memory_bytes: 32 * MEGABYTE } };
    const leaks = [
      // Symbols are never removed from the registry: 1 MB per run.
      'Symbol.for(Math.random() + "x".repeat(2 ** 20)); return new Array(2_000_000).fill(0.5).length;',
      '(globalThis as any).left = new Uint8Array(20 * 2 ** 20).fill(1); return 2_000_000;',
      '(globalThis as any).left = Array.from({ length: 10 }, () => new Array(100_000).fill(0.5)); return 2_000_000;',
    ];
    for (const leak of leaks) {
      const spec = runSpec(await compile(body(leak)), limited);
      for (let n = 0; n < 6; n += 1)
        expect([leak, (await runner.run(spec))[0]]).toEqual([
          leak,
          { kind: 'success', result: 2_000_000 },
        ]);
    }
    passed('memory that earlier runs have left');
  });
});
