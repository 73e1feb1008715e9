import { expect, it } from '@jest/globals';
import type { RunSpec } from '../../../sandbox/runtime/runtime.js';
import type { OpenRun } from './mode-executor.js';
import { ScriptExecutor } from './script.executor.js';

it.each([
  ['fresh', true],
  ['reuse', false],
] as const)('a run with the isolation %s has an isolate of its own: %j', (isolation, fresh) => {
  const started: RunSpec[] = [];
  const runtime = { start: (run: RunSpec) => started.push(run) };
  const executor = new ScriptExecutor({ get: () => runtime } as never, {} as never);
  const version = {
    definition: { script_language: 'typescript', isolation },
    program: { code: '', source_map: null, lock: null },
    image: null,
    version: 1,
  };
  executor.start({ task: {}, version, network: null } as unknown as OpenRun);
  expect(started).toMatchObject([{ fresh }]);
});
