/** The work that a script has begun and not awaited when its `run` returns, in both runtimes of TypeScript. */
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../../src/base/kernel/json.js';
import { RecordingHost } from '../support/recording-host.js';
import { body, run, runtime, warnings } from '../support/typescript-runs.js';

afterAll(async () => {
  await runtime.close();
  expect(warnings).toEqual([]);
});

const WAIT = 'await new Promise((done) => setTimeout(done, 5));';

/** A host that begins and ends steps, and never answers any other call. */
function hostOfSteps(): RecordingHost {
  return new RecordingHost(async (method): Promise<Json> => {
    if (method === 'step.begin') return { state: 'run', id: '1' };
    return method === 'step.end' ? { state: 'success' } : new Promise(() => undefined);
  });
}

async function warningsOf(code: string, engine: 'isolate' | 'node'): Promise<string[]> {
  const host = hostOfSteps();
  expect(await run(body(code), { engine, host })).toMatchObject({ kind: 'success' });
  return host.logged('warning');
}

function cutOff(what: string): string {
  return `The run returned while something was still under way, and cut it off: ${what}. Await what has to be done.`;
}

describe.each(['isolate', 'node'] as const)('a run of the runtime %s', (engine) => {
  it.each([
    [
      'a step that is not awaited',
      `reporter.step('charge the card', async () => console.log('charging')); return 'ok';`,
      'the step "charge the card"',
    ],
    [
      'a step within which a call is under way',
      `await new Promise((begun) => reporter.step('a', () => (begun(0), reporter.files.write('/a', 'b'))));`,
      'the step "a", a call of reporter.files.write',
    ],
    [
      'several steps and a timer',
      `for (const name of ['a', 'b']) reporter.step(name, () => new Promise(() => {})); setTimeout(() => {}, 9_000);`,
      'the step "a", the step "b", 1 timer',
    ],
    [
      'calls of the reporter',
      `reporter.files.readLines('/a', 1); reporter.runTask('b'); reporter.output('c'); reporter.ai.embed(['d'], { model: 'e/f' });`,
      'a call of reporter.files.readLines, a call of reporter.runTask, a call of reporter.output, a call of reporter.ai.embed',
    ],
    [
      'an interval and a timeout',
      `setInterval(() => {}, 50); setTimeout(() => {}, 9_000);`,
      '2 timers',
    ],
    [
      'more than a line can name',
      `for (let n = 0; n < 20; n += 1) reporter.step('s' + n, () => {});`,
      `${Array.from({ length: 8 }, (_, n) => `the step "s${n}"`).join(', ')} and more`,
    ],
  ])('%s is named when the run returns', async (_what, code, words) => {
    expect(await warningsOf(code, engine)).toEqual([cutOff(words)]);
  });

  it.each([
    [
      'work that is awaited',
      `await reporter.step('a', () => 1); ${WAIT} setImmediate(() => {}); ${WAIT}`,
    ],
    [
      'a timeout of a signal that has lost a race',
      `const signal = AbortSignal.timeout(9_000); ${WAIT} return signal.aborted;`,
    ],
    [
      'a timer that was cleared',
      'clearTimeout(setTimeout(() => {}, 9_000)); clearInterval(setInterval(() => {}, 50));',
    ],
    [
      'a timer that was unref’d',
      'setTimeout(() => {}, 9_000).unref(); setInterval(() => {}, 9_000).unref().ref().unref();',
    ],
    [
      'a wait that has lost a race',
      `await Promise.race([reporter.sleep(60), reporter.waitForEvent('e'), Promise.resolve()]);`,
    ],
    ['a time limit of a step', `await reporter.step('a', () => 1, { timeout: 60 });`],
    ['a promise that never settles', 'new Promise(() => {});'],
  ])('%s is nothing that is cut off', async (_what, code) => {
    expect(await warningsOf(code, engine)).toEqual([]);
  });

  it('a run that fails says nothing of what was under way', async () => {
    const host = hostOfSteps();
    const code = `reporter.step('a', () => new Promise(() => {})); ${WAIT} throw new Error('b');`;
    expect(await run(body(code), { engine, host })).toMatchObject({ message: 'Error: b' });
    expect(host.events).toEqual([]);
  });
});

it.each([
  [
    'a file operation',
    `for (let n = 0; n < 4; n += 1) pbkdf2('a', 'b', 400_000, 64, 'sha512', () => null);
fs.readFile('/proc/self/stat', () => null);`,
    '1 file operation',
  ],
  [
    'a worker thread',
    `await new Promise((ready) => new Worker('setInterval(() => {}, 9)', { eval: true }).on('online', ready));`,
    '1 worker thread',
  ],
  [
    'a worker thread that has ended',
    `await new Promise((ended) => new Worker('', { eval: true }).on('exit', ended));`,
    null,
  ],
  ['a worker thread that was unref’d', `new Worker('for (;;);', { eval: true }).unref();`, null],
  ['a file that was read', `await fs.promises.readFile('/proc/self/stat');`, null],
])('%s on Node is named where it is cut off', async (_what, code, words) => {
  const host = new RecordingHost();
  const source = `import fs from 'node:fs'; import { pbkdf2 } from 'node:crypto'; import { Worker } from 'node:worker_threads';\n${body(code)}`;
  const outcome = await run(source, { engine: 'node', host });
  expect(outcome).toMatchObject({ kind: 'success' });
  expect(host.logged('warning')).toEqual(words === null ? [] : [cutOff(words)]);
});

it('a promise that needs nothing else goes on to its end on Node before the run is over', async () => {
  const host = new RecordingHost();
  const code = `(async () => {
  for (let turn = 0; turn < 1_000; turn += 1) await null;
  console.log('the last turn');
  await reporter.files.write('/a', 'b');
})(); return 'returned';`;
  expect(await run(body(code), { engine: 'node', host })).toMatchObject({ result: 'returned' });
  expect(host.logged('info')).toEqual(['the last turn']);
});
