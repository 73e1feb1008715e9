import { expect } from '@jest/globals';
import type { CliAnswer } from '../cli.js';

type Run<Answer> = (...args: string[]) => Promise<Answer>;

/** Uses each command of `metarun model-providers`. `done` runs one that succeeds, `here` any. */
export async function useModelProviders(done: Run<string>, here: Run<CliAnswer>): Promise<void> {
  const fields = {
    name: 'shop',
    kind: 'google',
    secret: 'NO_KEY',
    models: [{ name: 'flash', model: 'gemini', context_tokens: 1_000, max_output_tokens: 100 }],
  };
  expect(await done('model-providers', 'create', JSON.stringify(fields))).toContain(
    'shop is added',
  );
  expect(await done('model-providers', 'list')).toMatch(/shop +google +project +flash/);
  await done('model-providers', 'change', 'shop', '{"max_concurrency": 3}');
  expect(await done('model-providers', 'show', 'shop')).toMatch(/at once +3/);
  const tested = await here('model-providers', 'test', 'shop', 'flash');
  expect(tested.code).toBe(1);
  expect(tested.stderr).toContain('There is no secret "NO_KEY"');
  await done('model-providers', 'rm', 'shop', '--yes');
  const left = JSON.parse(await done('model-providers', 'list', '--json')) as object;
  expect(left).toEqual({ model_providers: [] });
}
