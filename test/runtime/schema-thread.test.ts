import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../src/base/kernel/json.js';
import type { SchemaJob } from '../../src/base/schema/schema-job.js';
import { checkSchema } from '../../src/base/schema/check.js';
import { type JobLimits, SchemaThread } from '../../src/base/schema/schema-thread.js';

const NEVER = 60 * 60 * 1000;
/** Takes minutes of CPU time. */
const ENDLESS = validation(exponential(40), '{}');
const CLIENT = { waits: false };
const MISMATCH = validation({ type: 'string' }, '1');

let thread: SchemaThread;
const start = (limits: Partial<JobLimits>): void => {
  thread = new SchemaThread({ cpuMs: NEVER, clockMs: NEVER, ...limits });
};
afterEach(() => thread.close());

describe('a schema thread', () => {
  it('a schema thread ends a job that exceeds its CPU time and does the next one', async () => {
    start({ cpuMs: 100 });
    expect(await thread.run(ENDLESS, CLIENT)).toEqual([
      {
        pointer: '',
        message: expect.stringMatching(/^takes longer than 0\.1 s of CPU time to check: simplify/),
      },
    ]);
    expect(await thread.run(MISMATCH, CLIENT)).toHaveLength(1);
  });

  it('a job that runs out of wall-clock time alone fails as unavailable, each time', async () => {
    start({ clockMs: 100 });
    for (let times = 0; times < 2; times += 1)
      await expect(thread.run(ENDLESS, CLIENT)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('a job that waits has as much time by the clock as its CPU time takes', async () => {
    start({ clockMs: 1, cpuMs: 300 });
    const [issue] = await thread.run(ENDLESS, { waits: true });
    expect(issue?.message).toContain('0.3 s of CPU time');
  });

  it.each([
    { type: 'strin' },
    { type: ['string', 'string'], minLength: -1 },
    { $ref: 7, $defs: { a: { required: 'b', $anchor: '9' } } },
    { properties: { a: { items: { enum: 'a', pattern: 1 } } }, dependentRequired: { a: [1] } },
    { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'x' }], contains: 1 },
    { $schema: 'http://json-schema.org/draft-07/schema#', dependencies: { a: 1 }, multipleOf: 0 },
  ])('the compiled meta-schema of the build finds in %j what ajv finds', async (schema) => {
    start({});
    const found = await thread.run({ kind: 'check', schema: JSON.stringify(schema) }, CLIENT);
    expect(found).not.toEqual([]);
    expect(found).toEqual(checkSchema(schema));
  });

  it('a schema thread keeps its process alive until it has ended, even when an answer is unread', async () => {
    const args = ['test/fixtures/close-schema-thread.mjs', JSON.stringify(MISMATCH)];
    await expect(promisify(execFile)(process.execPath, args)).resolves.toBeDefined();
  });
});

function validation(schema: JsonObject, value: string): SchemaJob {
  return { kind: 'validate', schema: JSON.stringify(schema), value };
}

/** Returns a schema in which each definition refers twice to the next one: 2^levels evaluations. */
function exponential(levels: number): JsonObject {
  const $defs: JsonObject = { [`d${levels}`]: { type: 'object' } };
  for (let level = 0; level < levels; level += 1) {
    const next = { $ref: `#/$defs/d${level + 1}` };
    $defs[`d${level}`] = { allOf: [next, next] };
  }
  return { $ref: '#/$defs/d0', $defs };
}
