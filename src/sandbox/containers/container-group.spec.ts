import { expect, it } from '@jest/globals';
import type { GuestExit } from '../runtime/guest-exit.js';
import { ContainerGroup } from './container-group.js';

/** Returns the outcome of a run whose containers do not start. */
function readOutcome(none: string | null): Promise<GuestExit | string> {
  const exit: GuestExit = { code: 'sandbox_error', message: 'The image has no Python.' };
  const group = new ContainerGroup({
    start: () => Promise.reject(new Error('none starts')),
    allowed: () => 0,
    explain: () => ({ exit, final: false, none }),
  });
  return new Promise((resolve) => {
    group.request({
      projectId: 'mine',
      onRunner: () => undefined,
      onFailure: resolve,
      onNone: resolve,
    });
  });
}

it('a run fails where its container cannot start, and is not started where the engine had no process for that', async () => {
  expect(await readOutcome(null)).toMatchObject({ code: 'sandbox_error' });
  expect(await readOutcome('the program of the engine was killed')).toBe(
    'the program of the engine was killed',
  );
});
