import type { Json } from '../../src/base/kernel/json.js';
import type { RunOutcome } from '../../src/sandbox/runtime/runtime.js';

/** Returns the result of a run; throws if the run did not succeed. */
export function requireResult(outcome: RunOutcome): Json {
  if (outcome.kind === 'success') return outcome.result;
  if (outcome.kind === 'suspended') throw new Error('the run was suspended');
  if (outcome.kind === 'not_started') throw new Error(outcome.reason);
  throw new Error(`${outcome.message}\n${outcome.stack ?? ''}`);
}
